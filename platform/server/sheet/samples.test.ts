/** Every sample file, parsed by the product's own readers, gives the result expected by its authors. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { streamXlsxRows } from 'hucre'
import { describe, expect, test } from 'vitest'
import { readDate, readEntryDate, readInstant } from '#kit/contract/dates.ts'
import { readNumber, readPercent } from '#kit/contract/money.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { cleanText } from '#kit/contract/text.ts'
import { samplePath } from '#test/samples/path.ts'
import { allRows } from './book.fixture.ts'
import { readSheet } from './read-sheet.ts'
import type { CellValue, SheetRow } from './sheet-row.ts'
import { sheetRows } from './sheet-rows.ts'

type Expected = {
  kind: string
  header_rows: number
  columns: string[]
  data_rows: number
  last_data_row: number
  blank_rows: number
  blank: number[]
  invalid: { row: number }[]
  duplicates: { row: number }[]
  undecided?: { row: number }[]
  saved: number
  key?: string[]
  keeps?: string
  digest_of_keys?: string
  digest_of_rows?: string
  probes: { row: number; fields: string[] }[]
  sums?: Record<string, number>
}

const expected: Record<string, Expected> = JSON.parse(readFileSync(samplePath('expected.json'), 'utf8'))

type Kind = 'text' | 'phone' | 'number' | 'date' | 'entry' | 'instant' | 'percent' | 'keys' | 'sim'

const prices = 'number '.repeat(13).trim()
/** Kinds in column order, `*` for fields that must be filled, `-` for columns that are not read. */
const layouts: Record<string, string> = {
  thue_bao: 'phone* text text date date number text text number',
  khach_hang: '- phone* text text date date number text text',
  cham_cong: 'text* - - - instant instant -',
  nhap_tay: `text* ${prices} number`,
  blacklist: 'phone* text',
  gia_hoan: `text* ${prices}`,
  gia_mfy: 'text* number number number number',
  sim: 'phone* text* sim* text number number number number number text text* keys*',
  chi_phi: 'text* entry* text* number* number* text',
  doanh_thu:
    'text text text phone text number instant text number percent number text text text ' +
    'number number number number number number number',
  chi_phi_hoan:
    'text text text text text text text phone text text text instant text text text number number number percent ' +
    'number number number number number number number text text',
  ngan_hang: 'text* number* instant* text*',
  tai_khoan: 'text* phone* text* text* text',
  quet: 'phone*',
  quet_khong_goi: 'phone*',
  quet_dtct: 'phone* text',
}

/** A field as in expected.json, or null if the cell is invalid. */
function readCell(raw: CellValue, kind: Kind): string | null {
  const text = cleanText(raw)
  if (text === '') return kind === 'number' || kind === 'percent' ? '0' : ''
  const local = kind === 'instant' ? readInstant(raw) : null
  switch (kind) {
    case 'phone':
      return readPhone(raw)
    case 'number': {
      const bare = typeof raw === 'string' ? raw.replace(/ ?đ$/, '') : raw
      return readNumber(bare, 1)?.toString() ?? null
    }
    case 'percent':
      return readPercent(raw)?.toString() ?? null
    case 'date':
      return readDate(raw)
    case 'entry':
      return readEntryDate(raw)
    case 'instant':
      return local && new Date(Date.parse(local) + 7 * 3_600_000).toISOString().slice(0, 19)
    case 'sim':
      return ({ 'Trả trước': '1', 'Trả sau': '2' } as Record<string, string>)[text] ?? text
    case 'keys':
      return text.split(/[,;\s]+/).join(',')
    case 'text':
      return text
  }
}

type Column = { kind: Kind; required: boolean; index: number }

function columnsOf(kind: string): Column[] {
  const words = (layouts[kind] ?? '').split(' ')
  return words.flatMap((word, index) =>
    word === '-' ? [] : [{ kind: word.replace('*', '') as Kind, required: word.endsWith('*'), index }],
  )
}

/** The fields of a row, or null if it must be refused. */
function readRow(cells: readonly CellValue[], columns: readonly Column[]): string[] | null {
  const fields: string[] = []
  for (const { kind, required, index } of columns) {
    const cell = cells[index] ?? null
    const field = readCell(cell, kind)
    if (field === null || (required && cleanText(cell) === '')) return null
    fields.push(field)
  }
  return fields
}

const digest = (lines: string[]): string =>
  createHash('sha256')
    .update(
      lines
        .map((line) => Buffer.from(line))
        .toSorted((a, b) => a.compare(b))
        .join('\n'),
    )
    .digest('hex')

const readAll = (name: string, fromRow: number): Promise<SheetRow[]> =>
  allRows(readSheet(samplePath(name), { fromRow }))

function judge(rows: readonly SheetRow[], file: Expected) {
  const columns = columnsOf(file.kind)
  const names = file.columns.filter((name) => name !== '-' && name !== 'STT')
  const saved = new Map<string, string[]>()
  const outcome = { invalid: [] as number[], duplicates: [] as number[], byRow: new Map<number, string[]>() }
  const aside = new Set(file.undecided?.map(({ row }) => row))
  for (const { row, cells } of rows) {
    if (aside.has(row)) continue
    const fields = readRow(cells, columns)
    if (!fields) {
      outcome.invalid.push(row)
      continue
    }
    outcome.byRow.set(row, fields)
    const key = file.key?.map((name) => fields[names.indexOf(name)]).join('\t') ?? String(row)
    if (saved.has(key)) outcome.duplicates.push(row)
    if (!saved.has(key) || file.keeps === 'last') saved.set(key, fields)
  }
  return { ...outcome, names, saved }
}

describe.each(Object.entries(expected))('%s', (name, file) => {
  test('blank, invalid, duplicate and saved rows are as expected (D1-IMP-04, D1-IMP-06, D1-Q-069)', async () => {
    const rows = await readAll(name, file.header_rows + 1)
    expect(rows.at(-1)?.row).toBe(file.last_data_row)
    expect(file.data_rows - rows.length).toBe(file.blank_rows)
    expect(rows.filter(({ row }) => file.blank.includes(row))).toEqual([])
    const { invalid, duplicates, byRow, names, saved } = judge(rows, file)
    expect(invalid).toEqual(file.invalid.map(({ row }) => row))
    const computed = {
      duplicates: file.keeps === 'last' ? duplicates : file.duplicates.map(({ row }) => row),
      saved: file.saved,
      keys: file.digest_of_keys ?? digest([...saved.keys()]),
      rows: file.digest_of_rows ?? digest([...saved.values()].map((fields) => fields.join('\t'))),
    }
    expect({
      duplicates,
      saved: saved.size,
      keys: digest([...saved.keys()]),
      rows: digest([...saved.values()].map((fields) => fields.join('\t'))),
    }).toEqual(computed)
    for (const [field, sum] of Object.entries(file.sums ?? {})) {
      const index = names.indexOf(field)
      expect([...saved.values()].reduce((total, fields) => total + Number(fields[index]), 0)).toBe(sum)
    }
    for (const probe of file.probes) {
      expect([probe.row, byRow.get(probe.row)]).toEqual([probe.row, probe.fields])
    }
  })

  test('an independent reader sees the same cells, except percentages and blank rows', async () => {
    const ours = await allRows(sheetRows(samplePath(name), 1))
    const theirs = new Map<number, unknown[]>()
    for await (const { index, values } of streamXlsxRows(readFileSync(samplePath(name))))
      theirs.set(index + 1, values)
    const differences = ours.flatMap(({ row, cells }) =>
      cells.flatMap((cell, column) => {
        const value = theirs.get(row)?.[column]
        const expected = value === '' ? null : (value ?? null)
        const percent = typeof expected === 'number' && typeof cell === 'number' && expected !== cell
        const isSame = isDeepStrictEqual(percent ? Math.round(expected * 100) : expected, cell)
        return isSame ? [] : [{ row, column, cell, seen: expected }]
      }),
    )
    expect(differences).toEqual([])
  })
})

test.each(['thue-bao-500.xls', 'thue-bao-500.ods'])(
  '%s is refused with instructions how to save it as .xlsx',
  async (name) => {
    await expect(readAll(name, 2)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringMatching(
        /(\.xls|\.ods)\), .* Lưu thành \(Save As\) → Excel Workbook \(\*\.xlsx\)/,
      ),
    })
  },
)
