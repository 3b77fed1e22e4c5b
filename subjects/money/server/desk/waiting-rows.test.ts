/** What a page of the desk costs: warnings are part of one plan that is kept, and still see every other row. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import { actorOf } from '#kit/server/actor.ts'
import type { Ctx } from '#kit/server/context.ts'
import { newContext } from '#kit/server/transaction.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { countWaiting, waitingRows } from './waiting-rows.ts'

let server: TestServer
let client: PoolClient
beforeAll(async () => {
  server = await startTestServer()
  client = await server.pool.connect()
  // The plan that serves all values, as after some reads.
  await client.query('SET plan_cache_mode = force_generic_plan')
})
beforeEach(() =>
  client.query(`
    TRUNCATE giahoantien, requestrefund, mesbank, transfer_use, revenue_line, mfy CASCADE;
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000)`),
)
afterAll(async () => {
  client.release(true)
  await server.close()
})

async function ctxOf(username: string): Promise<Ctx> {
  const { rows } = await client.query<{ id: string }>(sql`SELECT id FROM users WHERE username = ${username}`)
  const actor = await actorOf(client, rows[0]?.id ?? '')
  if (!actor) throw new Error(`no account ${username}`)
  return newContext(server.api.services, { ...actor, requestId: 'test' }, client).ctx
}
const kindOf = (name: string) => {
  const kind = waitingKinds.find((one) => one.name === name)
  if (!kind) throw new Error(`no kind ${name}`)
  return kind
}
const page = { looked: null, username: undefined, place: null, limit: 51 }
const idOf = async (statement: ReturnType<typeof sql>): Promise<string> =>
  (await client.query<{ id: string }>(statement)).rows[0]?.id ?? ''
type Made = { type?: number; by?: string; days?: number }
const request = ({ type = 2, by = 'sale111', days = 0 }: Made = {}): Promise<string> =>
  idOf(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, created_time)
    VALUES (${by}, '', '917000845', 'VD90', ${type}, 90000, now() - make_interval(days => ${days})) RETURNING id`)
const message = (money: number): Promise<string> =>
  idOf(sql`
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
    VALUES ('TCB', ${money}, now(), ${`0917000845 VD90 ${money}`}, '917000845', 'VD90', 'cao') RETURNING id`)

test('the warnings of a row are planned within the statement of its page, not looked up by functions (D3-APR-03)', async () => {
  const { rows: ownFunctions } = await client.query<{ name: string }>(`
    SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      AND prolang IN (SELECT oid FROM pg_language WHERE lanname IN ('sql', 'plpgsql'))`)
  const names = new Set(ownFunctions.map(({ name }) => name))
  const called = async (view: string): Promise<string[]> => {
    const plan = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (VERBOSE, COSTS OFF) SELECT * FROM ${view}`,
    )
    const lines = plan.rows.flatMap((row) =>
      [...row['QUERY PLAN'].matchAll(/(\w+)\(/g)].map(([, name = '']) => name),
    )
    return [...new Set(lines.filter((name) => names.has(name)))].toSorted()
  }
  // Texts of found warnings, a setting read once, the turn of what needs two approvals, and orders of found messages.
  expect(await called('requestrefund_list')).toEqual(['approval_turn', 'dong', 'setting_number', 'whose'])
  expect(await called('mfy_list')).toEqual(['dong', 'whose'])
  expect(await called('mesbank_list')).toEqual(['dong', 'names_package', 'order_words', 'paid_difference'])
})

test('a price is found by its index, also where the compared text has another collation (D3-APR-03)', async () => {
  await client.query(`
    INSERT INTO giahoantien (ten_goi_cuoc) SELECT 'G' || n FROM generate_series(1, 3000) n;
    ANALYZE giahoantien`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    'EXPLAIN SELECT lech_tien, goi_la, cao_hon_gia, hoan_them_la FROM requestrefund_list',
  )
  expect(
    rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Seq Scan on giahoantien')),
  ).toEqual([])
})

test.each(waitingKinds)(
  'first page and count of $name keep their plan, rare requests keep none (D3-APR-03)',
  async (kind) => {
    const ctx = await ctxOf('quanly')
    const preparedCount = async (): Promise<number> => {
      const { rows } = await client.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM pg_prepared_statements',
      )
      return rows[0]?.n ?? 0
    }
    const before = await preparedCount()
    await waitingRows(kind, page, ctx)
    await countWaiting(kind, 500, ctx)
    expect(await preparedCount()).toBe(before + 2)
    await waitingRows(kind, page, ctx)
    await countWaiting(kind, 500, ctx)
    await waitingRows(
      kind,
      { ...page, place: { since: '2026-11-01T00:00:00Z', id: ctx.actor.id, kind: 'x' } },
      ctx,
    )
    await waitingRows(kind, { ...page, looked: 500 }, ctx)
    await waitingRows(kind, { ...page, username: 'sale111' }, ctx)
    expect(await preparedCount()).toBe(before + 2)
  },
)

test('the count of the menu does not compute warnings (D3-ONE-03)', async () => {
  const texts: string[] = []
  const ctx = await ctxOf('quanly')
  const db = { query: (statement: { text: string }) => (texts.push(statement.text), client.query(statement)) }
  await request()
  const counted = await countWaiting(kindOf('hoan-goi'), 0, { ...ctx, db: db as Ctx['db'] })
  expect(counted).toEqual({ count: 1, sum: 12_000, warned: null })
  expect(texts.filter((text) => text.includes('lech_tien'))).toEqual([])
})

test('a change of another row changes the warning at the next read with the same plan, and is counted for readers without names too (D3-APR-03)', async () => {
  const manager = await ctxOf('quanly')
  const office: Ctx = { ...manager, actor: { ...manager.actor, priority: 6 } }
  const read = async (name: string): Promise<string[]> => {
    const warningsOfRows = (await waitingRows(kindOf(name), page, manager)).map(({ warnings }) => warnings)
    for (const ctx of [manager, office]) {
      const rows = await waitingRows(kindOf(name), page, ctx)
      const warned = rows.filter(({ warnings }) => warnings.length > 0)
      expect(await countWaiting(kindOf(name), 500, ctx)).toMatchObject({
        count: rows.length,
        warned: warned.length,
      })
      expect(await waitingRows(kindOf(name), { ...page, looked: 500 }, ctx)).toEqual(warned)
    }
    return warningsOfRows.flat().map((text) => text.replaceAll(/\d\d:\d\d |\d\d-\d\d-\d{4}/g, '…'))
  }
  const change = (text: string) => client.query(text)
  const none = 'Không thấy đăng ký VD90 của số này trong 31 ngày trước và sau đơn'
  await request()
  await change(`UPDATE requestrefund SET request_method = 1, refund_price = 12000`)
  expect(await read('hoan-goi')).toEqual([none])
  await change(`INSERT INTO revenue_line (line_id, track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong)
    VALUES (uuidv7(), '9084', 'x', 917000845, 'VD90', 90000, now())`)
  expect(await read('hoan-goi')).toEqual([])
  await change(`UPDATE revenue_line SET status = 'FAILD'`)
  expect(await read('hoan-goi')).toEqual(['Đăng ký VD90 ngày … không thành công'])
  await change(`UPDATE revenue_line SET status = 'SUCCESS'`)
  await change(`UPDATE giahoantien SET gia_gia_han = 13000`)
  expect(await read('hoan-goi')).toEqual(['Tiền hoàn lệch 1,000: đơn ghi 12,000, bảng giá nay là 13,000'])
  await change(`UPDATE giahoantien SET gia_goi = 10000`)
  expect(await read('hoan-goi')).toEqual([
    'Tiền hoàn lệch 1,000: đơn ghi 12,000, bảng giá nay là 13,000',
    'Tiền hoàn 12,000, cao hơn giá gói VD90 (10,000)',
  ])
  await change(`UPDATE giahoantien SET deleted_at = now()`)
  expect(await read('hoan-goi')).toEqual(['Gói "VD90" không có trong bảng giá'])
  await change(
    `UPDATE giahoantien SET deleted_at = NULL, gia_gia_han = 12000, gia_goi = 90000, ten_goi_cuoc = 'vd 90'`,
  )
  expect(await read('hoan-goi')).toEqual([])
  const earlier = await request({ days: 20, by: 'sale121' })
  expect((await read('hoan-goi')).filter((text) => text.startsWith('Cũng có đơn hoàn'))).toHaveLength(2)
  await change(`UPDATE requestrefund SET trang_thai_duyet_hoan_goi = 1, username_duyet_trang_thai_duyet_hoan_goi = 'quanly',
    ma_trang_thai_giao_dich_doi_tac = -9999 WHERE id = '${earlier}'`)
  expect(await read('hoan-goi')).toEqual(['Số này đã được hoàn 12,000 ngày …, cách 20 ngày, cùng gói VD90'])
})

test("another order's use of a transfer changes the warning at the next read with the same plan (D3-APR-03, D3-QR-03)", async () => {
  const manager = await ctxOf('quanly')
  const read = async (): Promise<string[]> =>
    (await waitingRows(kindOf('nap-tien'), page, manager)).flatMap(({ warnings }) => warnings)
  const id = await request({ type: 5 })
  const paid = await message(90_000)
  expect(await read()).toEqual([])
  await client.query(`UPDATE mesbank SET money = 80000 WHERE id = '${paid}'`)
  expect(await read()).toEqual(['Khách chuyển thiếu 10,000: đơn cần 90,000, tin ngân hàng báo 80,000'])
  // A second message that pays the rest.
  const restMessage = await message(10_000)
  await client.query(`
    INSERT INTO transfer_use (message_id, kind, order_id, chenh_lech, chenh_lech_truoc, username, lan, phai_thu)
    VALUES ('${paid}', 'nap_tien', '${id}', 0, 0, 'quanly', 1, 90000), ('${restMessage}', 'nap_tien', '${id}', 0, 0, 'quanly', 2, 90000)`)
  expect(await read()).toEqual([])
  await client.query(
    `DELETE FROM transfer_use; DELETE FROM mesbank WHERE id = '${restMessage}'; UPDATE mesbank SET money = 90000`,
  )
  const other = await request({ type: 5, by: 'sale121', days: 1 })
  await client.query(
    `UPDATE requestrefund SET status_duyet_don = 1, approver = 'quanly' WHERE id = '${other}'`,
  )
  expect((await read()).map((text) => text.slice(0, 20))).toEqual([
    'Số này đã được nạp 9',
    'Tin ngân hàng 90,000',
  ])
  await client.query(
    `UPDATE mesbank SET trang_thai_duyet_thong_tin = '2', username_duyet_trang_thai_duyet_thong_tin = 'quanly'`,
  )
  expect((await read()).map((text) => text.slice(0, 20))).toEqual(['Số này đã được nạp 9'])
})

test('a recorded use of a message takes precedence over a use derived from times (D3-APR-03, D3-QR-03)', async () => {
  const id = await request({ type: 5 })
  const paid = await message(90_000)
  await client.query(`
    INSERT INTO giagoimfy (ten_goi_cuoc, gia_t1) VALUES ('VD90', 90000) ON CONFLICT DO NOTHING`)
  const mfy = await idOf(sql`
    INSERT INTO mfy (so_dien_thoai, ma_goi, gia_ban_goi, username_nv, ten_nv) VALUES ('917000845', 'VD90', 1, 'sale121', '') RETURNING id`)
  const usedBy = async (): Promise<string | null> => {
    const { rows } = await client.query<{ said: string | null }>(
      sql`SELECT transfer_used_by(${paid}, ${id}, true) AS said`,
    )
    return rows[0]?.said?.slice(0, 12) ?? null
  }
  expect(await usedBy()).toBeNull()
  const record = (order: string, kind: string) =>
    client.query(sql`
      INSERT INTO transfer_use (message_id, kind, order_id, chenh_lech, chenh_lech_truoc, username, lan, phai_thu)
      VALUES (${paid}, ${kind}, ${order}, 0, 0, 'quanly', 1, 90000)`)
  await record(mfy, 'mfy')
  expect(await usedBy()).toBe('đơn Mfy VD90')
  await client.query(`UPDATE transfer_use SET ended_at = now(), ended_by = 'quanly'`)
  expect(await usedBy()).toBeNull()
  // By its times alone the message is that of the marked request, until it is recorded for another one.
  await client.query(`UPDATE mfy SET trang_thai_thu_tien = collection_da_chuyen_khoan()`)
  expect(await usedBy()).toBe('đơn Mfy VD90')
  await record(id, 'nap_tien')
  expect(await usedBy()).toBeNull()
})
