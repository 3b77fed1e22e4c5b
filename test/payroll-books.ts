/** Random months of work for payroll tests: written to the database, and read back row by row for the naive calculation. */
import { randomUUID } from 'node:crypto'
import sql, { type RawValue } from 'sql-template-tag'
import type { Pool, Queryable } from '#platform/server/db/pool.ts'
import {
  typedNames,
  type Books,
  type Clocking,
  type Line,
  type Mfy,
  type Parameters,
  type Request,
} from './naive-payroll.ts'

export type Pick = (n: number) => number

/** A small generator, so that a failing month can be identified by its seed. */
export function seededRandom(seed: number): Pick {
  let state = seed * 2_654_435_761 + 1
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return (state >>> 8) % n
  }
}

/** The parameters as `payroll` takes them. */
export const asSettings = (p: Parameters): Record<string, unknown> => ({
  tinh_luong_luong_co_ban: p.base,
  tinh_luong_luong_co_ban_nv: p.baseOf,
  tinh_luong_ngay_cong_chuan: p.standardDays,
  tinh_luong_chuyen_can: p.bonus,
  tinh_luong_gio_du_cong: p.fullHours,
  tinh_luong_gio_nua_cong: p.halfHours,
  tinh_luong_bac_hoa_hong: p.tiers,
  tinh_luong_phi_cong_doan: p.feePercent,
  tinh_luong_phi_cong_doan_toi_da: p.feeCap,
  tinh_luong_ngay_le: p.holidays.map((day) => day.split('-').toReversed().join('/')),
})

/** The initial values of D2-CFG. */
export const firstParameters: Parameters = {
  base: 5_000_000,
  baseOf: {},
  standardDays: 26,
  bonus: 300_000,
  fullHours: 7,
  halfHours: 3.5,
  tiers: [0, 500_000, 1_000_000, 1_500_000, 2_000_000].map((tu, index) => ({ tu, phanTram: 5 + 2 * index })),
  feePercent: 1,
  feeCap: 150_000,
  holidays: [],
}

/** Parameters that often produce halves, missing tiers and caps. */
export const randomParameters = (pick: Pick, month: string, people: readonly string[]): Parameters => ({
  base: 4_000_000 + pick(3_000_001),
  baseOf: Object.fromEntries(
    people.filter(() => pick(4) === 0).map((name) => [name, 3_000_000 + pick(5_000_000)]),
  ),
  standardDays: 20 + pick(15) / 2,
  bonus: pick(2) * 300_000,
  fullHours: 6 + pick(5) / 2,
  halfHours: 3 + pick(4) / 2,
  tiers: Array.from({ length: pick(5) }, (_, index) => ({
    tu: (index + pick(2)) * 9_000 * (1 + pick(30)),
    phanTram: pick(150) / 10,
  })).filter(({ tu }, index, all) => all.findIndex((other) => other.tu === tu) === index),
  feePercent: pick(30) / 10,
  feeCap: 20_000 + pick(130_000),
  holidays: Array.from({ length: pick(4) }, () => `${month}-${String(1 + pick(28)).padStart(2, '0')}`),
})

/**
 * The same with bounds exactly at, one below or one above a value that a person reaches with `rowsBy`, so that each
 * comparison is tested on both sides: standard days, a tier, the cap of the fee, and a base below 0, for which no fee
 * is due.
 */
export function aimedAt(
  pick: Pick,
  first: Parameters,
  people: readonly string[],
  rowsBy: (parameters: Parameters) => readonly Record<string, number>[],
): Parameters {
  const near = (p: Parameters, name: string): number => {
    const reached = rowsBy(p).flatMap((row) => (row[name] ? [row[name]] : []))
    return reached[pick(Math.max(1, reached.length))] ?? 0
  }
  const aside = (): number => pick(3) - 1
  const poor = people[pick(people.length)] ?? ''
  const based = { ...first, baseOf: { ...first.baseOf, [poor]: -9_000_000 } }
  const days = near(based, 'ngayCongThucTe')
  const dated = { ...based, standardDays: Math.max(1, days + aside() / 2) }
  const tu = near(dated, 'binhQuanDoanhThuTheoNgay') + aside()
  const tiers = [...dated.tiers.filter((tier) => tier.tu !== tu), { tu, phanTram: 20 + pick(99) / 10 }]
  const tiered = { ...dated, tiers, feePercent: Math.max(0.1, dated.feePercent) }
  return { ...tiered, feeCap: near({ ...tiered, feeCap: 1e9 }, 'phiCongDoan') + aside() }
}

/** The instant of a Vietnamese local time 'YYYY-MM-DD HH:mm'. */
export const vn = (wall: string): Date => new Date(`${wall.replace(' ', 'T')}+07:00`)

let phones = 300_000_000
export const nextPhone = (): string => String((phones += 1))

/** Two packages with prices of refunds and Mfy, and discounts with decimals. */
export const addPrices = (pool: Pool): Promise<unknown> =>
  pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap, gia_goi) VALUES ('VD90', 12345, 15000, 90000), ('VD120', 15001, 21003, 120000);
    INSERT INTO giagoimfy (ten_goi_cuoc, phi_thu_hoi, gia_t1, gia_t2, gia_t3) VALUES ('VD90', 30001, 45000, 54000, 62500), ('BIG70', 25000, 35000, 42000, 49001);
    INSERT INTO settings (key, value) VALUES ('ti_le_chiet_khau', '12.5'), ('ti_le_chiet_khau_tra_sau', '7.25')`)

export type NewLine = {
  phone?: string
  package?: string
  at: Date
  owner: string
  price: number
  more?: number
  ratio?: number
  status?: string
}

/** Inserts a revenue line as an import does; returns its phone. */
export async function addLine(pool: Pool, line: NewLine): Promise<string> {
  const phone = line.phone ?? nextPhone()
  await pool.query(sql`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, doanh_thu, chenh_lech, own_ti_le,
      username_he_thong, own_username, set_status, set_at)
    VALUES ('import', ${randomUUID()}, ${phone}, ${line.package ?? 'VD90'}, ${line.at}, ${line.price}, ${line.more ?? 0},
      ${line.ratio ?? 100}, ${line.owner}, ${line.owner}, ${line.status ?? null}, ${line.status ? line.at : null})`)
  return phone
}

/** A request with an amount owed: `first` and `second` are its recovery fields, set by a user. */
export async function addRequest(
  pool: Pool,
  request: {
    phone: string
    staff: string
    at: Date
    type: number
    numberType?: number
    price?: number
    other?: number
    status?: number
    first?: string
    second?: string
  },
): Promise<string> {
  const { type, first = 'binh_thuong', second = 'binh_thuong' } = request
  const { rows } = await pool.query<{ id: string }>(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, number_type, package_code, request_type,
      request_method, refund_price, other_refund, created_time)
    VALUES (${request.staff}, '', ${request.phone}, ${request.numberType ?? 1}, 'VD90', ${type},
      ${type === 5 ? null : 1 + ((request.other ?? 0) % 2)}, ${request.price ?? (type === 5 ? 1 : 0)}, ${request.other ?? 0}, ${request.at}) RETURNING id`)
  const id = rows[0]?.id ?? ''
  await pool.query(sql`
    UPDATE requestrefund SET ma_trang_thai_giao_dich_doi_tac = ${request.status ?? -9999},
      trang_thai_truy_thu_hoan_theo_goi = ${first}, username_duyet_trang_thai_truy_thu_hoan_theo_goi = 'admin'
    WHERE id = ${id}`)
  if (type !== 5)
    await pool.query(sql`
      UPDATE requestrefund SET trang_thai_truy_thu_hoan_them = ${second}, username_duyet_trang_thai_truy_thu_hoan_them = 'admin'
      WHERE id = ${id}`)
  return id
}

/** A Mfy request with random state transitions. */
export async function addMfy(
  pool: Pool,
  pick: Pick,
  people: readonly string[],
  instant: Date,
): Promise<void> {
  const someone = (): string => people[pick(people.length)] ?? ''
  const { rows } = await pool.query<{ id: string }>(sql`
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, gia_ban_goi, created_at)
    VALUES (${nextPhone()}, ${someone()}, '', ${['VD90', 'BIG70'][pick(2)]}, ${1 + pick(3)}, ${instant}) RETURNING id`)
  const id = rows[0]?.id
  const states = ['duyet', 'huy_qua_han', 'duyet_lan_2', 'huy_qua_han_lan_2', 'thu_hoi', 'dang_cho_duyet']
  for (let step = 0; step < 1 + pick(4); step += 1) {
    await pool.query(sql`UPDATE mfy SET trang_thai = ${states[pick(states.length)]} WHERE id = ${id}`)
    if (pick(3) === 0) await pool.query(sql`UPDATE mfy SET username_nv = ${someone()} WHERE id = ${id}`)
  }
  if (pick(8) === 0) await pool.query(sql`UPDATE mfy SET deleted_at = now() WHERE id = ${id}`)
}

/** Timekeeping rows: days, duplicate rows, halves, nights, rows without a day or a time, decided ones. */
export async function addClockings(pool: Queryable, month: string, rows: readonly Clocking[]): Promise<void> {
  await pool.query(sql`
    INSERT INTO timekeeping (thang, username, ngay, vao, ra, nghi, import_id, quyet_dinh, quyet_dinh_boi, quyet_dinh_luc)
    SELECT ${`${month}-01`}::date, r.username, r.day, r."in", r.out, coalesce(r.doubts, '{}'), ${randomUUID()}::uuid, r.decision,
      CASE WHEN r.decision IS NOT NULL THEN 'admin' END, CASE WHEN r.decision IS NOT NULL THEN now() END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(username text, day date, "in" int, out int, decision text, doubts text[])`)
}

function randomClockings(pick: Pick, month: string, username: string): Clocking[] {
  const decisions = [null, null, null, 'theo_gio', 'ca_ngay', 'nua_ngay', 'bo']
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  const rows = Array.from({ length: pick(30) }, (): Clocking => {
    // Early on the first day and late on the last one, so that months overlap.
    const edge = pick(6)
    const start =
      edge === 0 ? pick(5) * 3600 : edge === 1 ? pick(6) * 3600 + 64_800 : pick(24) * 1800 + 18_000
    const day = edge === 0 ? 1 : edge === 1 ? last : 1 + pick(28)
    const hours = [0, 3, 3.5, 4, 6.5, 7, 8, 9, 16, 16.5, -9][pick(11)] ?? 0
    return {
      username,
      day: pick(12) === 0 ? null : `${month}-${String(day).padStart(2, '0')}`,
      in: pick(15) === 0 ? null : start,
      out: pick(15) === 0 ? null : start + hours * 3600 - (pick(4) === 0 ? 1 : 0) * Number(hours > 0),
      decision: decisions[pick(decisions.length)] ?? null,
      doubts: pick(20) === 0 ? ['doi_gio'] : [],
    }
  })
  // The same row again, decided or not.
  const again = rows.filter(() => pick(8) === 0)
  return [...rows, ...again.map((row) => ({ ...row, decision: decisions[pick(decisions.length)] ?? null }))]
}

async function addTyped(pool: Pool, pick: Pick, month: string, username: string): Promise<void> {
  const amount = (): number => (pick(2) === 0 ? 0 : pick(900_001))
  const columns = typedNames.map((name) => `"${name}"`).join(', ')
  const values: RawValue[] = [
    username,
    `${month}-01`,
    pick(3) === 0 ? pick(63) / 2 : null,
    ...typedNames.map(amount),
  ]
  await pool.query(
    `INSERT INTO payroll_input (username, thang, ngay_cong, updated_by, ${columns})
     VALUES ($1, $2, $3, 'admin', ${typedNames.map((_, index) => `$${index + 4}`).join(', ')})`,
    values,
  )
}

/** Creates a month 'YYYY-MM' with random data for all people. */
export async function addMonth(
  pool: Pool,
  pick: Pick,
  month: string,
  people: readonly string[],
): Promise<void> {
  const someone = (): string => people[pick(people.length)] ?? ''
  const edge = new Date(vn(`${month}-28 00:00`).getTime() + 5 * 86_400_000)
  const end = vn(`${edge.toISOString().slice(0, 7)}-01 00:00`).getTime()
  const start = vn(`${month}-01 00:00`).getTime()
  const randomInstant = (): Date => {
    const place = pick(12)
    if (place === 0) return new Date(start - pick(2))
    if (place === 1) return new Date(end - pick(2))
    return new Date(start + pick(31 * 24) * 3_600_000)
  }
  for (let n = 0; n < 30; n += 1) {
    const phone = await addLine(pool, {
      at: randomInstant(),
      owner: someone(),
      package: ['VD90', 'VD120'][pick(2)] ?? '',
      price: pick(1_500_001),
      more: pick(4) === 0 ? pick(200_001) - 100_000 : 0,
      ratio: [100, 100, 90, 33.33, 0][pick(5)] ?? 100,
      ...(pick(4) === 0 && { status: ['FAILD', 'SUCCESS', 'khac'][pick(3)] ?? '' }),
    })
    if (pick(3) > 0) continue
    await addRequest(pool, {
      phone,
      staff: someone(),
      at: randomInstant(),
      type: [1, 2, 4, 5][pick(4)] ?? 1,
      numberType: 1 + pick(2),
      price: pick(200_001),
      other: pick(50_001),
      status: [-9999, -10_000, -10_001, -10_003, -10_005][pick(5)] ?? -9999,
      first: ['truy_thu', 'truy_thu', 'da_truy_thu', 'binh_thuong'][pick(4)] ?? '',
      second: ['truy_thu', 'binh_thuong'][pick(2)] ?? '',
    })
  }
  for (let n = 0; n < 8; n += 1) await addMfy(pool, pick, people, randomInstant())
  for (const username of people) {
    if (pick(4) > 0) await addClockings(pool, month, randomClockings(pick, month, username))
    if (pick(3) > 0) await addTyped(pool, pick, month, username)
  }
}

type Rows = {
  clockings: (Clocking & { thang: string })[]
  typed: Record<string, unknown>[]
  lines: Line[]
  requests: Request[]
  mfy: Mfy[]
}

/** The rows as stored. */
export async function readRows(pool: Pool): Promise<Rows> {
  const all = async <T>(text: string): Promise<T[]> =>
    (await pool.query<{ row: T }>(text)).rows.map(({ row }) => row)
  const dated = <T extends { at: string }>(rows: T[]) => rows.map((row) => ({ ...row, at: new Date(row.at) }))
  return {
    clockings:
      await all(`SELECT json_build_object('thang', to_char(thang, 'YYYY-MM'), 'username', username, 'day', ngay,
      'in', vao, 'out', ra, 'decision', quyet_dinh, 'doubts', nghi) AS row FROM timekeeping ORDER BY id`),
    typed: await all(`SELECT to_json(i) AS row FROM payroll_input i`),
    lines: dated(
      await all<
        Omit<Line, 'at'> & { at: string }
      >(`SELECT json_build_object('owner', username_nv, 'at', ngay_thanh_cong, 'price', doanh_thu,
      'more', chenh_lech, 'ratio', ti_le_doanh_thu, 'status', status, 'refund', tien_hoan) AS row
      FROM revenue_line WHERE line_id = id AND deleted_at IS NULL`),
    ),
    requests: dated(
      await all<
        Omit<Request, 'at'> & { at: string }
      >(`SELECT json_build_object('staff', staff_username, 'at', created_time, 'type', request_type,
      'deleted', deleted_at IS NOT NULL, 'partnerStatus', ma_trang_thai_giao_dich_doi_tac, 'decision', trang_thai_duyet_hoan_goi,
      'refundPrice', refund_price, 'otherRefund', other_refund, 'transfer', transfer_final_amount,
      'rate', ti_le_chiet_khau_hoan_tien, 'first', trang_thai_truy_thu_hoan_theo_goi, 'second', trang_thai_truy_thu_hoan_them) AS row
      FROM requestrefund`),
    ),
    mfy: dated(
      await all<
        Omit<Mfy, 'at'> & { at: string }
      >(`SELECT json_build_object('owner', username_nv, 'at', created_at, 'deleted', deleted_at IS NOT NULL,
      'state', trang_thai, 'fee', phi_thu_hoi, 'waits', coalesce((SELECT json_agg(json_build_object('holder', w.username_nv,
        'charge', w.truy_thu)) FROM mfy_wait w WHERE w.mfy_id = m.id), '[]')) AS row FROM mfy m`),
    ),
  }
}

/** Input of the naive calculation for one person and month. */
export function booksOf(rows: Rows, username: string, month: string): Books {
  const typed = rows.typed.find((row) => row.username === username && String(row.thang).startsWith(month))
  return {
    ...rows,
    clockings: rows.clockings.filter(({ thang }) => thang === month),
    near: rows.clockings.filter(({ thang }) => thang !== month),
    typed: typed && {
      ...(Object.fromEntries(typedNames.map((name) => [name, Number(typed[name])])) as Record<
        (typeof typedNames)[number],
        number
      >),
      days: typed.ngay_cong === null ? null : Number(typed.ngay_cong),
    },
  }
}
