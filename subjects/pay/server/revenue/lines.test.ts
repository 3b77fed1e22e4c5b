/** Registrations and their refunds: after any events in any order, the lines equal those of a naive matcher. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { rounds } from '#test/rounds.ts'
import { trailOf } from '#test/trail.ts'
import { withTransaction } from '#platform/server/db/pool.ts'
import { naiveLines, type Line, type Report, type Request } from '#test/naive-lines.ts'
import { revenueLines } from '#test/revenue-lines.ts'
import { setSettings } from '#test/settings.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await organisationDatabase()
  await database.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000), ('VD120', 15000, 120000)`)
  // One account enters all requests here.
  await setSettings(database.pool, { 'refund.waitingLimit': 10_000 })
})
afterAll(() => database.drop())

const hour = 3_600_000
const start = Date.parse('2026-10-01T03:00:00Z')

/** A small seeded generator, so that a failing history can be reproduced. */
function random(seed: number): (n: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return (state >>> 8) % n
  }
}

const { nextPhone, arrive, report, request, stored } = revenueLines(() => database.pool)

/** Plays `events` arrivals and changes of one phone; returns the lines according to the naive matcher. */
async function live(phone: string, seed: number, events: number): Promise<Line[]> {
  const pick = random(seed)
  const sources = ['mfy', '9084', '9084new2', '9332', 'ketqua', 'import']
  const reports: Report[] = []
  const requests: Request[] = []
  let lines: Line[] = []
  // Every other history has few distinct times, so that distances and times are often equal.
  const randomTime = (): number => start + (seed % 2 ? pick(288) * (hour / 2) : pick(12) * 6 * hour)
  const owner = (): string => ['sale111', 'sale112', 'sale211'][pick(3)] ?? ''
  for (let n = 0; n < events; n += 1) {
    const step = pick(12)
    const old = reports[pick(Math.max(1, reports.length))]
    const drawnRequest = requests[pick(Math.max(1, requests.length))]
    if (step < 4 || !old) {
      const made = { track0: sources[pick(sources.length)] ?? '', at: randomTime(), owner: owner() }
      reports.push({ ...made, ...(await arrive(phone, made)), deleted: false })
    } else if (step < 6 || !drawnRequest) {
      const made = {
        at: randomTime() + (pick(6) - 3) * 12 * 24 * hour,
        other: pick(3) * 1000,
        type: pick(2) + 1,
      }
      const id = await request(phone, made.at, made.other, made.type)
      requests.push({
        id,
        at: made.at,
        amount: 12_000 + made.other,
        effective: true,
        decided: false,
        underWay: false,
      })
    } else if (step === 6) {
      // With few distinct times two reports are often set at the same one.
      old.set = { ...old.set, at: start + pick(4), status: pick(2) ? 'FAILD' : 'SUCCESS', ratio: pick(100) }
      if (pick(2)) old.set.owner = owner()
      await database.pool.query(sql`
        UPDATE revenue_line SET set_status = ${old.set.status}, set_ti_le = ${old.set.ratio},
          set_username = ${old.set.owner ?? null}, set_at = ${new Date(old.set.at)}
        WHERE track0 = ${old.track0} AND track1 = ${old.track1}`)
    } else if (step === 7) {
      // A source deletes its report; a user deletes a line.
      reports.splice(reports.indexOf(old), 1)
      await database.pool.query(sql`
        DELETE FROM revenue_line WHERE track0 = ${old.track0} AND track1 = ${old.track1}`)
    } else if (step === 8) {
      drawnRequest.effective = !drawnRequest.effective
      const code = !drawnRequest.effective
        ? -10000
        : drawnRequest.decided
          ? -10005
          : drawnRequest.underWay
            ? -10002
            : -10003
      await database.pool.query(sql`
        UPDATE requestrefund SET ma_trang_thai_giao_dich_doi_tac = ${code} WHERE id = ${drawnRequest.id}`)
    } else if (step === 9 && drawnRequest.effective && !drawnRequest.underWay) {
      drawnRequest.decided = !drawnRequest.decided
      await database.pool.query(
        drawnRequest.decided
          ? sql`UPDATE requestrefund SET trang_thai_duyet_hoan_goi = 1, username_duyet_trang_thai_duyet_hoan_goi = 'quanly'
              WHERE id = ${drawnRequest.id}`
          : sql`UPDATE requestrefund SET quyet_dinh = '0' WHERE id = ${drawnRequest.id}`,
      )
    } else if (step === 10 && drawnRequest.effective && !drawnRequest.decided) {
      drawnRequest.underWay = !drawnRequest.underWay
      await database.pool.query(sql`
        UPDATE requestrefund SET ma_trang_thai_giao_dich_doi_tac = ${drawnRequest.underWay ? -10002 : -10003} WHERE id = ${drawnRequest.id}`)
    } else if (!drawnRequest.decided) {
      drawnRequest.at = randomTime()
      await database.pool.query(sql`
        UPDATE requestrefund SET created_time = ${new Date(drawnRequest.at)} WHERE id = ${drawnRequest.id}`)
    }
    lines = naiveLines(reports, requests, 31, lines)
  }
  return lines
}

test(
  'D3-LINE-01, D3-LINE-02: random histories give the same lines and refunds as a naive matcher (D2-REVF-08, D2-Q-172)',
  async () => {
    let matched = 0
    let joined = 0
    for (let seed = 1; seed <= rounds(30, 1_000); seed += 1) {
      const phone = nextPhone()
      const expected = await live(phone, seed, 4 + (seed % 14))
      const lines = await stored(phone)
      expect({ seed, lines }).toEqual({ seed, lines: expected })
      matched += lines.filter(({ request: of }) => of).length
      joined += lines.filter(({ reports }) => reports.length > 1).length
    }
    // Histories without interactions would prove nothing.
    expect(matched).toBeGreaterThan(20)
    expect(joined).toBeGreaterThan(20)
  },
  rounds(120_000, 900_000),
)

test('D3-LINE-01: any order of arrival gives the same lines', async () => {
  const sources = ['import', 'ketqua', '9332', '9084', 'mfy', 'ketqua']
  const gaps = [0, 3, 7, 20, 26, 30]
  const shape = async (order: number[]): Promise<unknown> => {
    const phone = nextPhone()
    const tracks = new Map<string, number>()
    for (const n of order) {
      const track0 = sources[n] ?? ''
      const reportedAt = start + (gaps[n] ?? 0) * hour
      tracks.set(`${track0}:${await report(phone, { track0, at: reportedAt, owner: 'sale111' })}`, n)
    }
    const lines = await stored(phone)
    return lines
      .map((line) => ({
        head: tracks.get(line.track),
        of: line.reports.map((of) => tracks.get(of) ?? 0).toSorted((a, b) => a - b),
      }))
      .toSorted((a, b) => (a.head ?? 0) - (b.head ?? 0))
  }
  const first = await shape([0, 1, 2, 3, 4, 5])
  for (let seed = 1; seed <= rounds(10, 100); seed += 1) {
    const pick = random(seed)
    const order = [0, 1, 2, 3, 4, 5].map((n) => [n, pick(1000)] as const).toSorted((a, b) => a[1] - b[1])
    expect(await shape(order.map(([n]) => n))).toEqual(first)
  }
})

test('D3-LINE-01: of two values set at the same instant that of the greater id wins, whichever report is the line and was set first', async () => {
  for (const sources of [
    ['ketqua', 'import'],
    ['import', 'ketqua'],
  ])
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const phone = nextPhone()
      const reports = []
      for (const track0 of sources) reports.push(await arrive(phone, { track0, at: start, owner: 'sale111' }))
      const [, last] = reports.map(({ id }) => id).toSorted()
      for (const n of order) {
        const { id } = reports[n] ?? { id: '' }
        const [status, ratio, owner] = id === last ? ['FAILD', 40, 'sale211'] : ['SUCCESS', 60, 'sale112']
        await database.pool.query(sql`
          UPDATE revenue_line SET set_status = ${status}, set_ti_le = ${ratio}, set_username = ${owner}, set_at = ${new Date(start)}
          WHERE id = ${id}`)
      }
      expect(await stored(phone)).toMatchObject([{ status: 'FAILD', ratio: 40, owner: 'sale211' }])
    }
})

test('D3-LINE-01: a line deleted by a person does not come back with a later report of the same registration', async () => {
  const phone = nextPhone()
  await report(phone, { track0: 'ketqua', at: start, owner: 'sale111' })
  await database.pool.query(sql`
    UPDATE revenue_line SET deleted_at = now(), deleted_by = 'admin' WHERE so_dien_thoai_cs = ${phone}`)
  await report(phone, { track0: '9084', at: start + hour, owner: 'sale111' })
  expect(await stored(phone)).toEqual([])
  await report(phone, { track0: '9084', at: start + 30 * hour, owner: 'sale111' })
  expect(await stored(phone)).toHaveLength(1)
})

test('D2-Q-84: recoveries not set by a person follow the line of a completed refund; those set by a person stay', async () => {
  const phone = nextPhone()
  const id = await request(phone, start, 5000)
  const track1 = await report(phone, { track0: 'ketqua', at: start, owner: 'sale111' })
  const recoveries = async (): Promise<unknown> =>
    (
      await database.pool.query(sql`
        SELECT trang_thai_truy_thu_hoan_theo_goi AS goi, trang_thai_truy_thu_hoan_them AS them FROM requestrefund WHERE id = ${id}`)
    ).rows[0]
  const reconcile = (status: string): Promise<unknown> =>
    database.pool.query(
      sql`UPDATE revenue_line SET set_status = ${status}, set_at = now() WHERE track1 = ${track1}`,
    )
  await reconcile('FAILD')
  expect(await recoveries()).toEqual({ goi: 'binh_thuong', them: 'binh_thuong' })
  await database.pool.query(
    sql`UPDATE requestrefund SET ma_trang_thai_giao_dich_doi_tac = -9999 WHERE id = ${id}`,
  )
  expect(await recoveries()).toEqual({ goi: 'truy_thu', them: 'truy_thu' })
  await database.pool.query(sql`
    UPDATE requestrefund SET trang_thai_truy_thu_hoan_them = 'da_truy_thu',
      username_duyet_trang_thai_truy_thu_hoan_them = 'admin' WHERE id = ${id}`)
  await reconcile('SUCCESS')
  expect(await recoveries()).toEqual({ goi: 'binh_thuong', them: 'da_truy_thu' })
  const { rows } = await database.pool.query(sql`
    SELECT username, count(*)::int AS n FROM audit_log WHERE resource_id = ${id} GROUP BY 1`)
  expect(rows).toEqual([{ username: '__AUTO', n: 2 }])
})

test.each([
  ['the package of the line', 'revenue_line', 'goi_cuoc', 'so_dien_thoai_cs'],
  ['the number of the line', 'revenue_line', 'so_dien_thoai_cs', 'so_dien_thoai_cs'],
  ['the package of the refund', 'requestrefund', 'package_code', 'number_phone'],
  ['the number of the refund', 'requestrefund', 'number_phone', 'number_phone'],
])(
  'D3-LINE-02: correcting %s separates line and refund, and the next match is made',
  async (_, table, column, by) => {
    // An approved part of a refund is closed.
    for (const approved of table === 'revenue_line' ? [false, true] : [false]) {
      const phone = nextPhone()
      await report(phone, { track0: '9332', at: start, owner: 'sale111' })
      const refund = await request(phone, start)
      if (approved)
        await database.pool.query(sql`
        UPDATE requestrefund SET trang_thai_duyet_hoan_goi = 1, username_duyet_trang_thai_duyet_hoan_goi = 'quanly'
        WHERE id = ${refund}`)
      expect(await stored(phone)).toMatchObject([{ request: refund, refund: 12_000 }])
      const elsewhere = /phone|dien/.test(column) ? nextPhone() : 'VD120'
      await database.pool.query(`UPDATE ${table} SET ${column} = '${elsewhere}' WHERE ${by} = '${phone}'`)
      const { rows } = await database.pool.query(
        `SELECT request_id, tien_hoan FROM revenue_line WHERE so_dien_thoai_cs IN ('${phone}', '${elsewhere}')`,
      )
      expect(rows).toEqual([{ request_id: null, tien_hoan: 0 }])
      // The refund or the line is free again.
      const fits = table === 'revenue_line' ? refund : await request(phone, start + hour)
      if (table === 'revenue_line')
        await report(phone, { track0: '9332', at: start + hour, owner: 'sale112' })
      expect(await stored(phone)).toMatchObject([{ request: fits, refund: 12_000 }])
    }
  },
)

test.each([
  ['package', 'goi_cuoc', 'VD120'],
  ['number', 'so_dien_thoai_cs', '999000001'],
])(
  'D3-LINE-01: correcting the %s of a line also changes its other reports, so that it stays one registration',
  async (_, column, value) => {
    const phone = nextPhone()
    const refund = await request(phone, start)
    const { id: sister } = await arrive(phone, { track0: 'import', at: start, owner: 'sale111' })
    const track1 = await report(phone, { track0: 'ketqua', at: start + hour, owner: 'sale111' })
    await report(phone, { track0: '9332', at: start + 2 * hour, owner: 'sale111' })
    expect(await stored(phone)).toMatchObject([{ track: expect.stringContaining('9332:'), request: refund }])
    const correct = (to: string) =>
      database.pool.query(
        `UPDATE revenue_line SET ${column} = '${to}' WHERE line_id = id AND so_dien_thoai_cs IN ('${phone}', '${value}')`,
      )
    await correct(value)
    const reports = async () =>
      (
        await database.pool.query(sql`
      SELECT count(*) AS reports, count(DISTINCT line_id) AS lines, sum(tien_hoan)::int AS refund
      FROM revenue_line WHERE so_dien_thoai_cs IN (${phone}, ${value})`)
      ).rows
    expect(await reports()).toEqual([{ reports: 3, lines: 1, refund: 0 }])
    await correct(column === 'goi_cuoc' ? 'VD90' : phone)
    expect(await reports()).toEqual([{ reports: 3, lines: 1, refund: 12_000 }])
    // A wrong day as well.
    await database.pool.query(
      `UPDATE revenue_line SET ngay_thanh_cong = ngay_thanh_cong + interval '3 days' WHERE line_id = id AND so_dien_thoai_cs = '${phone}'`,
    )
    expect(await reports()).toEqual([{ reports: 3, lines: 1, refund: 12_000 }])
    expect(await stored(phone)).toMatchObject([
      { reports: expect.arrayContaining([`ketqua:${track1}`]), refund: 12_000 },
    ])
    // The change of each report is audited (D3-TRL-01).
    expect(await trailOf(database.pool, 'dsdttinhluong', sister)).toEqual(
      Array<string>(3).fill('__AUTO update'),
    )
  },
)

test('D3-LINE-01: a line without an owner in its source gets the owner of the next report', async () => {
  const phone = nextPhone()
  await database.pool.query(sql`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong)
    VALUES ('ketqua', ${randomUUID()}, ${phone}, 'VD90', ${new Date(start)})`)
  expect(await stored(phone)).toMatchObject([{ owner: null }])
  await report(phone, { track0: 'import', at: start + hour, owner: 'sale112' })
  expect(await stored(phone)).toMatchObject([{ track: expect.stringContaining('ketqua:'), owner: 'sale112' }])
})

test('a refund finds its line and its price in every spelling of its package (D3-PRC-01, D2-Q-172)', async () => {
  const phone = nextPhone()
  const track1 = await report(phone, { track0: 'ketqua', at: start, owner: 'sale111' })
  const { rows } = await database.pool.query<{ id: string }>(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, created_time)
    VALUES ('sale111', '', ${phone}, ${' v\u00a0d\u200b90 '}, 1, ${new Date(start + hour)}) RETURNING id`)
  expect(await stored(phone)).toMatchObject([
    { track: `ketqua:${track1}`, request: rows[0]?.id, refund: 12_000 },
  ])
})

test('D3-LINE-02: a line and a refund that arrive at the same moment are matched', async () => {
  for (let n = 0; n < rounds(12, 200); n += 1) {
    const phone = nextPhone()
    await Promise.all([
      report(phone, { track0: 'ketqua', at: start, owner: 'sale111' }),
      request(phone, start + hour),
      report(phone, { track0: '9084', at: start + 2 * hour, owner: 'sale111' }),
    ])
    const [line, ...more] = await stored(phone)
    expect(more).toEqual([])
    expect(line).toMatchObject({ reports: [expect.any(String), expect.any(String)], refund: 12_000 })
  }
})

test('D3-LINE-02: two people who change requests of one phone at once both succeed', async () => {
  const phone = nextPhone()
  const ids = [await request(phone, start), await request(phone, start + hour)]
  await report(phone, { track0: 'ketqua', at: start, owner: 'sale111' })
  const edit = (id: string, amount: number): Promise<unknown> =>
    withTransaction(database.pool, async (client) => {
      await client.query(sql`SELECT FROM requestrefund WHERE id = ${id} FOR UPDATE`)
      await client.query(
        sql`UPDATE requestrefund SET other_refund = ${amount}, ma_trang_thai_giao_dich_doi_tac = -9999 WHERE id = ${id}`,
      )
    })
  for (let n = 1; n <= 5; n += 1) {
    await database.pool
      .query(sql`UPDATE revenue_line SET set_status = ${n % 2 ? 'FAILD' : 'SUCCESS'}, set_at = now()
      WHERE so_dien_thoai_cs = ${phone}`)
    await Promise.all(ids.map((id) => edit(id, n * 1000)))
  }
  expect(await stored(phone)).toMatchObject([{ refund: 17_000 }])
})

test('D3-ORG-01: a line keeps the unit of its day, and a reassigned line gets the unit of its new owner on that day', async () => {
  const phone = nextPhone()
  const unit = async (): Promise<unknown> =>
    (
      await database.pool.query(sql`
        SELECT b.username AS branch, g.username AS leader FROM revenue_line l
        JOIN users b ON b.id = l.brand_id JOIN users g ON g.id = l.group_id WHERE l.so_dien_thoai_cs = ${phone}`)
    ).rows[0]
  await report(phone, { track0: 'ketqua', at: start, owner: 'sale111' })
  await database.pool.query(`UPDATE users SET brand_id = (SELECT id FROM users WHERE username = 'chinhanh2'),
    group_id = (SELECT id FROM users WHERE username = 'leader21') WHERE username IN ('sale111', 'sale112')`)
  expect(await unit()).toEqual({ branch: 'chinhanh1', leader: 'leader11' })
  await database.pool.query(sql`
    UPDATE revenue_line SET set_username = 'sale211', set_at = now() WHERE so_dien_thoai_cs = ${phone}`)
  expect(await unit()).toEqual({ branch: 'chinhanh2', leader: 'leader21' })
  await database.pool.query(sql`
    UPDATE revenue_line SET set_username = 'sale112', set_at = now() WHERE so_dien_thoai_cs = ${phone}`)
  expect(await unit()).toEqual({ branch: 'chinhanh1', leader: 'leader11' })
})
