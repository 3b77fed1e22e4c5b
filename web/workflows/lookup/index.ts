/** What other workflows may use of the look-ups: the panel beside a customer. */
export { LookupPanel } from './panel.tsx'
