/** What the pages of the shop use of the numbers for sale. */
export { countOffers, type Faceted, type OfferCounts } from './offer-counts.ts'
export { findOffer, listOffers, mostCounted } from './offers.ts'
export { inPublicSlot } from './public-slots.ts'
