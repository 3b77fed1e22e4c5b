/** Written files read back the same, and no cell is a formula (D1-Q-156, threats F5, F8). */
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { readXlsx, streamXlsxRows } from 'hucre'
import { describe, expect, test } from 'vitest'
import { rowsOf } from './book.fixture.ts'
import type { ColumnType } from './cell-xml.ts'
import { writeSheet } from './write-sheet.ts'

async function* batches(...rows: unknown[][]) {
  yield rows
}
const write = (header: string[], types: ColumnType[], ...rows: unknown[][]): Promise<Buffer> =>
  buffer(writeSheet(header, batches(...rows), types))

const payloads = [
  '=1+1',
  '+84912345678',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\0=1',
  '＝1+1',
  "=cmd|'/c calc'!A1",
  '=HYPERLINK("http://x.example","x")',
  '</t></is></c><c><f>1</f></c>',
  '_x003D_1+1',
]

test('texts that look like formulas stay texts (D1-Q-156, D2-EXP-06, D2-Q-36)', async () => {
  const bytes = await write(['Ghi chú'], ['text'], ...payloads.map((text) => [text]))
  expect((await rowsOf(bytes, 2)).map(({ cells }) => cells[0])).toEqual(payloads)
  const { sheets } = await readXlsx(bytes)
  const cells = [...(sheets[0]?.cells?.values() ?? [])]
  expect(cells.filter((cell) => 'formula' in cell && cell.formula)).toEqual([])
})

test('numbers are written as numbers, days and instants as real dates of Vietnam, phones and codes as texts', async () => {
  const types: ColumnType[] = ['text', 'number', 'number', 'number', 'date', 'instant', 'instant', 'text']
  const header = ['SĐT', 'Tiền', 'Số lượng', 'Mã dài', 'Ngày', 'Tạo lúc', 'Sửa lúc', 'Cờ']
  const time = new Date('2026-10-19T20:00:05Z')
  const row = [
    '0912345678',
    '-1500000',
    1.5,
    '12345678901234567',
    '2026-10-19',
    time.toISOString(),
    time,
    true,
  ]
  const bytes = await write(header, types, row, [null, undefined, '', 'không rõ', '31/02/2026', 'chưa'])
  const local = new Date('2026-10-20T03:00:05Z')
  const expected = [
    header,
    ['0912345678', -1500000, 1.5, '12345678901234567', new Date('2026-10-19'), local, local, true],
    [null, null, null, 'không rõ', '31/02/2026', 'chưa'],
  ]
  expect((await rowsOf(bytes)).map(({ cells }) => cells)).toEqual(expected)
  const other: unknown[] = []
  for await (const { values } of streamXlsxRows(bytes)) other.push(values)
  expect(other).toEqual(expected)
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  expect(sheets.map((sheet) => sheet.name)).toEqual(['Sheet 1'])
  const formats = ['B2', 'E2', 'F2'].map(
    (_, index) => sheets[0]?.cells?.get(`1,${[1, 4, 5][index]}`)?.style?.numFmt,
  )
  expect(formats).toEqual(['#,##0', 'dd\\-mm\\-yyyy', 'dd\\-mm\\-yyyy\\ hh:mm:ss'])
})

test('an instant in a sheet has the same second as on screen, and the last second of a day belongs to that day (D2-EXP-01, D2-REVF-07)', async () => {
  const last = '2026-06-30T16:59:59.999612+00:00'
  const rows = await rowsOf(await write(['Lúc'], ['instant'], [last], ['2026-06-30T17:00:00Z']), 2)
  expect(rows.map(({ cells }) => cells[0])).toEqual([
    new Date('2026-06-30T23:59:59Z'),
    new Date('2026-07-01T00:00:00Z'),
  ])
})

test('an export without rows is a sheet with its heading row', async () => {
  expect(await rowsOf(await write(['SĐT', 'Gói'], ['text', 'text']))).toEqual([
    { row: 1, cells: ['SĐT', 'Gói'] },
  ])
})

test('any text reads back as it was written', async () => {
  const texts = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), 3000)
  const bytes = await write(['a', 'b'], ['text', 'text'], ...texts.map((text) => ['|', text]))
  const rows = await rowsOf(bytes, 2)
  expect(rows.map(({ cells }) => cells[1])).toEqual(texts)
})

describe('the stream', () => {
  test('the stream reads rows only as fast as it is consumed, and closes their source when it is dropped (threats F8)', async () => {
    let batchCount = 0
    let closed = false
    async function* endless() {
      try {
        for (;;) {
          batchCount++
          yield Array.from({ length: 100 }, (_, index) => [`${batchCount}-${index}-${Math.random()}`])
        }
      } finally {
        closed = true
      }
    }
    const stream = writeSheet(['a'], endless(), ['text'])
    for await (const chunk of stream) if (chunk.length > 1000) break
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(closed).toBe(true)
    expect(batchCount).toBeLessThan(2000)
  })

  test('an error of the rows becomes an error of the stream, never a short file', async () => {
    async function* failing() {
      yield [['1']]
      throw new Error('the cursor broke')
    }
    await expect(buffer(writeSheet(['a'], failing(), ['text']))).rejects.toThrow('the cursor broke')
  })

  test('memory stays constant over 200,000 rows', async () => {
    async function* rows() {
      for (let index = 0; index < 200; index++)
        yield Array.from({ length: 1000 }, (_, k) => [`0912${index}${k}`, index * k, 'Gói'])
    }
    const before = process.memoryUsage().rss
    let size = 0
    for await (const chunk of writeSheet(['a', 'b', 'c'], rows(), ['text', 'number', 'text']))
      size += chunk.length
    expect(size).toBeGreaterThan(1_000_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(150 << 20)
  })
})
