/** What every feed of an outside system answers, whoever runs it. */

/** A page: its rows as sent, oldest first, where the next one begins, and whether there are more at once. */
export type FeedPage = { rows: unknown[]; cursor: string; more: boolean }
