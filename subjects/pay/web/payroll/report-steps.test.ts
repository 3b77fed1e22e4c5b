/** What lies between two revenues. */
import { expect, test } from 'vitest'
import { stepsToReports } from './report-steps.ts'

test('each step between payroll and reports has its name and sign; a step of 0 is left out (D3-ONE-07)', () => {
  expect(
    stepsToReports({
      doanhThu: 5,
      doanhThuTheoBaoCao: 5,
      doanhThuDonViKhac: 0,
      doanhThuChuaCoDonVi: 0,
      doanhThuNguoiNgoai: 0,
      doanhThuDoiSauChot: 0,
    }),
  ).toEqual([])
  expect(
    stepsToReports({
      doanhThuDonViKhac: 7,
      doanhThuChuaCoDonVi: 2,
      doanhThuNguoiNgoai: 4,
      doanhThuDoiSauChot: -1,
    }),
  ).toEqual([
    { label: 'Bán khi ở đơn vị khác', amount: -7 },
    { label: 'Chưa có đơn vị', amount: -2 },
    { label: 'Của người ngoài bảng này', amount: 4 },
    { label: 'Đổi sau khi chốt', amount: -1 },
  ])
})
