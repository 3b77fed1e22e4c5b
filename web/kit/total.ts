/** The number of rows of a list as text. */
import { thousands } from '../../contract/thousands.ts'

/** The server's count; with `more` there are more rows than counted, and `apart` of them are none of what the list lists. */
export type Total = { count: number; more?: boolean; apart?: number }

/** '1,284', or 'hơn 10,000' where the server stopped counting; rows that stand apart are not counted. */
export const totalText = ({ count, more, apart = 0 }: Total): string =>
  `${more ? 'hơn ' : ''}${thousands(count - apart)}`
