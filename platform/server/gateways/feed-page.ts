/** Page of a feed of an external system. */

/** Raw rows, oldest first; the next cursor; and whether there are more now. */
export type FeedPage = { rows: unknown[]; cursor: string; more: boolean }
