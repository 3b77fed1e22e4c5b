/** What other subjects use of sims on screens. */
export { RulesBar } from './sims/rules-bar.tsx'
