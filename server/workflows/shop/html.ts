/** Text that is safe in a page: whatever is put into a template is escaped, unless it came out of one. */
const marker = Symbol('html')
export type Html = { [marker]: string }

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export type Part = Html | string | number | null | undefined | false | readonly Part[]

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'object') return marker in part ? part[marker] : part.map(textOf).join('')
  return String(part).replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}

/** A piece of a page. Not called html: the formatter would break its lines where blanks count. */
export const markup = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  [marker]: strings.map((text, at) => text + textOf(parts[at])).join(''),
})

/** The text of a whole page. */
export const pageOf = (page: Html): string => page[marker]
