/** Naive implementation of the rules of D2-PAYF, person by person and row by row, to compare with the database's `payroll`. */

export type Parameters = {
  base: number
  baseOf: Readonly<Record<string, number>>
  standardDays: number
  bonus: number
  fullHours: number
  halfHours: number
  tiers: readonly { tu: number; phanTram: number }[]
  feePercent: number
  feeCap: number
  /** YYYY-MM-DD. */
  holidays: readonly string[]
}

/** Seconds after 00:00 of the day; past midnight beyond 86,400. */
export type Clocking = {
  username: string
  day: string | null
  in: number | null
  out: number | null
  decision: string | null
  /** Other anomalies of the file's row. */
  doubts?: readonly string[]
}

export const typedNames = [
  'luongHocViec',
  'hoaHongDichVu',
  'hoaHongSim',
  'thiDuaThang',
  'thuongKhuyenKhich',
  'thuongLeTet',
  'hoTroBaoHiemXaHoi',
  'nhanKhac',
  'baoHiemXaHoi',
  'cheTaiSaiNoiQuyCongTy',
  'cheTaiSaiNghiepVu',
  'cheTaiKhieuNai',
  'cheTaiKhac',
  'kyQuyTamUng',
] as const
type Typed = Readonly<Record<(typeof typedNames)[number], number>> & { days: number | null }

/** One live line: `refund` is that of its matched request. */
export type Line = {
  owner: string
  at: Date
  price: number
  more: number
  ratio: number
  status: string
  refund: number
}

export type Request = {
  staff: string
  at: Date
  type: number
  deleted: boolean
  partnerStatus: number
  decision: number
  refundPrice: number
  otherRefund: number
  transfer: number
  rate: number
  first: string
  second: string
}

export type Mfy = {
  owner: string
  at: Date
  deleted: boolean
  state: string
  fee: number
  waits: readonly { holder: string; charge: number }[]
}

export type Books = {
  clockings: readonly Clocking[]
  /** Rows of the adjacent months. */
  near: readonly Clocking[]
  typed: Typed | undefined
  lines: readonly Line[]
  requests: readonly Request[]
  mfy: readonly Mfy[]
}

/** n / d rounded to the nearest whole, halves up; exact for any size. */
function half(n: bigint, d: bigint): number {
  const [top, bottom] = [2n * n + d, 2n * d]
  const quotient = top / bottom
  return Number(top % bottom < 0n ? quotient - 1n : quotient)
}
/** A number of at most four decimals as ten-thousandths. */
const tenK = (value: number): bigint => BigInt(Math.round(value * 10_000))

const vnDay = (instant: Date): string =>
  new Date(instant.getTime() + 7 * 3_600_000).toISOString().slice(0, 10)

/** Whether a row is an anomaly; decided rows are not. */
function odd(row: Clocking, all: readonly Clocking[], { holidays }: Parameters): boolean {
  if (row.in === null || row.out === null || row.out < row.in) return true
  if (row.doubts && row.doubts.length > 0) return true
  if (row.out - row.in > 16 * 3600) return true
  if (row.day !== null && holidays.includes(row.day)) return true
  if (row.day === null) return false
  const from = (one: Clocking): number => Date.parse(one.day ?? '') / 1000 + (one.in ?? 0)
  const until = (one: Clocking): number => Date.parse(one.day ?? '') / 1000 + (one.out ?? 0)
  return all.some(
    (other) =>
      other !== row &&
      other.decision !== 'bo' &&
      other.day !== null &&
      other.in !== null &&
      other.out !== null &&
      other.out >= other.in &&
      from(other) < until(row) &&
      from(row) < until(other),
  )
}

const worth = (decision: string | null): number => (decision === 'bo' ? 0 : decision === null ? 1 : 2)

/** Each row once: of identical dated ones, one decided to count, else an undecided one. */
function once(rows: readonly Clocking[]): Clocking[] {
  const best = rows.toSorted((a, b) => worth(b.decision) - worth(a.decision))
  const isEqual = (a: Clocking, b: Clocking): boolean =>
    a.username === b.username && a.day === b.day && a.in === b.in && a.out === b.out
  return best.filter(
    (row, index) => row.day === null || best.findIndex((other) => isEqual(row, other)) === index,
  )
}

/** Seconds covered by the rows of one day, counting overlaps once. */
function covered(rows: readonly Clocking[]): number {
  const moments = new Set<number>()
  for (const row of rows)
    if (row.in !== null && row.out !== null) for (let s = row.in; s < row.out; s += 1) moments.add(s)
  return moments.size
}

/** D2-PAYF-04 by D2-Q-154 and D3-PAY-14. */
function naiveDays(all: readonly Clocking[], beside: readonly Clocking[], parameters: Parameters): number {
  const ownRows = once(all)
  const near = [...ownRows, ...once(beside)]
  const byHours = (rows: readonly Clocking[]): number => {
    const hours = covered(rows) / 3600
    if (hours >= parameters.fullHours) return 1
    return hours >= parameters.halfHours ? 0.5 : 0
  }
  const dayOf = (rows: readonly Clocking[]): number => {
    const plain = rows.filter((row) =>
      row.decision === null ? !odd(row, near, parameters) : row.decision === 'theo_gio',
    )
    const decidedDays = rows.reduce(
      (sum, { decision }) => sum + (decision === 'ca_ngay' ? 1 : decision === 'nua_ngay' ? 0.5 : 0),
      0,
    )
    return Math.min(1, byHours(plain) + decidedDays)
  }
  const dates = [...new Set(ownRows.flatMap(({ day }) => (day === null ? [] : [day])))]
  return (
    dates.reduce((sum, date) => sum + dayOf(ownRows.filter(({ day }) => day === date)), 0) +
    ownRows.filter(({ day }) => day === null).reduce((sum, row) => sum + dayOf([row]), 0)
  )
}

/** D2-REVF-15. */
function payOf(line: Line): number {
  if (line.status !== 'SUCCESS') return 0
  const base = Math.max(0, half((BigInt(line.price) + BigInt(line.more)) * tenK(line.ratio), 1_000_000n))
  return Math.max(0, base - line.refund)
}

const afterDiscount = (amount: number, rate: number): number =>
  half(BigInt(amount) * (1_000_000n - tenK(rate)), 1_000_000n)

/** D2-REVF-02. */
const isOwed = (r: Request): boolean =>
  !r.deleted &&
  (r.first === 'truy_thu' || r.second === 'truy_thu') &&
  ![-10_000, -10_001].includes(r.partnerStatus) &&
  !(r.type === 5 && r.partnerStatus === -10_003)

/** The amount an owed request costs its staff member (D2-PAYF-27). */
function owedOf(r: Request): number {
  if (r.type === 5) return r.first === 'truy_thu' ? r.transfer : 0
  if (![1, 2, 4].includes(r.type)) return 0
  return (
    (r.first === 'truy_thu' ? afterDiscount(r.refundPrice, r.rate) : 0) +
    (r.second === 'truy_thu' ? afterDiscount(r.otherRefund, r.rate) : 0)
  )
}

const sum = <T>(rows: readonly T[], valueOf: (row: T) => number): number =>
  rows.reduce((total, row) => total + valueOf(row), 0)

/** The columns of one person and month ('YYYY-MM') with the names of D2-PAYF, without name and month. */
export function naivePayroll(
  username: string,
  month: string,
  parameters: Parameters,
  books: Books,
): Record<string, number> {
  const inMonth = (instant: Date): boolean => vnDay(instant).startsWith(month)
  const typed = books.typed
  const t = (name: (typeof typedNames)[number]): number => typed?.[name] ?? 0
  const lines = books.lines.filter(({ owner, at }) => owner === username && inMonth(at))
  const requests = books.requests.filter(({ staff, at }) => staff === username && inMonth(at))
  const mfy = books.mfy.filter(({ at, deleted }) => inMonth(at) && !deleted)

  const ngayCongThucTe =
    typed?.days ??
    naiveDays(
      books.clockings.filter((row) => row.username === username),
      books.near.filter((row) => row.username === username),
      parameters,
    )
  const luongCoBan = parameters.baseOf[username] ?? parameters.base
  const luongTheoNgayCong = half(BigInt(luongCoBan) * tenK(ngayCongThucTe), tenK(parameters.standardDays))
  const chuyenCan = ngayCongThucTe >= parameters.standardDays ? parameters.bonus : 0
  const tongLuongCoBan = luongTheoNgayCong + t('luongHocViec') + chuyenCan
  const tongDoanhThuVasTinhLuong = sum(lines, payOf)
  const successes = lines.filter(({ status }) => status === 'SUCCESS')
  const tongDoanhThuGiaGoc = sum(successes, ({ price }) => price)
  const binhQuanDoanhThuTheoNgay =
    ngayCongThucTe > 0 ? half(BigInt(tongDoanhThuVasTinhLuong) * 10_000n, tenK(ngayCongThucTe)) : 0
  const reached = parameters.tiers
    .filter(({ tu }) => tu <= binhQuanDoanhThuTheoNgay)
    .toSorted((a, b) => b.tu - a.tu)[0]
  const hoaHongPhanTram = tongDoanhThuVasTinhLuong === 0 ? 0 : (reached?.phanTram ?? 0)
  const hoaHongThucTinh = half(BigInt(tongDoanhThuVasTinhLuong) * tenK(hoaHongPhanTram), 1_000_000n)
  const tongThuongPhuCap =
    t('thiDuaThang') + t('thuongKhuyenKhich') + t('thuongLeTet') + t('hoTroBaoHiemXaHoi') + t('nhanKhac')
  const tongLuongThang =
    tongLuongCoBan + hoaHongThucTinh + t('hoaHongDichVu') + t('hoaHongSim') + tongThuongPhuCap
  const phiCongDoan = Math.min(
    parameters.feeCap,
    half(BigInt(Math.max(0, tongLuongThang)) * tenK(parameters.feePercent), 1_000_000n),
  )
  const tongCheTai =
    t('cheTaiSaiNoiQuyCongTy') + t('cheTaiSaiNghiepVu') + t('cheTaiKhieuNai') + t('cheTaiKhac')
  const truyThuSauChietKhau =
    sum(requests.filter(isOwed), owedOf) +
    sum(mfy, ({ waits }) =>
      sum(
        waits.filter(({ holder }) => holder === username),
        ({ charge }) => charge,
      ),
    ) +
    sum(
      mfy.filter(({ owner, state }) => owner === username && state === 'thu_hoi'),
      ({ fee }) => fee,
    )
  const tongKhauTru = t('baoHiemXaHoi') + phiCongDoan + tongCheTai + truyThuSauChietKhau + t('kyQuyTamUng')
  const refunds = requests.filter(
    (r) =>
      [1, 2, 4].includes(r.type) &&
      !r.deleted &&
      ![-10_000, -10_001].includes(r.partnerStatus) &&
      r.decision !== 2,
  )
  return {
    ngayCongThucTe,
    luongCoBan,
    luongTheoNgayCong,
    luongHocViec: t('luongHocViec'),
    chuyenCan,
    tongLuongCoBan,
    tongDoanhThuVasTinhLuong,
    tongDoanhThuGiaGoc,
    binhQuanDoanhThuTheoNgay,
    hoaHongPhanTram,
    hoaHongThucTinh,
    hoaHongDichVu: t('hoaHongDichVu'),
    hoaHongSim: t('hoaHongSim'),
    thiDuaThang: t('thiDuaThang'),
    thuongKhuyenKhich: t('thuongKhuyenKhich'),
    thuongLeTet: t('thuongLeTet'),
    hoTroBaoHiemXaHoi: t('hoTroBaoHiemXaHoi'),
    nhanKhac: t('nhanKhac'),
    tongThuongPhuCap,
    tongLuongThang,
    baoHiemXaHoi: t('baoHiemXaHoi'),
    phiCongDoan,
    tongCheTai,
    truyThuSauChietKhau,
    kyQuyTamUng: t('kyQuyTamUng'),
    tongKhauTru,
    luongThucNhan: tongLuongThang - tongKhauTru,
    doanhThuTamTinh: sum(lines, ({ price }) => price),
    doanhThuThucTe: sum(successes, ({ price }) => price) - sum(refunds, (r) => r.refundPrice + r.otherRefund),
  }
}
