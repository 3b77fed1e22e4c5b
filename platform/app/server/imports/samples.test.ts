/** Every sample file with a target, uploaded and saved, gives the counts and rows expected by its authors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Resource } from '#kit/contract/resource.ts'
import { chiphihoantien } from '#subjects/pay/contract/lists/chiphihoantien.ts'
import { doanhthutinhluong } from '#subjects/pay/contract/lists/doanhthutinhluong.ts'
import { chiphihotro, chiphikhac, chiphiquanly } from '#subjects/pay/contract/lists/expenses.ts'
import { digest, expected, sample, startImportServer, type ImportServer } from '#test/imports.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

type Row = Record<string, string | number | null>

const customerRows = (condition: string): string => `
  SELECT phone, type, package, "packageRegisterAt", "packageExpiredAt", coalesce("packageCycle", 0) AS cycle, state,
    "packagesCanRegister", coalesce(so_chu_ky_mien_phi_con_lai, 0) AS free
  FROM customer c JOIN data_files f ON f.id = c.file_id WHERE ${condition}`

/** Target, its rows in column order, and the columns of the key. */
const cases: Record<string, { target: string; rows: string; key?: string[]; leave?: string[] }> = {
  'blacklist.xlsx': {
    target: 'blacklist',
    rows: 'SELECT phone_number, description FROM blacklist',
    key: ['phone_number'],
  },
  'gia-hoan-tien.xlsx': {
    target: 'giahoantien',
    rows: `SELECT ten_goi_cuoc, gia_gia_han, gia_nang_cap, gia_nang_cap_t2, gia_nang_cap_t3, gia_nang_cap_ht0,
      gia_nang_cap_ht1, gia_nang_cap_ht2, gia_nang_cap_ht3, gia_nang_cap_ht4, gia_nang_cap_g1, gia_nang_cap_g2,
      gia_nang_cap_g3, gia_goi FROM giahoantien`,
    key: ['ten_goi_cuoc'],
  },
  'gia-goi-mfy.xlsx': {
    target: 'giagoimfy',
    rows: 'SELECT ten_goi_cuoc, phi_thu_hoi, gia_t1, gia_t2, gia_t3 FROM giagoimfy',
    key: ['ten_goi_cuoc'],
  },
  'danh-sach-khach-hang.xlsx': {
    target: 'customer',
    rows: customerRows(`f.kind = 'list'`),
    key: ['phone', 'package'],
    leave: ['free'],
  },
  ...Object.fromEntries(
    ['thue-bao-10k', 'thue-bao-500-ngay-serial', 'thue-bao-500-ngay-chu', 'thue-bao-500-chuoi-noi-tuyen'].map(
      (name) => [
        `${name}.xlsx`,
        {
          target: 'uploadchiadata',
          rows: customerRows(`f.kind = 'pool' AND f."FileName" = '${name}.xlsx'`),
          key: ['phone', 'package'],
        },
      ],
    ),
  ),
}

type Case = (typeof cases)[string]

/** A filled amount unchanged, an empty one as 0, as in the digests. */
const columnsOf = ({ fields, sheet }: Resource): string =>
  (sheet?.columns ?? [])
    .map((name) => {
      const { kind } = fields[name ?? ''] ?? { kind: 'text' }
      if (kind === 'instant')
        return `to_char(${name} AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD"T"HH24:MI:SS') AS ${name}`
      return kind === 'money' || kind === 'number' ? `coalesce(${name}, 0)::float8 AS ${name}` : name
    })
    .join(', ')

/** The accounting registers; the two without a sample of their own use that of the management costs. */
const registers: [string, Case][] = [
  ...[chiphiquanly, chiphihotro, chiphikhac].map((one): [string, Case] => [
    'chi-phi-quan-ly.xlsx',
    registerOf(one),
  ]),
  ['chi-phi-hoan-tien.xlsx', registerOf(chiphihoantien)],
  ['doanh-thu-tinh-luong.xlsx', registerOf(doanhthutinhluong)],
]
function registerOf(resource: Resource): Case {
  return { target: resource.path, rows: `SELECT ${columnsOf(resource)} FROM ${resource.path}` }
}

describe.each([...Object.entries(cases), ...registers])('%s', (name, { target, rows, key, leave = [] }) => {
  const file = expected[name]
  if (!file) throw new Error(`${name} is not described`)

  test('counts, verdicts and saved rows are as expected (D1-IMP-02, D1-IMP-04, D1-IMP-05, D1-IMP-06, D2-GHT-06, D2-GHT-07, D2-IMP-09, D2-MFYP-02, D2-COL-04, D2-COL-06 to 08, D2-COST-49 to 51, D2-SALREV-19, D2-IMP-05)', async () => {
    const read = await server.ready('admin', target, name, sample(name))
    expect({ ...read, saved: read.toSave }).toMatchObject({
      state: 'ready',
      total: file.data_rows,
      counts: { blank: file.blank_rows, bad: file.invalid_rows, duplicate: file.duplicate_rows },
      saved: file.saved,
      // The files of 500 contain the same rows, so the second of them was seen before.
      ...(!name.startsWith('thue-bao-500') && { seenBefore: null }),
      asks: [],
    })
    const marked = async (verdict: string) =>
      (await server.rows('admin', read.id, `?verdict=${verdict}&count=100`)).values.map(({ row }) => row)
    expect(await marked('bad')).toEqual(file.invalid.map(({ row }) => row))
    expect(await marked('blank')).toEqual(file.blank)
    // The last row of a key is saved, so the earlier ones are marked (D1-Q-070).
    expect(new Set(await marked('duplicate'))).toEqual(new Set(earlier(file.duplicates)))
    const saved = await server.save('admin', read.id)
    const unit = target.startsWith('gia')
      ? 'gói'
      : target.startsWith('chiphi') || target === 'doanhthutinhluong'
        ? 'bản ghi'
        : 'số'
    expect(saved).toMatchObject({
      state: 'done',
      saved: file.saved,
      done: file.saved,
      msg: `Tải file thành công: "${name}" (${file.saved} ${unit})`,
    })
  })

  test('the rows stored in the database match the digests of the samples', async () => {
    const found = (await server.pool.query<Row>(rows)).rows
    expect(found).toHaveLength(file.saved)
    const without = (row: Row) =>
      Object.entries(row).flatMap(([field, value]) => (leave.includes(field) ? [] : [value]))
    const keys = found.map((row) => (key ?? []).map((field) => row[field] ?? null))
    // The samples give no digest of rows if it depends on the duplicate saved, and none of keys without a key.
    const digests = { keys: digest(keys), rows: digest(found.map(without)) }
    expect(digests).toEqual({
      keys: file.digest_of_keys ?? digests.keys,
      rows: file.digest_of_rows ?? digests.rows,
    })
  })
})

/** Rows not saved because a later one has the same key: all but the last of every chain. */
function earlier(duplicates: { row: number; same_key_as_row: number }[]): number[] {
  const chains = new Map<number, number[]>()
  for (const { row, same_key_as_row: first } of duplicates)
    chains.set(first, [...(chains.get(first) ?? [first]), row])
  return [...chains.values()].flatMap((chain) => chain.toSorted((a, b) => a - b).slice(0, -1))
}

test.each(['thue-bao-500.xls', 'thue-bao-500.ods'])(
  '%s is refused with instructions how to save it as .xlsx (D1-Q-069)',
  async (name) => {
    const before = await server.leftOver()
    const answer = await server.upload('admin', 'uploadchiadata', name, sample(name))
    expect(answer.status).toBe(415)
    expect(answer.body.msg).toMatch(/Lưu thành \(Save As\) → Excel Workbook \(\*\.xlsx\)/)
    expect(await server.leftOver()).toEqual(before)
  },
)

test('a repaired cell shows its old and new value', async () => {
  const name = 'thue-bao-500-ngay-serial.xlsx'
  const { id } = await server.ready('admin', 'uploadchiadata', `khac-${name}`, sample(name))
  const { values } = await server.rows('admin', id, '?verdict=repaired&count=100')
  const notes = values.flatMap((row) => Object.values(row.notes))
  expect(notes).toContainEqual(expect.stringMatching(/^Ngày hết hạn: \d{5} → \d{2}-\d{2}-\d{4}$/))
  // '+84 912 345 678' and decomposed accents need no note: the value is evident.
  expect(notes).not.toContainEqual(expect.stringMatching(/^SĐT|^Trạng thái/))
})

test('uploading the same bytes again says who imported them before (D3-FILE-02, threats F2)', async () => {
  const again = await server.ready('quanly', 'blacklist', 'bản sao.xlsx', sample('blacklist.xlsx'))
  expect(again.seenBefore).toMatchObject({ by: 'admin', again: 'adds' })
  const { counts, saved } = await server.save('quanly', again.id)
  expect(saved).toBe(counts.new + counts.repaired)
  // In addition to the existing ones (D3-RULE-03).
  const { rowCount } = await server.pool.query('SELECT FROM blacklist')
  expect(rowCount).toBe(2 * (expected['blacklist.xlsx']?.saved ?? 0))
})
