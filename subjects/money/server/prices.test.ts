/** Package names of the price tables: one row per name, in any spelling. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageKey } from '#kit/contract/text.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const tables = ['giahoantien', 'giagoimfy'] as const
const amounts = {
  giahoantien: ['gia_gia_han', 'gia_nang_cap', 'gia_nang_cap_t2', 'gia_nang_cap_t3', 'gia_goi'].concat(
    ['ht0', 'ht1', 'ht2', 'ht3', 'ht4', 'g1', 'g2', 'g3'].map((name) => `gia_nang_cap_${name}`),
  ),
  giagoimfy: ['phi_thu_hoi', 'gia_t1', 'gia_t2', 'gia_t3'],
}
const priced = (table: (typeof tables)[number], ten_goi_cuoc: string, amount: number) => ({
  ten_goi_cuoc,
  ...Object.fromEntries(amounts[table].map((name) => [name, amount])),
})
/** Spellings of one name: full width, a soft hyphen, a zero-width space, blanks. */
const spellings = ['D15G', 'd15g', ' D 15 G ', '\uFF24\uFF11\uFF15\uFF27', 'D\u00AD15\u200BG', 'D15\u00A0G']

test.each(tables)(
  '%s: creating an existing name in any spelling is refused with its row and changes no price, while an import updates it (D3-PRC-01, D2-GHT-19, D2-Q-96)',
  async (table) => {
    const path = `/api/v1/${table}`
    const manager = await server.as('quanly')
    const [first = ''] = amounts[table]
    const made = (await manager.post(path, priced(table, 'D15G', 795_000))).data as { id: string }
    for (const name of spellings) {
      const again = await manager.post(path, priced(table, name, 1))
      expect([name, again.status, again.body]).toMatchObject([
        name,
        409,
        { code: 'CONFLICT', msg: 'Gói cước đã tồn tại', current: { id: made.id, [first]: 795_000 } },
      ])
    }
    expect((await manager.get(`${path}/${made.id}`)).data).toMatchObject({
      ...priced(table, 'D15G', 795_000),
    })
    expect(
      (await server.pool.query(`SELECT FROM audit_log WHERE resource_id = $1`, [made.id])).rowCount,
    ).toBe(1)
    const data = spellings.map((name, index) => priced(table, name, index + 2))
    expect((await manager.post(`${path}/import`, { data })).data).toMatchObject({ inserted: 0, errors: [] })
    expect((await manager.get(path)).data).toMatchObject({ count: 1, values: [priced(table, 'D15G', 7)] })
    const other = (await manager.post(path, priced(table, 'D16', 2))).data as { id: string }
    const renamed = await manager.put(`${path}/${other.id}`, { ten_goi_cuoc: 'd 15g' })
    expect([renamed.status, renamed.body.msg]).toEqual([409, 'Gói cước đã tồn tại'])
    // Two concurrent creations give one row.
    const answers = await Promise.all(
      ['ĐÔI', 'đ ôi'].map((name, n) => manager.post(path, priced(table, name, n))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  },
)

test.each(tables)(
  '%s: older rows with equivalent names stay, and only managers find them (D3-PRC-01)',
  async (table) => {
    const client = await server.pool.connect()
    await client.query('BEGIN')
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_name`)
    await client.query(`INSERT INTO ${table} (ten_goi_cuoc) VALUES ('VD 149'), ('VD149')`)
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${table}_name`)
    await client.query('COMMIT')
    client.release()
    const path = `/api/v1/${table}`
    const manager = await server.as('quanly')
    type Rows = { values: { ten_goi_cuoc: string }[] }
    const twins = (await manager.get(`${path}?trung_ten=1`)).data as Rows
    expect(twins.values.map((row) => row.ten_goi_cuoc).toSorted()).toEqual(['VD 149', 'VD149'])
    expect((await (await server.as('sale111')).get(`${path}?trung_ten=1`)).status).toBe(403)
    // An import updates the row with the same spelling.
    const data = [priced(table, 'VD149', 5)]
    expect((await manager.post(`${path}/import`, { data })).data).toMatchObject({ saved: 1, inserted: 0 })
    const after = (await manager.get(`${path}?trung_ten=1`)).data as Rows
    expect(after.values).toHaveLength(2)
  },
)

test('the database distinguishes names like the product does, for every Unicode character (D3-PRC-01)', async () => {
  // PostgreSQL refuses NUL and surrogates, and does not know the letters of Unicode 17 yet.
  const younger = /[\ua7cf\ua7d3\ua7d5\ua7f1\u{16ebb}-\u{16ed3}]/u
  const names = [...spellings]
  for (let first = 1; first <= 0x10ffff; first += 64) {
    const signs = Array.from({ length: Math.min(64, 0x110000 - first) }, (_, index) => first + index)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
    names.push(signs.map((sign) => (younger.test(sign) ? '' : `A${sign}B`)).join(''))
  }
  const { rows } = await server.pool.query<{ keys: string[] }>(
    'SELECT array_agg(package_key(name) ORDER BY at) AS keys FROM unnest($1::text[]) WITH ORDINALITY AS n(name, at)',
    [names],
  )
  const keys = rows[0]?.keys ?? []
  expect(names.filter((name, index) => keys[index] !== packageKey(name)).map((name) => escape(name))).toEqual(
    [],
  )
})
