/** Entry for the shop's pages: offers, orders, customers. */
export { mostCounted, type Faceted, type OfferCounts } from './offer-counts.ts'
export { openOffers, type Offers } from './offers.ts'
