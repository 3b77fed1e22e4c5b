/** Word search in notes: matches, cases where words are not enough, and visibility. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tableOf } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { explained, hearPlans } from '#test/explained.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(
    {},
    undefined,
    explained(async () => undefined),
  )
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('TRUNCATE blacklist, lstracuu, search_terms'))

const notes = (...texts: string[]) =>
  server.pool.query(
    `INSERT INTO blacklist (phone_number, description) SELECT 200000000 + n, t FROM unnest($1::text[]) WITH ORDINALITY x(t, n)`,
    [texts],
  )

type Found = { values: { description: string }[]; count: number }
async function found(text: string): Promise<string[]> {
  const admin = await server.as('admin')
  const answer = await admin.get(`/api/v1/blacklist?description=${encodeURIComponent(text)}`)
  const { values, count } = answer.data as Found
  expect(count).toBe(values.length)
  return values.map(({ description }) => description).toSorted()
}

test('words are found in their order, the last one by its beginning, whatever stands between them (D1-Q-142)', async () => {
  await notes(
    'Đã khiếu nại lần hai',
    'KHIẾU  NẠI, rồi thôi',
    'nại khiếu',
    'Khiếu kiện nại',
    'không khiếu nài',
  )
  expect(await found('khieu nai')).toEqual([
    'KHIẾU  NẠI, rồi thôi',
    'không khiếu nài',
    'Đã khiếu nại lần hai',
  ])
  expect(await found('khiếu  nại lần')).toEqual(['Đã khiếu nại lần hai'])
  expect(await found('khieu na')).toHaveLength(3)
  expect(await found('ki')).toEqual(['Khiếu kiện nại'])
})

test('a text that no word begins with is found as part of the text, digits and signs always', async () => {
  await notes('gói VD90 của khách', 'hoá đơn 12/2026', 'số 0912345678', 'x'.repeat(200) + ' cuối')
  expect(await found('ach')).toEqual(['gói VD90 của khách'])
  expect(await found('d90')).toEqual(['gói VD90 của khách'])
  expect(await found('2/20')).toEqual(['hoá đơn 12/2026'])
  expect(await found('1234')).toEqual(['số 0912345678'])
  expect(await found('%')).toEqual([])
  expect(await found('x'.repeat(150))).toHaveLength(1)
  expect(await found('cuoi')).toHaveLength(1)
})

const termsOf = async (list = 'blacklist'): Promise<string[]> => {
  const { rows } = await server.pool.query<{ term: string }>(
    'SELECT DISTINCT term FROM search_terms WHERE list = $1',
    [list],
  )
  return rows.map(({ term }) => term).toSorted()
}
const termsWith = async (text: string, most = 500): Promise<string | null> => {
  const { rows } = await server.pool.query<{ terms: string | null }>(
    `SELECT terms_with('blacklist', $1, $2) AS terms`,
    [text, most],
  )
  return rows[0]?.terms ?? null
}

test('the words of a table are stored for its texts, also after a text is changed (threats F4)', async () => {
  await notes('Khách quen', 'khách lạ 12 quen')
  const whole = ['khach', 'la', 'quen', '~khach la', '~khach quen', '~la quen']
  expect(await termsOf()).toEqual(whole)
  await server.pool.query(`UPDATE blacklist SET description = 'đổi số' WHERE description = 'Khách quen'`)
  expect(await termsOf()).toEqual(['doi', ...whole.slice(0, 3), 'so', '~doi so', ...whole.slice(3)])
  // As an import overwrites a number that is there.
  await server.pool.query(`
    INSERT INTO blacklist AS b (id, phone_number, description) SELECT id, phone_number, 'ghi đè' FROM blacklist
    ON CONFLICT (id) DO UPDATE SET description = EXCLUDED.description`)
  expect(await termsOf()).toContain('~ghi de')
  await server.pool.query(`
    INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, noi_dung) VALUES ('a', '', '912345678', 'x', 'gói');
    INSERT INTO mesbank (sender, money, datetime, str_mes) VALUES ('VCB', 1, now(), 'chuyển');
    UPDATE lstracuu SET noi_dung = 'khác'; UPDATE mesbank SET str_mes = 'trả'`)
  expect([await termsOf('lstracuu'), await termsOf('mesbank')]).toEqual([
    ['goi', 'khac'],
    ['chuyen', 'tra'],
  ])
})

test('a text matches words by their end or beginning, pairs by both ends, and whole words in between (threats F4)', async () => {
  await notes('xác nhận lại số', 'khách nhận quà', 'nhan', 'quen')
  expect(await termsWith('han')).toBe("('nhan')")
  expect(await termsWith('ac nh')).toBe("('~xac nhan')")
  expect(await termsWith('ch nhan qu')).toBe("('~khach nhan') & ('~nhan qua')")
  // A word between has to be whole.
  expect(await termsWith('ac nha la')).toBe('')
  expect(await termsWith('kh ng')).toBe('')
  // One part that no text has is enough.
  expect(await termsWith('ch nhan vo')).toBe('')
  expect(await termsWith('q', 2)).toBe("('qua' | 'quen')")
  expect(await termsWith('q', 1)).toBeNull()
  expect(await termsWith('a'.repeat(101))).toBeNull()
})

test('a search by terms finds exactly the rows that contain the text: parts of words, of pairs, of words beyond a hundred letters', async () => {
  const long = 'y'.repeat(140)
  // Longer than what is kept of a word: looked for in the texts.
  await notes(`z${long}`)
  expect(await found('y'.repeat(120))).toEqual([`z${long}`])
  await notes('khách quen', 'khác-h quen', `${long}het cuoi`, 'xách quà', 'KHÁCH  QUEN')
  expect(await found('ach que')).toEqual(['khách quen'])
  expect(await found('ch qu')).toEqual(['khách quen', 'xách quà'])
  expect(await found('het cuo')).toEqual([`${long}het cuoi`])
  expect(await found('yhet')).toEqual([`${long}het cuoi`])
  expect(await found('uen khach')).toEqual([])
})

test('each word is stored once, and texts without letters add none', async () => {
  await notes('khách quen', 'khách quen', '12/2026', '')
  await notes('khách quen')
  const { rows } = await server.pool.query<{ term: string }>('SELECT term FROM search_terms')
  expect(rows.map(({ term }) => term).toSorted()).toEqual(['khach', 'quen', '~khach quen'])
})

const needless = async (): Promise<string> =>
  JSON.stringify(
    (await server.pool.query<{ terms: object[] }>('SELECT needless_terms() AS terms')).rows[0]?.terms,
  )
const remove = async (terms: string): Promise<number | undefined> =>
  (await server.pool.query<{ n: number }>(`SELECT remove_terms($1) AS n`, [terms])).rows[0]?.n
const prune = async () => remove(await needless())

test('words that no text has any more, and duplicates, are removed, but not while somebody adds words', async () => {
  await notes('khách quen', 'khách lạ')
  await server.pool.query(`DELETE FROM blacklist WHERE description = 'khách quen'`)
  await server.pool.query(`INSERT INTO search_terms VALUES ('blacklist', 'la'), ('mesbank', 'khach')`)
  const adding = await server.pool.connect()
  await adding.query('BEGIN')
  await adding.query(`SELECT add_terms('blacklist', ARRAY['khach'])`)
  expect(await prune()).toBe(0)
  await adding.query('COMMIT')
  adding.release()
  expect(await prune()).toBe(4)
  expect(await termsOf()).toEqual(['khach', 'la', '~khach la'])
  const { rowCount } = await server.pool.query('SELECT FROM search_terms')
  expect(rowCount).toBe(3)
})

test('a word found unused is kept when a text contains it again before the removal', async () => {
  await notes('khách quen')
  await server.pool.query('TRUNCATE blacklist')
  await server.pool.query(`
    INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, noi_dung) VALUES ('a', '', '912345678', 'x', 'gói');
    INSERT INTO mesbank (sender, money, datetime, str_mes) VALUES ('VCB', 1, now(), 'chuyển');
    INSERT INTO search_terms VALUES ('lstracuu', 'goi'), ('lstracuu', 'cuoc'), ('mesbank', 'tien')`)
  const found = await needless()
  await notes('quen')
  await server.pool.query(`
    INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, noi_dung) VALUES ('a', '', '912345678', 'x', 'cước');
    INSERT INTO mesbank (sender, money, datetime, str_mes) VALUES ('VCB', 1, now(), 'tiền')`)
  expect(await remove(found)).toBe(3)
  expect([await termsOf(), await termsOf('lstracuu'), await termsOf('mesbank')]).toEqual([
    ['quen'],
    ['cuoc', 'goi'],
    expect.arrayContaining(['chuyen', 'tien']),
  ])
})

test('a text saved while its words are being removed has them afterwards', async () => {
  await notes('khách quen')
  await server.pool.query('TRUNCATE blacklist')
  const pruning = await server.pool.connect()
  await pruning.query('BEGIN')
  await pruning.query('SELECT remove_terms(needless_terms())')
  const saved = notes('khách quen')
  const waiting = async () =>
    (
      await server.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rowCount
  await expect.poll(waiting).toBe(1)
  await pruning.query('COMMIT')
  pruning.release()
  await saved
  expect(await termsOf()).toEqual(['khach', 'quen', '~khach quen'])
})

test('a search for parts reads no unrelated text, and finds its page and count in one pass (threats F4)', async () => {
  for (let from = 0; from < 9_000; from += 3000)
    await server.pool.query(`
      INSERT INTO blacklist (phone_number, description, "createdAt")
      SELECT 300000000 + n, 'nhiều người ' || translate((n % 300)::text, '0123456789', 'abcdefghij'),
        now() - make_interval(secs => n) FROM generate_series(${from + 1}, ${from + 3000}) n`)
  await notes('xhiếm hoi', 'xhiếm hoi nữa')
  await server.pool.query('ANALYZE blacklist')
  const plans: string[] = []
  hearPlans([server.ownPool], (plan) => void plans.push(plan))
  const admin = await server.as('admin')
  const answer = await admin.get('/api/v1/blacklist?description=iem%20hoi&count=1')
  expect(answer.data).toMatchObject({
    values: [{ description: expect.stringMatching('^xhiếm hoi') }],
    count: 2,
  })
  const second = await admin.get('/api/v1/blacklist?description=iem%20hoi&count=1&page=1')
  expect((second.data as Found).values).toHaveLength(1)
  expect(second.data).not.toEqual(answer.data)
  const whole = plans.filter((plan) => plan.includes('found'))
  expect(whole).toHaveLength(2)
  expect(whole[0]?.match(/Bitmap Index Scan on blacklist_words/g)).toHaveLength(1)
  expect(plans.join()).not.toMatch(/Seq Scan on blacklist|blacklist_description/)
})

test('list and export find the same rows', async () => {
  await notes('khách nợ', 'khách quen', 'xkhách lạ')
  const admin = await server.as('admin')
  expect(await found('khach')).toHaveLength(2)
  const sheet = await admin.get('/api/v1/blacklist/export?description=khach')
  expect(sheet.headers['x-total-count']).toBe('2')
})

test('whether words or parts are searched depends only on what the caller may see (threats A1)', async () => {
  const looked = (username: string, text: string) =>
    server.pool.query(
      `INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, noi_dung) VALUES ($1, '', '912345678', 'x', $2)`,
      [username, text],
    )
  await looked('sale111', 'xbình an')
  const seller = await server.as('sale111')
  const ownCount = async () => ((await seller.get('/api/v1/lstracuu?noi_dung=binh')).data as Found).count
  expect(await ownCount()).toBe(1)
  await looked('sale112', 'bình an')
  expect(await ownCount()).toBe(1)
  // A list with totals over its rows has them for few rows too.
  const { data } = await (await server.as('admin')).get('/api/v1/lstracuu?noi_dung=binh')
  expect(data).toHaveProperty('countByName')
})

test('adding a filter never adds rows: whether words or parts are searched depends on the text alone', async () => {
  await notes('khách an tâm', 'nhà dân', 'ban sáng')
  const admin = await server.as('admin')
  const all = async (filter: string) =>
    ((await admin.get(`/api/v1/blacklist?description=an${filter}`)).data as Found).count
  expect(await all('')).toBe(1)
  expect(await all('&message=200000002')).toBe(0)
})

test('rare words are found by their index, frequent words as parts of the newest rows (threats F4)', async () => {
  for (let from = 0; from < 10_500; from += 3500)
    await server.pool.query(`
      INSERT INTO blacklist (phone_number, description, "createdAt")
      SELECT 300000000 + n, 'nhiều người ' || translate((n % 300)::text, '0123456789', 'abcdefghij') || CASE WHEN n % 1000 = 0 THEN ' hiếm hoi' ELSE '' END,
        now() - make_interval(secs => n) FROM generate_series(${from + 1}, ${from + 3500}) n`)
  await notes('xnhiều người', 'xhiếm hoi')
  await server.pool.query('ANALYZE blacklist')
  expect(await found('hiem hoi')).toHaveLength(10)
  const admin = await server.as('admin')
  const many = (await admin.get('/api/v1/blacklist?description=nhieu%20nguoi&count=1')).data as Found
  expect(many.values[0]?.description).toBe('xnhiều người')
  const plans: string[] = []
  hearPlans([server.ownPool], (plan) => void plans.push(plan))
  const part = (await admin.get('/api/v1/blacklist?description=hieu%20nguo&count=1')).data as Found
  expect(part).toMatchObject({ values: [{ description: 'xnhiều người' }], count: 10_000, more: true })
  expect(plans.join()).not.toContain('CTE found')
})

test('words of more rows than the count limit, but not frequent ones, are searched only once (threats F4)', async () => {
  await server.pool.query(`
    INSERT INTO blacklist (phone_number, description)
    SELECT 300000000 + n, CASE WHEN n % 50 = 0 THEN 'giá cao' ELSE 'khách quen' END FROM generate_series(1, 3000) n`)
  await server.pool.query('ANALYZE blacklist')
  const plans: string[] = []
  hearPlans([server.ownPool], (plan) => void plans.push(plan))
  const admin = await server.as('admin')
  const search = async (text: string) =>
    (await admin.get(`/api/v1/blacklist?description=${text}&count=1`)).data as Found
  for (const text of ['gia%20cao', 'ia%20ca']) {
    expect((await search(text)).count).toBe(60)
    expect(plans.splice(0).join()).toContain('CTE found')
  }
  // As of a table of a million rows, of which 20,000 have the words.
  await server.pool.query(
    `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', 'blacklist', 'reltuples', 1000000::real)`,
  )
  await notes('mới')
  // Whole words are still sought as words, parts in the texts themselves: 20,000 of a million rows are not too many for either.
  for (const [text, condition] of [
    ['gia%20cao', 'words_of('],
    ['ia%20ca', '~~'],
  ] as const) {
    expect((await search(text)).count).toBe(60)
    expect(plans.join()).not.toContain('CTE found')
    const pages = plans.splice(0).filter((plan) => plan.includes('json_agg'))
    expect(pages).toEqual([expect.stringContaining(condition)])
  }
})

test('words that are frequent although the planner does not know it are counted up to the limit, and the page has the newest rows', async () => {
  await notes('khách quen', ...Array.from({ length: 200 }, (_, n) => `khác ${'b'.repeat(n % 20)}`))
  await server.pool.query('ANALYZE blacklist')
  await server.pool.query(`
    INSERT INTO blacklist (phone_number, description, "createdAt")
    SELECT 300000000 + n, 'quen ' || n, now() + make_interval(secs => n) FROM generate_series(1, 10300) n`)
  const admin = await server.as('admin')
  const answer = await admin.get('/api/v1/blacklist?description=quen&count=1')
  expect(answer.data).toMatchObject({ values: [{ description: 'quen 10300' }], count: 10_000, more: true })
})

test('every text that is searched by words has a word index (threats F4)', async () => {
  const searched = resources.flatMap((resource) =>
    Object.values(resource.filter).flatMap(({ op, on }) =>
      op === 'words' ? [{ table: tableOf(resource), column: `${on}_fold` }] : [],
    ),
  )
  expect(searched.length).toBeGreaterThan(0)
  for (const { table, column } of searched) {
    const { rows } = await server.pool.query<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE tablename = $1 AND indexdef LIKE '%gin (words_of(' || $2 || '))'`,
      [table, column],
    )
    expect([table, rows.length]).toEqual([table, 1])
  }
})
