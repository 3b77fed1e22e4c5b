/** Why net pay differs from that of the month before, in steps that add up to the difference (D3-PAY-04). */
import type { ParsedOf } from '../../../contract/kit/call.ts'
import { isRunning } from '../../../contract/earlier.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { formatMoney, roundHalfUp } from '../../../contract/money.ts'
import { addMonths, formatMonth } from '../../../contract/month.ts'
import { figureLabel, type PayFigure } from '../../../contract/reports/tinhluong.ts'
import type { compareMonths, Comparison, PayRow } from '../../../contract/workflows/payroll.ts'
import type { Ctx } from '../../kit/context.ts'
import { monthOf } from '../../reports/tinhluong.ts'
import { asSeen, rowNow, whoseRow } from './whose.ts'

type Step = Comparison['buoc'][number]

/** What net pay is made of besides base pay and commission, with −1 what is taken off. */
const plain: readonly (readonly [PayFigure, 1 | -1])[] = [
  ['luongHocViec', 1],
  ['chuyenCan', 1],
  ['hoaHongDichVu', 1],
  ['hoaHongSim', 1],
  ['thiDuaThang', 1],
  ['thuongKhuyenKhich', 1],
  ['thuongLeTet', 1],
  ['hoTroBaoHiemXaHoi', 1],
  ['nhanKhac', 1],
  ['baoHiemXaHoi', -1],
  ['phiCongDoan', -1],
  ['tongCheTai', -1],
  ['truyThuSauChietKhau', -1],
  ['kyQuyTamUng', -1],
]

const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${formatMoney(amount)}`

/** Base pay by what changed in days, the rest by base and standard days. */
function baseSteps(was: PayRow, now: PayRow): Step[] {
  const all = now.luongTheoNgayCong - was.luongTheoNgayCong
  // A day of the former month, as near as whole đồng tell; where nobody worked there is none to tell it by.
  const days = now.ngayCongThucTe - was.ngayCongThucTe
  const byDays =
    was.ngayCongThucTe > 0 ? roundHalfUp((was.luongTheoNgayCong / was.ngayCongThucTe) * days) : all
  return [
    {
      cot: 'ngayCongThucTe',
      nhan: 'Ngày công',
      chi_tiet: `${was.ngayCongThucTe.toFixed(1)} → ${now.ngayCongThucTe.toFixed(1)}`,
      so: days === 0 ? 0 : byDays,
    },
    {
      cot: 'luongCoBan',
      nhan: 'Lương cơ bản, công chuẩn',
      chi_tiet: `${formatMoney(was.luongCoBan)} → ${formatMoney(now.luongCoBan)}`,
      so: days === 0 ? all : all - byDays,
    },
  ]
}

/** Commission by what changed in revenue at the former tier, the rest by the tier. */
function commissionSteps(was: PayRow, now: PayRow): Step[] {
  const all = now.hoaHongThucTinh - was.hoaHongThucTinh
  const more = now.tongDoanhThuVasTinhLuong - was.tongDoanhThuVasTinhLuong
  const byRevenue = roundHalfUp((more * was.hoaHongPhanTram) / 100)
  return [
    {
      cot: 'tongDoanhThuVasTinhLuong',
      nhan: 'Hoa hồng: doanh thu',
      chi_tiet: `${signed(more)} × ${was.hoaHongPhanTram.toFixed(1)}%`,
      so: byRevenue,
    },
    {
      cot: 'hoaHongPhanTram',
      nhan: 'Hoa hồng: bậc',
      chi_tiet: `${was.hoaHongPhanTram.toFixed(1)}% → ${now.hoaHongPhanTram.toFixed(1)}%`,
      so: all - byRevenue,
    },
  ]
}

/** The steps from one month's net pay to the other's, those of nothing left out. */
function stepsOf(was: PayRow, now: PayRow): Step[] {
  const others = plain.map(([name, sign]): Step => ({
    cot: name,
    nhan: figureLabel(name),
    chi_tiet: `${formatMoney(was[name])} → ${formatMoney(now[name])}`,
    so: sign * (now[name] - was[name]),
  }))
  return [...baseSteps(was, now), ...commissionSteps(was, now), ...others].filter(({ so }) => so !== 0)
}

/** GET sosanh; `truoc` is null and there are no steps where the person had no row in the month before, and of a month that is not over. */
export async function compare(ctx: Ctx, input: ParsedOf<typeof compareMonths>): Promise<Comparison> {
  const whose = await whoseRow({ username: input.username, month: input.startDate, field: 'startDate' }, ctx)
  const before = addMonths(formatMonth(whose.month), -1)
  const nay = await rowNow(whose, ctx)
  const running = isRunning(formatMonth(whose.month))
  const truoc = running ? null : await rowNow({ ...whose, month: monthOf(before) }, ctx)
  if (!nay) throw new AppError('NOT_FOUND', messages.notFound)
  const [seen, former] = [asSeen(nay, ctx), truoc && asSeen(truoc, ctx)]
  return { thang_truoc: before, truoc: former, nay: seen, buoc: truoc ? stepsOf(truoc, nay) : [] }
}
