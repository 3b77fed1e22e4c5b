/** Closed months in the database: after late changes in any order, all months together pay the right sum. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import {
  addClockings,
  addLine,
  addMfy,
  addMonth,
  addPrices,
  addRequest,
  asSettings,
  firstParameters,
  nextPhone,
  seededRandom,
  randomParameters,
  vn,
  type Pick,
} from '#test/payroll-books.ts'
import { rounds } from '#test/rounds.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await organisationDatabase()
  await addPrices(database.pool)
})
afterAll(() => database.drop())

const people = ['sale111', 'sale112', 'sale121', 'leader11']
const defaults = JSON.stringify(asSettings(firstParameters))
const first = (month: string): string => `${month}-01`
const run = (text: string) => database.pool.query(text)
const nothingClosed = () =>
  run('TRUNCATE payroll_closing, payroll_adjustment, payroll_touched, dated_setting CASCADE')

type Row = { username: string; luongThucNhan: number; dieuChinh: number; chiTra: number }
const rowsOf = async (from: ReturnType<typeof sql>): Promise<Row[]> =>
  (
    await database.pool.query<Row>(sql`
      SELECT username, "luongThucNhan"::float8, "dieuChinh"::float8, "chiTra"::float8 FROM ${from} r`)
  ).rows
const paid = (month: string) => rowsOf(sql`payroll_rows(${first(month)}, ${defaults}, NULL)`)
/** Payroll from all current data. */
const right = (month: string) =>
  rowsOf(sql`payroll(${first(month)}, payroll_parameters(${first(month)}, ${defaults}))`)
const close = async (month: string): Promise<string> =>
  (
    await database.pool.query<{ id: string }>(
      sql`SELECT close_payroll(${first(month)}, ${defaults}, 'admin', '', '[]') AS id`,
    )
  ).rows[0]?.id ?? ''
const reopen = (month: string) =>
  database.pool.query(sql`
    UPDATE payroll_closing SET mo_lai_boi = 'admin', mo_lai_luc = now(), mo_lai_ly_do = 'Sai'
    WHERE thang = ${first(month)} AND mo_lai_luc IS NULL`)

type Due = { cua_thang: string; username: string; loai: string; ma: string; so: number }
const adjustments = async (month: string): Promise<Due[]> =>
  (
    await database.pool.query<Due>(sql`
      SELECT cua_thang, username, loai, ma, so::float8 FROM payroll_adjustments(${first(month)}, NULL) ORDER BY 1, 2, 3, 4`)
  ).rows

function add(sums: Map<string, number>, rows: readonly Row[], field: 'luongThucNhan' | 'chiTra'): void {
  for (const row of rows) sums.set(row.username, (sums.get(row.username) ?? 0) + row[field])
}
const nonZero = (sums: Map<string, number>) =>
  Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).toSorted(([a], [b]) => a.localeCompare(b)))

/** A random late change in any of the months. */
async function happen(pick: Pick, months: readonly string[]): Promise<void> {
  const month = months[pick(months.length)] ?? ''
  const username = people[pick(people.length)] ?? ''
  const randomTime = (): Date => vn(`${month}-${String(1 + pick(28)).padStart(2, '0')} 10:00`)
  const one = `id = (SELECT id FROM revenue_line WHERE line_id = id ORDER BY track1 OFFSET ${pick(60)} LIMIT 1)`
  switch (pick(12)) {
    case 10:
    case 11:
      await addMfy(database.pool, pick, people, randomTime())
      await run(`UPDATE mfy SET ${pick(2) ? `created_at = '${randomTime().toISOString()}'` : 'deleted_at = now()'}
        WHERE id = (SELECT id FROM mfy ORDER BY so_dien_thoai OFFSET ${pick(30)} LIMIT 1)`)
      return
    case 0:
      await addLine(database.pool, { at: randomTime(), owner: username, price: pick(3_000_001) })
      return
    case 1:
      await run(`UPDATE revenue_line SET deleted_at = now(), deleted_by = 'admin' WHERE ${one}`)
      return
    case 2:
      await run(`UPDATE revenue_line SET username_nv = '${username}' WHERE ${one}`)
      return
    case 3:
      await run(
        `UPDATE revenue_line SET status = '${pick(2) ? 'FAILD' : 'SUCCESS'}', ti_le_doanh_thu = ${pick(101)} WHERE ${one}`,
      )
      return
    case 4:
      // Moves a line to another month.
      await database.pool.query(
        sql`UPDATE revenue_line SET ngay_thanh_cong = ${randomTime()} WHERE track0 = 'import' AND id = (
          SELECT id FROM revenue_line WHERE line_id = id ORDER BY track1 OFFSET ${pick(60)} LIMIT 1)`,
      )
      return
    case 5:
      await addRequest(database.pool, {
        phone: nextPhone(),
        staff: username,
        at: randomTime(),
        type: 5,
        price: pick(200_001),
        first: 'truy_thu',
      })
      return
    case 6:
      await run(`UPDATE requestrefund SET trang_thai_truy_thu_hoan_theo_goi = '${pick(2) ? 'truy_thu' : 'da_truy_thu'}'
        WHERE id = (SELECT id FROM requestrefund ORDER BY created_time, id OFFSET ${pick(20)} LIMIT 1)`)
      return
    case 7:
      await database.pool.query(sql`
        INSERT INTO payroll_input (username, thang, "thiDuaThang", "cheTaiKhac", "kyQuyTamUng", ngay_cong, updated_by)
        VALUES (${username}, ${first(month)}, ${pick(900_000)}, ${pick(200_000)}, ${pick(200_000)}, ${pick(3) ? null : pick(56) / 2}, 'admin')
        ON CONFLICT (username, thang) DO UPDATE SET "thiDuaThang" = excluded."thiDuaThang", "cheTaiKhac" = excluded."cheTaiKhac",
          "kyQuyTamUng" = excluded."kyQuyTamUng", ngay_cong = excluded.ngay_cong`)
      return
    case 8:
      await addClockings(database.pool, month, [
        {
          username,
          day: `${month}-${String(1 + pick(28)).padStart(2, '0')}`,
          in: 28_800,
          out: 61_200,
          decision: null,
        },
        { username, day: null, in: 28_800, out: 43_200, decision: null },
      ])
      return
    default:
      await run(`DELETE FROM timekeeping WHERE id IN (SELECT id FROM timekeeping WHERE thang = '${first(month)}'
        AND username = '${username}' ORDER BY ngay, vao, id LIMIT 5)`)
  }
}

test('D3-PAY-07, D3-PAY-06: for any order of late events the sum over the months equals the pay with full knowledge, and closed rows stay', async () => {
  let moved = 0
  for (let seed = 1; seed <= rounds(2, 40); seed += 1) {
    const pick = seededRandom(seed)
    const months = [0, 1, 2].map((n) => `${1980 + seed}-0${n + 4}`)
    await nothingClosed()
    for (const month of months) {
      await addMonth(database.pool, pick, month, people)
      for (const [key, value] of Object.entries(asSettings(randomParameters(pick, month, people))))
        await database.pool.query(sql`
          INSERT INTO dated_setting (key, tu_ngay, value, username) VALUES (${key}, ${first(month)}, ${JSON.stringify(value)}::jsonb, 'admin')`)
    }
    const closedRows = new Map<string, { id: string; rows: Row[] }>()
    const closed: string[] = []
    for (let step = 0; step < 48; step += 1) {
      await happen(pick, months)
      const last = closed.at(-1)
      if (step % 12 === 11 && closed.length < 2) {
        const next = months[closed.length] ?? ''
        // The closing stores exactly the amounts to be paid.
        const rows = await paid(next)
        closedRows.set(next, { id: await close(next), rows })
        closed.push(next)
      } else if (last !== undefined && pick(30) === 0) {
        await reopen(last)
        closedRows.delete(last)
        closed.pop()
      }
    }
    const [due, full] = [new Map<string, number>(), new Map<string, number>()]
    for (const month of months) {
      add(due, await paid(month), 'chiTra')
      add(full, await right(month), 'luongThucNhan')
    }
    expect({ seed, ...nonZero(due) }).toEqual({ seed, ...nonZero(full) })
    for (const [month, { id, rows }] of closedRows) {
      expect(await paid(month)).toEqual(expect.arrayContaining(rows))
      expect((await database.pool.query(sql`SELECT payroll_unlike(${id})`)).rows).toEqual([])
    }
    // Each adjustment equals the sum of its rows.
    for (const month of months) {
      const byAdjustments = new Map<string, number>()
      for (const { username, so } of await adjustments(month))
        byAdjustments.set(username, (byAdjustments.get(username) ?? 0) + so)
      const bySlips = new Map((await paid(month)).map(({ username, dieuChinh }) => [username, dieuChinh]))
      expect({ month, ...nonZero(byAdjustments) }).toEqual({ month, ...nonZero(bySlips) })
      moved += byAdjustments.size
    }
  }
  // Histories without late changes would prove nothing.
  expect(moved).toBeGreaterThan(rounds(2, 40))
}, 240_000)

test('D3-PAY-07: each kind of late change is detected by itself', async () => {
  await nothingClosed()
  await addClockings(database.pool, '2019-03', [
    { username: 'nguoimoi', day: '2019-03-05', in: 28_800, out: 61_200, decision: null },
  ])
  const { rows } = await database.pool.query<{ id: string }>(sql`
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, gia_ban_goi, created_at)
    VALUES (${nextPhone()}, 'leader21', '', 'VD90', 1, ${vn('2019-03-05 10:00')}) RETURNING id`)
  const mfy = rows[0]?.id
  await run(
    `INSERT INTO mfy_wait (mfy_id, lan, username_nv, began, ended, ket_qua) VALUES ('${mfy}', 1, 'sale211', now(), now(), 'qua_han')`,
  )
  await close('2019-03')
  const due = async () => (await adjustments('2019-04')).map(({ username, loai }) => [username, loai])
  expect(await due()).toEqual([])
  await addLine(database.pool, { at: vn('2019-03-08 10:00'), owner: 'sale111', price: 900_000 })
  await addRequest(database.pool, {
    phone: nextPhone(),
    staff: 'sale112',
    at: vn('2019-03-08 10:00'),
    type: 5,
    price: 100_000,
    first: 'truy_thu',
  })
  await addClockings(database.pool, '2019-03', [
    { username: 'sale113', day: '2019-03-05', in: 28_800, out: 61_200, decision: null },
  ])
  await run(
    `INSERT INTO payroll_input (username, thang, "nhanKhac", updated_by) VALUES ('sale121', '2019-03-01', 1000, 'admin')`,
  )
  await run(`UPDATE mfy SET trang_thai = 'thu_hoi', username_nv = 'sale122' WHERE id = '${mfy}'`)
  await run(`UPDATE mfy_wait SET truy_thu = 30000 WHERE mfy_id = '${mfy}' AND username_nv = 'sale211'`)
  await run(
    `INSERT INTO users (username, fullname, email, password_hash, role_id) SELECT 'nguoimoi', 'Người mới', 'moi@example.vn', '', role_id FROM users WHERE username = 'sale111'`,
  )
  const kinds = (await due()).filter(([, loai]) => loai !== 'tinh_lai')
  expect(Object.fromEntries(kinds)).toEqual({
    nguoimoi: 'cong',
    sale111: 'dong',
    sale112: 'nap_tien',
    sale113: 'cong',
    sale121: 'nhap_tay',
    sale122: 'mfy_thu_hoi',
    sale211: 'mfy_qua_han',
  })
  // Deleting a request notifies its seller.
  await close('2019-04')
  await run(`UPDATE mfy SET deleted_at = now() WHERE id = '${mfy}'`)
  expect(await adjustments('2019-05')).toMatchObject([
    { username: 'sale122', loai: 'mfy_thu_hoi', so: 30_001 },
    { username: 'sale211', loai: 'mfy_qua_han', so: 30_000 },
  ])
})
