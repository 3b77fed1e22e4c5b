/** What other workflows may use of the feeds: the bar that tells of trouble. */
export { FeedBar } from './feed-bar.tsx'
