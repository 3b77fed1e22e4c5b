/** Entry for the shop's pages: offers, orders, customers. */
export { mostCounted, type Faceted, type OfferCounts } from './offer-counts.ts'
export { openOffers, type Offers } from './offers.ts'
export { placeOf } from './customer.ts'
export type { FoundOrder, LookupInput } from './order-lookup.ts'
export { openLine } from './public-lines.ts'
