/** What the pages of the shop use of the numbers for sale. */
export { findOffer, listOffers } from './offers.ts'
