/** The rows behind the figures of both revenue reports. */
import { expect, test } from 'vitest'
import type { Priority } from '#platform/contract/abilities.ts'
import { reportbranchrevenue } from '#subjects/pay/contract/reports/reportbranchrevenue.ts'
import { reportstaffrevenue } from '#subjects/pay/contract/reports/reportstaffrevenue.ts'
import { addressBehind, mayOpen } from '#kit/web/report/behind.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'

const filters = { startDate: '01/11/2026', endDate: '20/11/2026' }
const days = 'startDate=01%2F11%2F2026&endDate=20%2F11%2F2026'

test('a figure of a person opens the lines and the effective refunds of that person (D2-REVF-30 to 33)', () => {
  const { behind } = reportstaffrevenue
  const row = { username_nv: 'sale111' }
  const address = (of: keyof typeof behind, picked: object = {}) =>
    addressBehind(reportstaffrevenue, behind[of], { ...filters, ...picked }, row)
  expect(address('don_moi')).toBe(`/app/report90849332?${days}&username=sale111`)
  expect(address('doanhThu')).toBe(`/app/report90849332?${days}&username=sale111&status=SUCCESS`)
  expect(address('tong_hoan_tien', { team: 'leader11' })).toBe(
    `/app/requestrefundreport?${days}&username=sale111&team=leader11&hieu_luc=1`,
  )
})

test('a figure of a branch opens what happened in it, their sum what happened in all branches (D2-REVF-40, D2-REVF-43)', () => {
  const { behind } = reportbranchrevenue
  const address = (row: object | null) =>
    addressBehind(
      reportbranchrevenue,
      behind.doanh_thu_tam_tinh,
      filters,
      row as Record<string, unknown> | null,
    )
  expect(address({ username_nv: 'chinhanh1' })).toBe(`/app/report90849332?${days}&team=chinhanh1`)
  expect(address(null)).toBe(`/app/report90849332?${days}&team=__BRANCH`)
})

test('a reader who may not see refunds gets no link to them', () => {
  const { tong_hoan_tien } = reportstaffrevenue.behind
  expect(mayOpen(reportstaffrevenue, tong_hoan_tien, actorOf(5))).toBe(true)
  expect(mayOpen(reportstaffrevenue, tong_hoan_tien, { ...actorOf(5), seesRefunds: false })).toBe(false)
})

test('a reader with pay.manage opens from a figure of all units only lists that show all units (D3-ONE-07)', () => {
  const { tong_hoan_tien, doanhThu } = reportstaffrevenue.behind
  const may = (permissions: string[], priority: Priority = 6): boolean[] =>
    [doanhThu, tong_hoan_tien].map((behind) =>
      mayOpen(reportstaffrevenue, behind, { ...actorOf(priority), permissions: new Set(permissions) }),
    )
  expect(may(['pay.manage'])).toEqual([true, false])
  expect(may(['pay.manage', 'desk.decide'])).toEqual([true, true])
  expect(may([], 3)).toEqual([true, true])
  expect(may([], 1)).toEqual([true, true])
})
