/** Explains the change of net pay since the previous month, in steps that add up to the difference (D3-PAY-04). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { isRunning } from '#kit/contract/earlier.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { formatMoney, roundHalfUp } from '#kit/contract/money.ts'
import { addMonths, formatMonth } from '#kit/contract/month.ts'
import { figureLabel } from '#subjects/pay/contract/reports/tinhluong.ts'
import { signOf, slipLines, type SlipLine } from '#subjects/pay/contract/pay-lists.ts'
import type { compareMonths, Comparison, PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import type { Ctx } from '#kit/server/context.ts'
import { parametersOf } from '../reports/tinhluong.ts'
import { maskedRow, currentRow, ownerMonthBefore, payOwner } from './pay-owner.ts'

type Step = Comparison['buoc'][number]

/** Lines of net pay with their own steps. */
const splitLines: readonly SlipLine[] = ['luongTheoNgayCong', 'hoaHongThucTinh']
/** The other lines of net pay. */
const otherLines = slipLines.filter((name) => signOf(name) !== 0 && !splitLines.includes(name))

const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${formatMoney(amount)}`

const rounding = 'Làm tròn'

/** Base pay split into the change in days and the change in base and standard days; with an unchanged base the latter is rounding. */
function baseSteps(before: PayRow, now: PayRow, sameStandard: boolean): Step[] {
  const total = now.luongTheoNgayCong - before.luongTheoNgayCong
  // By the former month's pay per day, rounded to đồng; zero without days worked in it.
  const days = now.ngayCongThucTe - before.ngayCongThucTe
  const byDays =
    before.ngayCongThucTe > 0 ? roundHalfUp((before.luongTheoNgayCong / before.ngayCongThucTe) * days) : total
  return [
    {
      cot: 'ngayCongThucTe',
      nhan: 'Ngày công',
      chi_tiet: `${before.ngayCongThucTe.toFixed(1)} → ${now.ngayCongThucTe.toFixed(1)}`,
      so: days === 0 ? 0 : byDays,
    },
    {
      cot: 'luongCoBan',
      ...(sameStandard && before.luongCoBan === now.luongCoBan
        ? { nhan: rounding, chi_tiet: 'lương theo ngày công' }
        : {
            nhan: 'Lương cơ bản, công chuẩn',
            chi_tiet: `${formatMoney(before.luongCoBan)} → ${formatMoney(now.luongCoBan)}`,
          }),
      so: days === 0 ? total : total - byDays,
    },
  ]
}

/** Commission split into the change in revenue at the former tier and the change of tier; at the same tier the latter is rounding. */
function commissionSteps(before: PayRow, now: PayRow): Step[] {
  const total = now.hoaHongThucTinh - before.hoaHongThucTinh
  const more = now.tongDoanhThuVasTinhLuong - before.tongDoanhThuVasTinhLuong
  const byRevenue = roundHalfUp((more * before.hoaHongPhanTram) / 100)
  return [
    {
      cot: 'tongDoanhThuVasTinhLuong',
      nhan: 'Hoa hồng: doanh thu',
      chi_tiet: `${signed(more)} × ${before.hoaHongPhanTram.toFixed(1)}%`,
      so: byRevenue,
    },
    {
      cot: 'hoaHongPhanTram',
      ...(before.hoaHongPhanTram === now.hoaHongPhanTram
        ? { nhan: rounding, chi_tiet: 'hoa hồng' }
        : {
            nhan: 'Hoa hồng: bậc',
            chi_tiet: `${before.hoaHongPhanTram.toFixed(1)}% → ${now.hoaHongPhanTram.toFixed(1)}%`,
          }),
      so: total - byRevenue,
    },
  ]
}

/** The non-zero steps between the net pay of two months. */
function stepsOf(before: PayRow, now: PayRow, sameStandard: boolean): Step[] {
  const plainSteps = otherLines.map((name): Step => ({
    cot: name,
    nhan: figureLabel(name),
    chi_tiet: `${formatMoney(before[name])} → ${formatMoney(now[name])}`,
    so: signOf(name) * (now[name] - before[name]),
  }))
  return [...baseSteps(before, now, sameStandard), ...commissionSteps(before, now), ...plainSteps].filter(
    ({ so }) => so !== 0,
  )
}

/** Whether two months have the same number of standard days. */
async function haveSameStandard(month: string, otherMonth: string, { db }: Ctx): Promise<boolean> {
  const days = (month: string) => sql`${parametersOf(month)} -> 'tinh_luong_ngay_cong_chuan'`
  const { rows } = await db.query<{ same: boolean }>(sql`SELECT ${days(month)} = ${days(otherMonth)} AS same`)
  return rows[0]?.same === true
}

/**
 * GET sosanh. `truoc` is null without steps for a running month, for a person without a row in the previous month, or when that row belongs
 * to another unit.
 */
export async function compare(ctx: Ctx, input: ParsedOf<typeof compareMonths>): Promise<Comparison> {
  const owner = await payOwner({ username: input.username, month: input.startDate, field: 'startDate' }, ctx)
  const former = isRunning(formatMonth(owner.month)) ? null : await ownerMonthBefore(owner, ctx)
  const [nay, truoc] = [await currentRow(owner, ctx), former && (await currentRow(former, ctx))]
  if (!nay) throw new AppError('NOT_FOUND', refusals.notFound)
  return {
    thang_truoc: addMonths(formatMonth(owner.month), -1),
    truoc: truoc && maskedRow(truoc, ctx),
    nay: maskedRow(nay, ctx),
    buoc: truoc && former ? stepsOf(truoc, nay, await haveSameStandard(former.month, owner.month, ctx)) : [],
  }
}
