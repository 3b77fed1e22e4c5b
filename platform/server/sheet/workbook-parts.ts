/** The fixed parts of a written workbook, and the cell styles by number. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Index in `cellXfs` below. */
export const styles = { plain: 0, header: 1, quoted: 2, whole: 3, decimal: 4, date: 5, instant: 6 } as const

const formats = [
  '<xf xfId="0"/>',
  '<xf xfId="0" fontId="1" applyFont="1"/>',
  // A text that looks like a formula keeps its leading apostrophe when the cell is edited.
  '<xf xfId="0" numFmtId="49" quotePrefix="1" applyNumberFormat="1"/>',
  '<xf xfId="0" numFmtId="3" applyNumberFormat="1"/>',
  '<xf xfId="0" numFmtId="164" applyNumberFormat="1"/>',
  '<xf xfId="0" numFmtId="165" applyNumberFormat="1"/>',
  '<xf xfId="0" numFmtId="166" applyNumberFormat="1"/>',
]

/** xl/styles.xml, with the date formats of D1-Q-156. */
const stylesXml =
  `${head}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.##"/>` +
  '<numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy"/><numFmt numFmtId="166" formatCode="dd\\-mm\\-yyyy\\ hh:mm:ss"/>' +
  '</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/>' +
  '<name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill>' +
  '<patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  `<cellXfs count="${formats.length}">${formats.join('')}</cellXfs></styleSheet>`

export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`

/** Opening of a sheet, with a frozen header row. */
export const sheetHead =
  `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
  'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>'

/** Parts with the names of the sheets; written last, when their number is known. Names must not need XML escapes. */
export function closingParts(names: readonly string[]): [name: string, xml: string][] {
  const sheets = names.length
  const numbers = names.map((_, index) => index + 1)
  const list = numbers.map((n) => `<sheet name="${names[n - 1]}" sheetId="${n}" r:id="rId${n}"/>`).join('')
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${officeRelations}/${type}" Target="${target}"/>`
  const targets = numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('')
  const types = numbers.map(
    (n) => `<Override PartName="/${sheetPath(n)}" ContentType="${contentType}.worksheet+xml"/>`,
  )
  return [
    ['xl/styles.xml', stylesXml],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>${list}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packageRelations}">${targets}${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packageRelations}">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${types.join('')}</Types>`,
    ],
  ]
}
