/** How many rows a list has, in words. */

/** A total as the server counts it; with `more` there are more rows than it counted. */
export type Total = { count: number; more?: boolean }

/** '1,284', or 'hơn 10,000' where the server stopped counting. */
export const totalText = ({ count, more }: Total): string =>
  `${more ? 'hơn ' : ''}${count.toLocaleString('en-US')}`
