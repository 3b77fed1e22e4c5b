/** Which parts of a bank's text were read: the number, the package and the sum (D3-APR-02). */

/** A stretch of the text; `ok`: read and as it should be, `off`: read and not. */
export type Part = { text: string; mark: 'ok' | 'off' | null }

type Read = {
  /** 9 digits; a masked one is marked nowhere. */
  phone: string | null
  package: string | null
  /** In đồng. */
  money: number
  /** What it should be, in đồng; null where nobody knows. */
  due: number | null
}

/** What a row asks for against what its message says; what a person typed the text does not say, equal or not (D3-APR-02). */
export function compared(wanted: string, told: string, typed: boolean): { good: boolean; words: string } {
  const same = told !== '' && wanted.toUpperCase() === told.toUpperCase()
  if (typed) return { good: false, words: same ? 'nhập tay' : 'khác, nhập tay' }
  return { good: same, words: same ? 'khớp' : 'chưa khớp' }
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The characters in this order, whatever people put between them. */
const loosely = (text: string): string => [...text].map(escape).join('[ .-]?')

/** 135000 as banks write it: 135,000 or 135.000 or 135000, with its sign and currency. */
function moneyPattern(money: number): string {
  const groups = money.toLocaleString('en-US').split(',').join('[.,]?')
  return `[+]?(?<![\\d.,])${groups}(?![.,]?\\d)(?:[ ]?(?:VND|đ))?`
}

/** The text in parts; of what stands twice each place is marked. */
export function markedParts(text: string, { phone, package: code, money, due }: Read): Part[] {
  const patterns = [
    phone !== null && /^\d{9}$/.test(phone) && `(?<phone>(?<!\\d)(?:(?:\\+?84|0)[ .-]?)?${loosely(phone)})`,
    code !== null && code !== '' && `(?<code>(?<![A-Za-z])${loosely(code)}(?![A-Za-z0-9]))`,
    money > 0 && `(?<money>${moneyPattern(money)})`,
  ].filter((pattern) => pattern !== false)
  if (patterns.length === 0) return [{ text, mark: null }]
  const parts: Part[] = []
  let done = 0
  for (const match of text.matchAll(new RegExp(patterns.join('|'), 'giu'))) {
    if (match.index > done) parts.push({ text: text.slice(done, match.index), mark: null })
    const off = match.groups?.money !== undefined && due !== null && money !== due
    parts.push({ text: match[0], mark: off ? 'off' : 'ok' })
    done = match.index + match[0].length
  }
  if (done < text.length) parts.push({ text: text.slice(done), mark: null })
  return parts
}
