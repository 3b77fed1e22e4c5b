/** Registration results of the carrier (D1-REG), one per attempted registration. */
import { f, type Option } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'

/** Status 1 is a success, anything else a failure (D1-REG-16, D1-REG-17). */
const registrationStates = [
  { value: '1', label: 'Thành công', tone: 'green', icon: 'check' },
  { value: '0', label: 'Thất bại', tone: 'red', icon: 'cross', pill: true },
] as const satisfies readonly Option[]

export const registrationResults = defineResource({
  path: 'customer-message-9084',
  table: 'customer_message_9084',
  view: 'customer_message_9084_list',
  title: 'Kết quả đăng ký',
  noun: 'kết quả',
  fields: {
    id: f.id(),
    SubAgent: f.text({ label: 'Kênh', required: true, max: 32, width: 64 }),
    NumberPhone: f.phone({ label: 'Số điện thoại', short: 'SĐT', required: true, width: 112 }),
    PackageCode: f.text({
      label: 'Tên gói cước',
      name: true,
      short: 'Tên gói',
      required: true,
      max: 64,
      width: 92,
    }),
    Price: f.money({ label: 'Giá bán', default: 0, width: 84 }),
    Time: f.instant({ label: 'Thời gian', required: true, width: 132 }),
    Status: f.number({ label: 'Mã trạng thái', required: true }),
    state: f.choice({ label: 'Trạng thái', options: registrationStates, write: 'never', width: 112 }),
    username_nv: f.staff({ label: 'Nhân viên', width: 200 }),
    Result: f.note({ label: 'Nội dung', max: 2000, default: '', width: 204, whole: true }),
    ten_nv: f.text({ label: 'Tên nhân viên', write: 'never' }),
    // Price, if successful.
    doanh_thu: f.money({ label: 'Doanh thu theo kết quả đăng ký', write: 'never' }),
  },
  list: ['SubAgent', 'NumberPhone', 'PackageCode', 'Price', 'Time', 'state', 'username_nv', 'Result'],
  also: ['Status', 'ten_nv', 'doanh_thu'],
  order: [['Time', 'desc']],
  // Not sortable by staff, as names on the default admin's rows are restricted.
  sort: ['Time', 'SubAgent', 'NumberPhone'],
  filter: {
    username: { on: 'username_nv', op: 'equals', offerTo: 'unrestricted' },
    message: { on: 'NumberPhone', op: 'phoneEnd' },
    subagent: { on: 'SubAgent', op: 'equals' },
    state: { on: 'state', op: 'equals' },
    team: { on: 'username_nv', op: 'team', label: 'Nhóm', offerTo: 'unrestricted' },
  },
  periods: [{ on: 'Time', from: 'startDate', to: 'endDate', label: 'Thời gian', default: 'month' }],
  sheet: {
    key: ['NumberPhone', 'PackageCode', 'Time', 'SubAgent', 'Status'],
    firstRow: 2,
    columns: ['SubAgent', 'NumberPhone', 'PackageCode', 'Price', 'Time', 'Status', 'username_nv', 'Result'],
    ignore: ['#', 'STT'],
    unit: 'bản ghi',
  },
  totals: { tongDoanhThu: { sum: 'doanh_thu' } },
  owner: 'username_nv',
  units: true,
  may: { read: 'any', import: 'below3', assign: 'below3' },
})
