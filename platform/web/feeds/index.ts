/** What other workflows may use of the feeds: the bar that reports trouble. */
export { FeedBar } from './feed-bar.tsx'
