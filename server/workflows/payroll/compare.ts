/** Why net pay differs from that of the month before, in steps that add up to the difference (D3-PAY-04). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '../../../contract/kit/call.ts'
import { isRunning } from '../../../contract/earlier.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { formatMoney, roundHalfUp } from '../../../contract/money.ts'
import { addMonths, formatMonth } from '../../../contract/month.ts'
import { figureLabel, type PayFigure } from '../../../contract/reports/tinhluong.ts'
import type { compareMonths, Comparison, PayRow } from '../../../contract/workflows/payroll.ts'
import type { Ctx } from '../../kit/context.ts'
import { parametersOf } from '../../reports/tinhluong.ts'
import { asSeen, rowNow, whoseBefore, whoseRow } from './whose.ts'

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

const rounding = 'Làm tròn'

/** Base pay by what changed in days, the rest by base and standard days; where these are the same it is what rounding left over. */
function baseSteps(was: PayRow, now: PayRow, sameStandard: boolean): Step[] {
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
      ...(sameStandard && was.luongCoBan === now.luongCoBan
        ? { nhan: rounding, chi_tiet: 'lương theo ngày công' }
        : {
            nhan: 'Lương cơ bản, công chuẩn',
            chi_tiet: `${formatMoney(was.luongCoBan)} → ${formatMoney(now.luongCoBan)}`,
          }),
      so: days === 0 ? all : all - byDays,
    },
  ]
}

/** Commission by what changed in revenue at the former tier, the rest by the tier; at the same tier it is what rounding left over. */
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
      ...(was.hoaHongPhanTram === now.hoaHongPhanTram
        ? { nhan: rounding, chi_tiet: 'hoa hồng' }
        : {
            nhan: 'Hoa hồng: bậc',
            chi_tiet: `${was.hoaHongPhanTram.toFixed(1)}% → ${now.hoaHongPhanTram.toFixed(1)}%`,
          }),
      so: all - byRevenue,
    },
  ]
}

/** The steps from one month's net pay to the other's, those of nothing left out. */
function stepsOf(was: PayRow, now: PayRow, sameStandard: boolean): Step[] {
  const others = plain.map(([name, sign]): Step => ({
    cot: name,
    nhan: figureLabel(name),
    chi_tiet: `${formatMoney(was[name])} → ${formatMoney(now[name])}`,
    so: sign * (now[name] - was[name]),
  }))
  return [...baseSteps(was, now, sameStandard), ...commissionSteps(was, now), ...others].filter(
    ({ so }) => so !== 0,
  )
}

/** Whether two months have the same number of standard days. */
async function haveSameStandard(one: string, other: string, { db }: Ctx): Promise<boolean> {
  const days = (month: string) => sql`${parametersOf(month)} -> 'tinh_luong_ngay_cong_chuan'`
  const { rows } = await db.query<{ same: boolean }>(sql`SELECT ${days(one)} = ${days(other)} AS same`)
  return rows[0]?.same === true
}

/**
 * GET sosanh; `truoc` is null and there are no steps where the person had no row in the month before, or it is another
 * unit's to read, and of a month that is not over.
 */
export async function compare(ctx: Ctx, input: ParsedOf<typeof compareMonths>): Promise<Comparison> {
  const whose = await whoseRow({ username: input.username, month: input.startDate, field: 'startDate' }, ctx)
  const former = isRunning(formatMonth(whose.month)) ? null : await whoseBefore(whose, ctx)
  const [nay, truoc] = [await rowNow(whose, ctx), former && (await rowNow(former, ctx))]
  if (!nay) throw new AppError('NOT_FOUND', messages.notFound)
  return {
    thang_truoc: addMonths(formatMonth(whose.month), -1),
    truoc: truoc && asSeen(truoc, ctx),
    nay: asSeen(nay, ctx),
    buoc: truoc && former ? stepsOf(truoc, nay, await haveSameStandard(former.month, whose.month, ctx)) : [],
  }
}
