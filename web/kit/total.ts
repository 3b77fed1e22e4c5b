/** The number of rows of a list as text. */

/** The server's count; with `more` there are more rows than counted. */
export type Total = { count: number; more?: boolean }

/** '1,284', or 'hơn 10,000' where the server stopped counting. */
export const totalText = ({ count, more }: Total): string =>
  `${more ? 'hơn ' : ''}${count.toLocaleString('en-US')}`
