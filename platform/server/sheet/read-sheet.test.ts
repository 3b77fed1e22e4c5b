/** How the reader interprets cells, rows and sheets, and how it behaves with a slow caller. */
import { describe, expect, test } from 'vitest'
import { readDate } from '#kit/contract/dates.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { bookParts, rowsOf, textRow, withFile, zip64Of, zipOf } from './book.fixture.ts'
import { readSheet } from './read-sheet.ts'

const read = (sheet: string, more: Omit<Parameters<typeof bookParts>[0], 'sheets'> = {}) =>
  rowsOf(zipOf(bookParts({ sheets: [sheet], ...more })))
const cells = async (...args: Parameters<typeof read>) => (await read(...args)).map((row) => row.cells)

const styles =
  '<numFmts><numFmt numFmtId="170" formatCode="0.0%"/><numFmt numFmtId="171" formatCode="dd/mm/yyyy\\ hh:mm"/>' +
  '<numFmt numFmtId="172" formatCode="&quot;ngày&quot; 0"/><numFmt numFmtId="173" formatCode="[Red]#,##0\\ \\đ"/>' +
  '<numFmt numFmtId="174" formatCode="[$-42A]d/m/yyyy"/><numFmt numFmtId="175" formatCode="[h]:mm"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/>' +
  '<xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="173"/><xf numFmtId="174"/>' +
  '<xf numFmtId="175"/></cellXfs>'
const styled = (style: number, value: number): string => `<row><c s="${style}"><v>${value}</v></c></row>`

describe('values', () => {
  test.each([
    ['a date', 1, 46269, new Date('2026-09-04')],
    ['a date and time to the second', 4, 46318.6702199074, new Date('2026-10-23T16:05:07Z')],
    ['a date with a locale', 7, 46269, new Date('2026-09-04')],
    ['a time of day', 8, 0.5, new Date('1899-12-31T12:00Z')],
    ['35 % as 35', 2, 0.35, 35],
    ['7 % without binary noise', 2, 0.07, 7],
    ['12.5 % as 12.5', 3, 0.125, 12.5],
    ['a number beside a quoted word', 5, 12, 12],
    ['an amount', 6, 1500000, 1500000],
    ['a bare serial number', 0, 46269, 46269],
  ])('%s is read with its meaning (D1-Q-069)', async (_, style, value, expected) => {
    expect(await cells(styled(style, value), { styles })).toEqual([[expected]])
  })

  test('a workbook with the 1904 date system gives the same days', async () => {
    const book = { styles, workbookPr: '<workbookPr date1904="1"/>' }
    expect(await cells(styled(1, 46269 - 1462) + styled(8, 0.5), book)).toEqual([
      [new Date('2026-09-04')],
      [new Date('1899-12-31T12:00Z')],
    ])
  })

  test('a formula gives its stored result, and a formula without one gives a visible error', async () => {
    const row =
      '<row><c><f>1+1</f><v>2</v></c><c t="str"><f>A1&amp;"x"</f><v>2x</v></c><c t="str"><f>""</f><v></v></c>' +
      '<c><f>B1</f></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="e"><v>#N/A</v></c><c t="b"><v>1</v></c>' +
      '<c t="e"><v>#BUSY!</v></c><c t="e"><v>#TOMORROW!</v></c></row>'
    expect(await cells(row)).toEqual([
      [2, '2x', null, '#CALC!', '#DIV/0!', '#N/A', true, '#BUSY!', '#ERROR!'],
    ])
  })

  test('texts keep their diacritics, entities, escapes, leading zeros and line breaks', async () => {
    const strings =
      '<si><t>0912345678</t></si><si><r><t>Đã </t></r><r><t>gọi</t></r><rPh><t>x</t></rPh></si>' +
      '<si><t xml:space="preserve"> a &amp; b &#x1F600; &lt;c&gt; </t></si><si><t><![CDATA[<d>]]></t></si>'
    const row = '<row>' + [0, 1, 2, 3].map((index) => `<c t="s"><v>${index}</v></c>`).join('') + '</row>'
    const more = textRow(2, 'Dòng một\nhai', 'a_x000D_b_x005F_x0041_', 'Tạm khoá'.normalize('NFD'))
    expect(await cells(row + more, { strings })).toEqual([
      ['0912345678', 'Đã gọi', ' a & b 😀 <c> ', '<d>'],
      ['Dòng một\nhai', 'a\rb_x0041_', 'Tạm khoá'.normalize('NFD')],
    ])
  })
})

describe('rows', () => {
  test('row numbers are those of the sheet, blank rows are left out, hidden rows are marked', async () => {
    const sheet =
      `${textRow(1, 'Số')}<row r="2"/><row r="4" hidden="1"><c r="C4"><v>3</v></c><c r="D4" s="0"/></row>` +
      `${textRow(6, ' ', '\u200b')}<row><c><v>7</v></c></row>`
    expect(await read(sheet)).toEqual([
      { row: 1, cells: ['Số'] },
      { row: 4, cells: [null, null, 3], hidden: true },
      { row: 7, cells: [7] },
    ])
  })

  test('only the first visible sheet is read (D1-IMP-04, D2-IMP-04, D1-CUST-31)', async () => {
    const sheets = [textRow(1, 'ẩn'), textRow(1, 'thấy'), textRow(1, 'sau')]
    const rows = await rowsOf(zipOf(bookParts({ sheets, states: ['state="hidden"'] })))
    expect(rows).toEqual([{ row: 1, cells: ['thấy'] }])
  })

  test('blanks around the = of an attribute, and attributes inside values, change nothing (D3-FILE-01)', async () => {
    const strings = '<si><t>Số</t></si><si><t>Gói</t></si>'
    const row =
      '<row r = "4" x=" r=\'9\' "><c r\t=\n"B4" t ="s"><v>1</v></c><c r="D4" s = "1"><v>46269</v></c></row>'
    expect(await read(row, { strings, styles })).toEqual([
      { row: 4, cells: [null, 'Gói', null, new Date('2026-09-04')] },
    ])
  })

  test.each([
    ['UTF-16 with its mark', '\ufeff', 'utf16le'],
    ['UTF-16 without it', '', 'utf16le'],
    ['UTF-8 with its mark', '\ufeff', 'utf8'],
  ] as const)('a part in %s is read correctly (D3-FILE-01)', async (_what, mark, encoding) => {
    const parts = bookParts({ sheets: [textRow(1, 'Đăng ký', '0912345678')] }).map((part) => ({
      ...part,
      data: Buffer.from(mark + String(part.data), encoding),
    }))
    expect(await rowsOf(zipOf(parts))).toEqual([{ row: 1, cells: ['Đăng ký', '0912345678'] }])
  })

  test('a part is read in the encoding that it declares (D3-FILE-01)', async () => {
    const xml = '<?xml version="1.0" encoding = "windows-1258"?><worksheet><sheetData>'
    const data = Buffer.from(`${xml}${textRow(1, '\xd0\xe3 g\xf2i')}</sheetData></worksheet>`, 'latin1')
    const parts = bookParts({ sheets: [''] }).map((part) =>
      part.name.includes('sheet1') ? { ...part, data } : part,
    )
    expect(await rowsOf(zipOf(parts))).toEqual([{ row: 1, cells: [expect.stringMatching(/^Đă g/)] }])
  })

  test('of alternate contents only the fallback for every program is read (D3-FILE-01)', async () => {
    const either = (choice: string, fallback: string): string =>
      `<mc:AlternateContent><mc:Choice Requires="v2">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`
    const sheet =
      `<row r="1"><c>${either('<v>1</v>', '<v>2</v>')}</c><c t="s"><v>0</v></c></row>` +
      either(textRow(2, 'mới'), textRow(2, 'cũ')) +
      '<mc:AlternateContent><mc:Choice Requires="v2"><controls/></mc:Choice></mc:AlternateContent>'
    const strings = `<si>${either('<t>ba</t>', '<t>hai</t>')}</si>`
    expect(await cells(sheet, { strings })).toEqual([[2, 'hai'], ['cũ']])
  })

  test('a zip64 file is read like any other, and one without its records is refused as damaged (D3-FILE-01)', async () => {
    const bytes = zip64Of(zipOf(bookParts({ sheets: [textRow(1, 'Số', '0912345678')] })))
    expect(await rowsOf(bytes)).toEqual([{ row: 1, cells: ['Số', '0912345678'] }])
    const locator = bytes.indexOf(Buffer.from('PK\x06\x07'))
    const broken = Buffer.concat([bytes.subarray(0, locator), bytes.subarray(locator + 20)])
    await expect(rowsOf(broken)).rejects.toMatchObject({ message: expect.stringContaining('bị hỏng') })
  })

  test('prefixed names, single quotes and > inside attributes are understood', async () => {
    const sheet = `<x:row r='1' note="a>b"><x:c r='A1' t='str'><x:v>ok</x:v></x:c></x:row>`
    expect(await cells(sheet)).toEqual([['ok']])
  })
})

describe('CSV', () => {
  test.each([
    ['commas and a byte order mark', '\ufeffSố,Ghi chú\r\n0912345678,"a, ""b""\nc"\r\n\r\n,x'],
    ['semicolons', 'Số;Ghi chú\n0912345678;"a, ""b""\nc"\n\n;x\n'],
    ['tabs and old line ends', 'Số\tGhi chú\r0912345678\t"a, ""b""\nc"\r\r\tx\r'],
  ])('%s', async (_, text) => {
    expect(await rowsOf(text, 2)).toEqual([
      { row: 2, cells: ['0912345678', 'a, "b"\nc'] },
      { row: 4, cells: [null, 'x'] },
    ])
  })

  test('letters split by a chunk boundary stay whole, and other encodings are refused', async () => {
    const line = 'Gói ĐỒNG HÀNH 120,đã gọi\n'
    const rows = await rowsOf(line.repeat(20_000))
    expect(rows).toHaveLength(20_000)
    expect(new Set(rows.map((row) => row.cells.join()))).toEqual(new Set(['Gói ĐỒNG HÀNH 120,đã gọi']))
    const legacy = Buffer.concat([Buffer.from('So,Ten\n1,'), Buffer.from([0xd0, 0xe1, 0x0a])])
    await expect(rowsOf(legacy)).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    await expect(rowsOf('Số\n"không đóng\n')).rejects.toMatchObject({
      message: expect.stringContaining('Dòng 2'),
    })
  })
})

const many = (count: number): Buffer => {
  const rows = Array.from(
    { length: count },
    (_, index) => `<row r="${index + 1}"><c><v>${912000000 + index}</v></c></row>`,
  )
  return zipOf(bookParts({ sheets: [rows.join('')] }))
}

describe('in a worker thread', () => {
  test('100,000 rows arrive in batches of 500, in order, while the event loop stays free (threats G8)', async () => {
    let longest = 0
    const begun = performance.now()
    let last = begun
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 5)
    await withFile(many(100_000), async (path) => {
      let row = 0
      for await (const batch of readSheet(path, { fromRow: 1 })) {
        expect(batch).toHaveLength(500)
        for (const next of batch) if (next.row !== ++row) throw new Error(`row ${next.row} after ${row - 1}`)
      }
      expect(row).toBe(100_000)
    })
    clearInterval(timer)
    // A share, not a time: a reader that blocks the event loop does so all the time, a busy machine only part of it.
    expect(longest).toBeLessThan((performance.now() - begun) / 3)
  })

  test('leaving the loop early ends the worker and frees the file', async () => {
    const first = await withFile(many(20_000), async (path) => {
      for await (const batch of readSheet(path, { fromRow: 2 })) return batch[0]
      return undefined
    })
    expect(first && readPhone(first.cells[0])).toBe('912000001')
  })

  test('more than 1,000,000 rows are refused by the limit instead of being read in part', async () => {
    await expect(rowsOf('1\n'.repeat(1_000_001), 1)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'File có quá 1,000,000 dòng dữ liệu. Hãy tách thành nhiều file nhỏ hơn',
    })
  }, 60_000)
})

test("a missing file is reported as an internal error, not as the user's", async () => {
  const reading = readSheet('/nowhere/at/all.xlsx', { fromRow: 1 }).next()
  await expect(reading).rejects.toMatchObject({ code: 'INTERNAL', inner: expect.stringContaining('ENOENT') })
  expect(readDate(46269)).toBe('2026-09-04')
})
