/** The parts of sims that other subjects use on screens. */
export { RulesBar } from './sims/rules-bar.tsx'
