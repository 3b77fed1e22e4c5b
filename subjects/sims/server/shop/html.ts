/** HTML templates: every inserted value is escaped unless it is markup itself. */
const marker = Symbol('html')
export type Html = { [marker]: string }

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[]

function textOf(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'object') return marker in part ? part[marker] : part.map(textOf).join('')
  return String(part).replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}

/** A part of a page. Not named `html`, as the formatter would reformat it where whitespace counts. */
export const markup = (strings: TemplateStringsArray, ...parts: HtmlPart[]): Html => ({
  [marker]: strings.map((text, index) => text + textOf(parts[index])).join(''),
})

/** JSON-LD with schema.org data; escaped so that no text can end the element. */
export const jsonData = (data: object): Html => ({
  [marker]: `<script type="application/ld+json">${JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`,
})

/** Text of a complete page. */
export const pageOf = (page: Html): string => page[marker]
