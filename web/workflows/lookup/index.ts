/** What other workflows may use of the look-ups: the panel beside a customer, and sorting what is all on the screen. */
export { LookupPanel } from './panel.tsx'
export { knownBalance } from './known-balance.ts'
export { sortRows } from './sort-rows.ts'
