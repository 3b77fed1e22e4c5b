/** What the dashboard uses of the stock of numbers. */
export { RulesBar } from './rules-bar.tsx'
