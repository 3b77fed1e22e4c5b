/** The care log: one row per recorded result (D1-CARE-01 to 05, D1-CARE-35 to 54). */
import { careResults } from '../care-results.ts'
import { f, type Option } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'

/** State of the appointment made in a call. */
const appointmentStates = [
  { value: 'tre', label: 'Trễ giờ', tone: 'orange', icon: 'triangle' },
  { value: 'cho', label: 'Chưa đến giờ', tone: 'amber', icon: 'ring' },
  { value: 'xong', label: 'Đã gọi hoặc đổi', tone: 'grey', icon: 'check' },
] as const satisfies readonly Option[]

/** Ordinal of the call within its number; calls after the third share one choice. */
const callNumbers = [
  { value: '1', label: 'Lần 1' },
  { value: '2', label: 'Lần 2' },
  { value: '3', label: 'Lần 3' },
  { value: '4', label: 'Từ lần 4' },
] as const satisfies readonly Option[]

export const careHistory = defineResource({
  path: 'care/history',
  table: 'care_history',
  view: 'care_history_list',
  title: 'Nhật ký chăm sóc',
  noun: 'kết quả',
  fields: {
    id: f.id(),
    careAt: f.instant({
      label: 'Thời gian chăm sóc',
      short: 'Thời gian',
      from: 'created_at',
      write: 'never',
      width: 168,
    }),
    username: f.staff({ label: 'Nhân viên', write: 'never', see: 'unrestricted', width: 200 }),
    fullname: f.text({ label: 'Tên nhân viên', write: 'never', see: 'unrestricted' }),
    phone: f.phone({ label: 'Số điện thoại', short: 'SĐT', write: 'never', width: 128 }),
    package: f.text({ label: 'Gói cước', name: true, write: 'never', width: 104 }),
    status: f.choice({ label: 'Kết quả', options: careResults, write: 'never', width: 176 }),
    appointment_at: f.instant({ label: 'Thời gian hẹn lại', short: 'Hẹn lại', write: 'never', width: 168 }),
    note: f.note({ label: 'Ghi chú', max: 2000, write: 'never', width: 320 }),
    created_at: f.instant({ label: 'Thời gian chăm sóc', write: 'never' }),
    appointmentAt: f.instant({ label: 'Thời gian hẹn lại', from: 'appointment_at', write: 'never' }),
    gap_khach: f.flag({ label: 'Gặp khách', write: 'never' }),
    lan_goi: f.choice({ label: 'Lần gọi', options: callNumbers, write: 'never' }),
    lich_hen: f.choice({ label: 'Lịch hẹn', options: appointmentStates, write: 'never' }),
    user_id: { ...f.id(), label: 'Tài khoản' },
  },
  list: ['careAt', 'username', 'phone', 'package', 'status', 'appointment_at', 'note'],
  also: ['fullname', 'created_at', 'appointmentAt'],
  order: [['created_at', 'desc']],
  sort: ['careAt', 'username', 'phone'],
  filter: {
    phone: { on: 'phone', op: 'phoneEnd' },
    status: { on: 'status', op: 'equals' },
    username: { on: 'username', op: 'equals', self: true },
    team: { on: 'username', op: 'team', label: 'Nhóm' },
    gap_khach: { on: 'gap_khach', op: 'equals' },
    lan_goi: { on: 'lan_goi', op: 'equals' },
    lich_hen: { on: 'lich_hen', op: 'equals' },
  },
  periods: [
    { on: 'created_at', from: 'startDate', to: 'endDate', label: 'Ngày chăm sóc', default: 'month' },
    { on: 'appointment_at', from: 'startDateHen', to: 'endDateHen', label: 'Ngày hẹn' },
  ],
  owner: 'username',
  units: true,
  exportAs: {
    file: 'NHAT-KY-CSKH.xlsx',
    columns: ['careAt', 'username', 'fullname', 'phone', 'package', 'status', 'appointment_at', 'note'],
  },
  may: { read: 'any', export: 'unrestricted' },
})
