/** Private customers: claimed by a salesperson, approved by superiors (D1-KHR). */
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'
import { decisions, decisionSteps, reasonFields, reopening } from '#kit/contract/outcomes.ts'

export const khr = defineResource({
  path: 'khr',
  view: 'khr_list',
  title: 'Khách hàng riêng',
  noun: 'bản ghi',
  fields: {
    id: f.id(),
    so_dien_thoai: f.phone({ label: 'Số điện thoại', short: 'SĐT', required: true, width: 112 }),
    ngay_thanh_cong: f.date({ label: 'Ngày thành công', required: true, past: true, width: 92 }),
    username_nv: f.staff({ label: 'Nhân viên', required: true, write: 'below5', width: 200 }),
    ten_nv: f.text({ label: 'Tên nhân viên', write: 'never', width: 180 }),
    createdAt: f.instant({ label: 'Ngày tạo', write: 'never', width: 156 }),
    nguoi_phe_duyet: f.staff({ label: 'Người phê duyệt', write: 'never', width: 180 }),
    trang_thai: f.choice({ label: 'Trạng thái', options: decisions, write: 'never', width: 148 }),
    // Present owner of the number; names from other units are restricted to readers of all units.
    trung: f.text({ label: 'Trùng', write: 'never', see: 'below5', maskedFrom: 'trung_told' }),
    trung_voi: f.text({ label: 'Trùng với', write: 'never', see: 'below3' }),
    ...reasonFields,
  },
  list: ['so_dien_thoai', 'ngay_thanh_cong', 'username_nv', 'createdAt', 'nguoi_phe_duyet', 'trang_thai'],
  also: ['ten_nv', 'trung', 'trung_voi', 'ly_do_tu_choi', 'ly_do_mo_lai'],
  order: [['createdAt', 'desc']],
  sort: ['createdAt', 'ngay_thanh_cong', 'username_nv', 'trang_thai'],
  filter: {
    phone: { on: 'so_dien_thoai', op: 'phone' },
    trang_thai: { on: 'trang_thai', op: 'equals' },
    username_nv: { on: 'username_nv', op: 'equals', offerTo: 'unrestricted' },
  },
  periods: [
    { on: 'ngay_thanh_cong', from: 'startDate', to: 'endDate', label: 'Ngày thành công', default: 'month' },
  ],
  form: ['so_dien_thoai', 'ngay_thanh_cong', 'username_nv'],
  owner: 'username_nv',
  author: { username: 'username_nv', name: 'ten_nv' },
  approval: {
    field: 'trang_thai',
    pending: '0',
    closes: ['so_dien_thoai', 'ngay_thanh_cong', 'username_nv'],
    warnings: { trung: 'có số đã duyệt cho người khác' },
  },
  desk: {
    kinds: {
      'khach-hang-rieng': {
        label: 'KH riêng',
        waits: { trang_thai: '0' },
        since: 'createdAt',
        phone: 'so_dien_thoai',
        facts: ['ngay_thanh_cong', 'trung_voi'],
        approve: ['approve', '1'],
        reject: ['approve', '2'],
      },
    },
  },
  actions: {
    approve: {
      method: 'PUT',
      path: 'approve/:id',
      summary: 'Approves (1) or rejects (2) a private customer',
      may: 'below5',
      field: 'trang_thai',
      stamp: { by: 'nguoi_phe_duyet' },
      ...decisionSteps,
    },
    reopen: reopening('trang_thai', '0', 'nguoi_phe_duyet'),
  },
  untold: 'so_dien_thoai',
  softDelete: true,
  may: { read: 'any', create: 'any', update: 'below5', remove: 'below5', import: 'any' },
})
