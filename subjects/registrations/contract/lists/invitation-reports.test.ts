/** Values of the invitation histories, in every spelling of the specification. */
import { expect, test } from 'vitest'
import { codeTabs } from '#platform/contract/code-tabs.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { codeReports, invitationReports, report9332 } from './invitation-reports.ts'

test('an invitation is NONE, SUCCESS or FAILD in the history of each tab and of 9332 (D1-CARE-14)', () => {
  expect(invitationReports).toHaveLength(codeTabs.length + 1)
  for (const report of invitationReports) {
    expect(fieldOf(report, 'status').options?.map(({ value }) => value)).toEqual(['NONE', 'SUCCESS', 'FAILD'])
  }
})

test('the commands are DK and GIAHAN (D1-CONST-04, D1-Q-165)', () => {
  for (const report of invitationReports) {
    const options = fieldOf(report, 'requestType').options ?? []
    expect(options.map(({ value }) => value).toSorted()).toEqual(['DK', 'GIAHAN'])
  }
})

const labels = (report: (typeof invitationReports)[number]): string[] =>
  report.list.map((name) => fieldOf(report, name).label)

test('the tables have their columns, pages of 10, 20 or 50, and states as text (D2-INVIT-32 to 39, D2-INVIT-41 to 49, D2-Q-140, D2-CONST-04)', () => {
  for (const report of codeReports) {
    expect(labels(report)).toEqual([
      'Số thuê bao',
      'Tên gói',
      'Giá gói',
      'Nhân viên',
      'Trạng thái',
      'Tin nhắn trả về',
      'Thời gian',
    ])
  }
  expect(labels(report9332)).toEqual([
    ...codeReports.slice(0, 1).flatMap(labels),
    'Trạng thái mời',
    'Mã kết quả',
    'Loại giao dịch',
  ])
  for (const report of invitationReports) {
    expect(report.paging).toEqual({ sizes: [10, 20, 50], size: 10 })
    const labels = fieldOf(report, 'status').options?.map(({ value, label }) => `${value} ${label}`)
    expect(labels).toEqual(['NONE Chờ xác nhận', 'SUCCESS Thành công', 'FAILD Thất bại'])
  }
  const words = (name: 'resultCode' | 'requestType') =>
    Object.fromEntries(fieldOf(report9332, name).options?.map(({ value, label }) => [value, label]) ?? [])
  expect(words('resultCode')).toEqual({ SUCCESS: 'Thành công', FAILD: 'Thất bại' })
  expect(words('requestType')).toEqual({ GIAHAN: 'Gia hạn', DK: 'Đăng ký' })
})
