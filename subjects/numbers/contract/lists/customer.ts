/** Customers: all subscribers that can be called, from both kinds of upload (D1-CUST). */
import { f, type Option } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'

/** Internal workflow status (D1-CUST-08, D1-Q-062). */
const customerStatuses = [
  { value: 'NORMAL', label: 'Chưa phân', tone: 'grey', icon: 'dash' },
  { value: 'ASSIGNED', label: 'Đã phân', tone: 'blue', icon: 'half' },
  { value: 'BLOCKED', label: 'Chặn gọi', tone: 'red', icon: 'cross' },
  { value: 'TAKECARE', label: 'Đang chăm sóc', tone: 'amber', icon: 'ring' },
  { value: 'APPROVED', label: 'Đồng ý', tone: 'green', icon: 'check' },
  { value: 'REGISTERED', label: 'Đã đăng ký', tone: 'green', icon: 'dot' },
] as const satisfies readonly Option[]

/** Subscriber types on the wire (D1-CONST-02). Other texts of a file are kept (D1-Q-164). */
export const subscriberTypes = [
  { value: 'MC', label: 'MC trả trước' },
  { value: 'MG', label: 'MG trả sau' },
] as const satisfies readonly Option[]

/** Fields of the create dialog, all required (D1-CUST-22 to 29, D1-Q-060). */
const entered = [
  'phone',
  'type',
  'package',
  'packageRegisterAt',
  'packageExpiredAt',
  'packageCycle',
  'status',
  'packagesCanRegister',
] as const

export const customer = defineResource({
  path: 'customer',
  view: 'customer_list',
  title: 'Khách hàng',
  noun: 'số',
  fields: {
    id: f.id(),
    phone: f.phone({ label: 'Số điện thoại', short: 'SĐT', required: true, width: 128 }),
    type: f.text({ label: 'Loại thuê bao', short: 'Loại TB', max: 60, options: subscriberTypes, width: 88 }),
    package: f.text({ label: 'Gói cước', name: true, max: 64, default: '', width: 104 }),
    packageRegisterAt: f.date({ label: 'Ngày đăng ký', width: 112 }),
    packageExpiredAt: f.date({ label: 'Ngày hết hạn', width: 112 }),
    packageCycle: f.number({ label: 'Chu kỳ hiện tại', short: 'Chu kỳ', width: 80 }),
    state: f.text({ label: 'Trạng thái thuê bao', short: 'Trạng thái TB', max: 120, width: 140 }),
    status: f.choice({
      label: 'Trạng thái',
      options: customerStatuses,
      default: 'NORMAL',
      width: 140,
      maskedFrom: 'status_told',
    }),
    packagesCanRegister: f.text({
      name: true,
      label: 'Gói có thể đăng ký',
      short: 'Gói có thể ĐK',
      max: 1000,
      width: 180,
    }),
    so_chu_ky_mien_phi_con_lai: f.number({
      label: 'Chu kỳ miễn phí còn lại',
      short: 'CK miễn phí',
      width: 104,
    }),
    holder_username: f.staff({ label: 'Người giữ số', short: 'Người giữ', write: 'never', width: 140 }),
    FileName: f.text({ label: 'Tên file', write: 'never', width: 200 }),
    createdAt: f.instant({ label: 'Ngày tạo', write: 'never', width: 168 }),
    holder_id: { ...f.id(), label: 'Tài khoản giữ số' },
    file_id: { ...f.id(), label: 'Mã file' },
    registerAt: f.date({ label: 'Ngày đăng ký', from: 'packageRegisterAt', write: 'never' }),
    expiredAt: f.date({ label: 'Ngày hết hạn', from: 'packageExpiredAt', write: 'never' }),
    packageCanRegister: f.text({ label: 'Gói có thể đăng ký', from: 'packagesCanRegister', write: 'never' }),
  },
  list: [
    'phone',
    'type',
    'package',
    'packageRegisterAt',
    'packageExpiredAt',
    'packageCycle',
    'state',
    'status',
    'packagesCanRegister',
    'so_chu_ky_mien_phi_con_lai',
    'holder_username',
    'FileName',
    'createdAt',
  ],
  also: ['registerAt', 'expiredAt', 'packageCanRegister', 'file_id'],
  order: [['createdAt', 'desc']],
  sort: ['createdAt', 'packageExpiredAt', 'phone'],
  filter: {
    phone: { on: 'phone', op: 'phoneEnd' },
    status: { on: 'status', op: 'equals' },
    upload: { on: 'file_id', op: 'equals' },
  },
  form: entered,
  formRequired: entered,
  sheet: {
    key: ['phone', 'package'],
    firstRow: 2,
    columns: [
      null,
      'phone',
      'type',
      'package',
      'packageRegisterAt',
      'packageExpiredAt',
      'packageCycle',
      'state',
      'packagesCanRegister',
    ],
    heads: { type: ['Loại'], package: ['Gói', 'Tên gói'], state: ['Tình trạng', 'Trạng thái'] },
    inOrder: [['packageRegisterAt', 'packageExpiredAt']],
    unit: 'số',
  },
  untold: 'phone',
  owner: 'holder_id',
  may: { read: 'any', create: 'below5', remove: 'below5', import: 'below5', assign: 'below5' },
})
