/** Cells in the format of spreadsheets: rows in lines, tabs between, quotes where a cell holds one of these. */

/** The beginning of a formula: a copied text must not become one. */
const formula = /^[=+@-]/

const quoted = (text: string): string => (/[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const figure = /^[\u2212-]?\d{1,3}(?:,\d{3})*(?:\.\d+)?$/

/** A shown amount that any spreadsheet sums: no grouping, an ASCII minus; other texts unchanged (D3-GRID-11). */
export const plainFigure = (text: string): string =>
  figure.test(text) ? text.replaceAll(',', '').replace('\u2212', '-') : text

const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' }

/** One cell; texts are marked as text, or a spreadsheet would drop leading zeros. */
function htmlCell(text: string, isFigure: boolean): string {
  if (!isFigure || !figure.test(text))
    return `<td style="mso-number-format:'\\@'">${text.replace(/[&<>\n]/g, (sign) => markup[sign] ?? sign)}</td>`
  const plain = plainFigure(text)
  return `<td style="mso-number-format:'${plain.includes('.') ? 'General' : '0'}'">${plain}</td>`
}

/** The cells as a table with formats for numbers and texts, which spreadsheets prefer to the plain text. */
export const writeTable = (rows: readonly (readonly string[])[], figures: readonly boolean[]): string =>
  `<table>${rows
    .map((cells) => `<tr>${cells.map((text, n) => htmlCell(text, figures[n] === true)).join('')}</tr>`)
    .join('')}</table>`

/** The cells as text; `figures` marks the columns of amounts, where a minus is not a formula. */
export const writeTsv = (rows: readonly (readonly string[])[], figures: readonly boolean[]): string =>
  rows
    .map((cells) =>
      cells
        .map((text, index) =>
          figures[index] ? quoted(plainFigure(text)) : quoted(formula.test(text) ? `'${text}` : text),
        )
        .join('\t'),
    )
    .join('\r\n')

/** A cell in quotes, or up to the next tab or line. */
const cellPattern = /"((?:[^"]|"")*)"(?=\t|\r|\n|$)|([^\t\r\n]*)/y

/** The cells of a copied text, every row as long as the longest; a line break at the end begins no row. */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (let offset = 0; ;) {
    cellPattern.lastIndex = offset
    const [match = '', inQuotes, plain = ''] = cellPattern.exec(text) ?? []
    const cell = inQuotes?.replaceAll('""', '"') ?? plain
    rows.at(-1)?.push(formula.test(cell.slice(1)) ? cell.replace(/^'/, '') : cell)
    offset += match.length
    if (offset >= text.length) break
    const line = text[offset] !== '\t'
    offset += text.startsWith('\r\n', offset) ? 2 : 1
    if (line && offset >= text.length) break
    if (line) rows.push([])
    else if (offset >= text.length) rows.at(-1)?.push('')
    if (offset >= text.length) break
  }
  const longest = Math.max(...rows.map(({ length }) => length))
  return rows.map((cells) => [...cells, ...Array.from({ length: longest - cells.length }, () => '')])
}
