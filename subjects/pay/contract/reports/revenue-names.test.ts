/** Revenue has the same name in every list and report, and is their first money column (D3-ONE-01). */
import { expect, test } from 'vitest'
import type { Field } from '#kit/contract/field.ts'
import { report90849332 } from '#subjects/registrations/contract/lists/report90849332.ts'
import { resultItems } from '../calls/month-result.ts'
import { reportbranchrevenue } from './reportbranchrevenue.ts'
import { reportstaffrevenue } from './reportstaffrevenue.ts'
import { tinhluong } from './tinhluong.ts'

const everyStatus = 'Doanh thu tạm tính (mọi trạng thái)'
const afterRefunds = 'Doanh thu thực tế (trừ hoàn)'

test.each([
  ['staff', reportstaffrevenue],
  ['branches', reportbranchrevenue],
])(
  'the report by %s has revenue as its first amount, and names differently what is another amount (D3-ONE-01)',
  (_, report) => {
    const fields = report.fields as Readonly<Record<string, Field>>
    const money = report.list.filter((name) => fields[name]?.kind === 'money')
    expect([money[0], fields.doanhThu?.label]).toEqual(['doanhThu', 'Doanh thu'])
    expect([fields.doanh_thu_tam_tinh?.label, fields.doanh_thu_thuc_te?.label]).toEqual([
      everyStatus,
      afterRefunds,
    ])
  },
)

test('payroll, detailed report and monthly result use the same name for revenue (D3-ONE-01)', () => {
  const { tongDoanhThuGiaGoc, tongDoanhThuVasTinhLuong, doanhThuTamTinh, doanhThuThucTe, doanhThu } =
    tinhluong.fields
  expect([tongDoanhThuGiaGoc.label, doanhThu.label, tongDoanhThuVasTinhLuong.label]).toEqual([
    'Doanh thu',
    'Doanh thu',
    'Doanh thu tính lương',
  ])
  expect([doanhThuTamTinh.label, doanhThuThucTe.label]).toEqual([everyStatus, afterRefunds])
  expect(report90849332.fields.doanh_thu.label).toBe('Doanh thu')
  expect(Object.entries(resultItems)[0]).toEqual([
    'doanh_thu',
    expect.objectContaining({ label: 'Doanh thu' }),
  ])
})
