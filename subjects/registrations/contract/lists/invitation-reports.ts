/** The histories of package invitations, one a code tab and that of 9332 (D1-REG-33 to 38), written by the invitation workflow. */
import { codeTabs, historyOf, historyView } from '#platform/contract/code-tabs.ts'
import { f, type Option } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'

/** Requested, confirmed, refused (D2-Q-140). */
const invitationStates = [
  { value: 'NONE', label: 'Chờ xác nhận', tone: 'amber' },
  { value: 'SUCCESS', label: 'Thành công', tone: 'green' },
  { value: 'FAILD', label: 'Thất bại', tone: 'red', also: ['FAILED'] },
] as const satisfies readonly Option[]

/** Commands to 9332 (D1-CONST-04, D2-INVIT-49). */
export const requestTypes = [
  { value: 'GIAHAN', label: 'Gia hạn' },
  { value: 'DK', label: 'Đăng ký' },
] as const satisfies readonly Option[]

/** The carrier's result of a command; null while open (D2-INVIT-48). */
const resultCodes = [
  { value: 'SUCCESS', label: 'Thành công', tone: 'green' },
  { value: 'FAILD', label: 'Thất bại', tone: 'red' },
] as const satisfies readonly Option[]

/** Whether the carrier accepted the invitation (D2-INVIT-45). */
const inviteStates = [
  { value: 'WAITING', label: 'Đang gửi', tone: 'amber' },
  { value: 'SENT', label: 'Đã gửi', tone: 'green' },
  { value: 'UNSENT', label: 'Không gửi được', tone: 'red' },
] as const satisfies readonly Option[]

const fields = {
  id: f.id(),
  msisdn: f.phone({ label: 'Số thuê bao', write: 'never', width: 108 }),
  packCode: f.text({ label: 'Tên gói', name: true, write: 'never', width: 112 }),
  packPrice: f.money({ label: 'Giá gói', write: 'never', width: 112 }),
  username_nv: f.staff({ label: 'Nhân viên', write: 'never', width: 192 }),
  ten_nv: f.text({ label: 'Tên nhân viên', write: 'never' }),
  status: f.choice({ label: 'Trạng thái', options: invitationStates, write: 'never', width: 120 }),
  result: f.note({ label: 'Tin nhắn trả về', write: 'never', width: 196 }),
  genDate: f.instant({ label: 'Thời gian', write: 'never', width: 128 }),
  resultCodeMO: f.text({ label: 'Mã trả về', write: 'never' }),
  requestType: f.choice({ label: 'Loại giao dịch', options: requestTypes, write: 'never', width: 112 }),
  resultDesMt: f.note({ label: 'Tin nhắn MT', write: 'never' }),
  resultDesMO: f.note({ label: 'Tin nhắn MO', write: 'never' }),
}

const list = ['msisdn', 'packCode', 'packPrice', 'username_nv', 'status', 'result', 'genDate'] as const

const common = {
  table: 'invitation_history',
  noun: 'lượt mời',
  also: ['ten_nv', 'resultCodeMO', 'requestType', 'resultDesMt', 'resultDesMO'],
  order: [['genDate', 'desc']],
  sort: ['genDate', 'username_nv'],
  filter: { phone: { on: 'msisdn', op: 'phoneEnd' } },
  periods: [{ on: 'genDate', from: 'startDate', to: 'endDate', label: 'Thời gian', default: 'month' }],
  owner: 'username_nv',
  paging: { sizes: [10, 20, 50], size: 10 },
} as const

/** The 9332 table has additional columns: command, acceptance, and the messages to each side. */
export const report9332 = defineResource({
  ...common,
  path: 'report-9332/search',
  view: 'report_9332',
  title: 'Gia hạn, bán gói, đăng ký',
  fields: {
    ...fields,
    // The messages to the customer and to us, separated by ' - ' (D2-INVIT-50, D2-Q-144).
    message: f.note({ label: 'Tin nhắn trả về', write: 'never', width: 196 }),
    inviteStatus: f.choice({ label: 'Trạng thái mời', options: inviteStates, write: 'never', width: 128 }),
    resultCode: f.choice({ label: 'Mã kết quả', options: resultCodes, write: 'never', width: 116 }),
  },
  list: [
    'msisdn',
    'packCode',
    'packPrice',
    'username_nv',
    'status',
    'message',
    'genDate',
    'inviteStatus',
    'resultCode',
    'requestType',
  ],
  also: ['ten_nv', 'result', 'resultCodeMO', 'resultDesMt', 'resultDesMO'],
  may: { read: 'history9332', assign: 'below3' },
})

/** Histories of the confirmation tabs, in tab order. */
export const codeReports = codeTabs.map(({ type, label: title, may: read }) =>
  defineResource({
    ...common,
    path: historyOf(type),
    view: historyView(type),
    title,
    fields,
    list,
    may: { read, assign: 'below3' },
  }),
)

export const invitationReports = [report9332, ...codeReports]
