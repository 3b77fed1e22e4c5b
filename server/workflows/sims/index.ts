/** Entry for the shop's pages: offers, orders, customers. */
export { countOffers, type Faceted, type OfferCounts } from './offer-counts.ts'
export { findOffer, listOffers, mostCounted } from './offers.ts'
export { inPublicSlot } from './public-slots.ts'
