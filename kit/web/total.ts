/** The number of rows of a list as text. */
import { thousands } from '#kit/contract/thousands.ts'

/** The server's count; with `more` there are more rows than counted, and `apart` of them are none of what the list lists. */
export type Total = { count: number; more?: boolean; apart?: number }

/** '1,284', or 'hơn 10,000' where the server stopped counting; rows that stand apart are not counted. */
export const totalText = ({ count, more, apart = 0 }: Total): string =>
  `${more ? 'hơn ' : ''}${thousands(count - apart)}`

/** '17 nhân viên và 1 dòng chưa rõ': as many as the pages have rows (D3-ONE-07). */
export const foundText = (total: Total, noun: string): string =>
  `${totalText(total)} ${noun}${total.apart ? ` và ${thousands(total.apart)} dòng chưa rõ` : ''}`
