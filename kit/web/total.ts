/** The number of rows of a list as text. */
import { thousands } from '#kit/contract/thousands.ts'

/** The server's count; `more`: there are more rows; `apart` of them do not count as items of the list. */
export type Total = { count: number; more?: boolean; apart?: number }

/** '1,284', or 'hơn 10,000' where the server stopped counting; rows that do not count as items are left out. */
export const totalText = ({ count, more, apart = 0 }: Total): string =>
  `${more ? 'hơn ' : ''}${thousands(count - apart)}`

/** '17 nhân viên và 1 dòng chưa rõ': together the rows on the pages (D3-ONE-07). */
export const foundText = (total: Total, noun: string): string =>
  `${totalText(total)} ${noun}${total.apart ? ` và ${thousands(total.apart)} dòng chưa rõ` : ''}`
