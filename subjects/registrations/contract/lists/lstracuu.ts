/** The look-up log: one entry per look-up with user, number and outcome (D1-LLOG, D1-BLH). */
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'

export const lstracuu = defineResource({
  path: 'lstracuu',
  title: 'Nhật ký tra cứu',
  noun: 'lượt tra cứu',
  fields: {
    id: f.id(),
    createdAt: f.instant({ label: 'Thời gian tra cứu', short: 'Thời gian', write: 'never', width: 160 }),
    username: f.staff({ label: 'Nhân viên', write: 'never', see: 'unrestricted', width: 200 }),
    full_name: f.text({ label: 'Tên nhân viên', write: 'never', see: 'unrestricted' }),
    so_dien_thoai: f.phone({ label: 'Số điện thoại', short: 'SĐT', required: true, width: 128 }),
    ten_tra_cuu: f.text({ label: 'Tên tra cứu', required: true, max: 200, width: 236 }),
    noi_dung: f.note({ label: 'Nội dung', max: 2000, width: 344, whole: true }),
    // Entries made by hand have no effect (D3-TRL-03).
    nguon: f.choice({
      label: 'Nguồn',
      options: [
        { value: 'tra_cuu', label: 'Tra cứu' },
        { value: 'nhap_tay', label: 'Nhập tay', tone: 'amber' },
      ],
      write: 'never',
      width: 104,
    }),
  },
  list: ['createdAt', 'username', 'so_dien_thoai', 'ten_tra_cuu', 'nguon', 'noi_dung'],
  also: ['full_name'],
  order: [['createdAt', 'desc']],
  sort: ['createdAt', 'username'],
  filter: {
    username: { on: 'username', op: 'equals' },
    noi_dung: { on: 'noi_dung', op: 'words', placeholder: 'Tìm trong nội dung' },
  },
  periods: [{ on: 'createdAt', from: 'startDate', to: 'endDate', label: 'Ngày tra cứu', default: 'month' }],
  form: ['so_dien_thoai', 'ten_tra_cuu', 'noi_dung'],
  accepts: ['username', 'full_name'],
  owner: 'username',
  author: { username: 'username', name: 'full_name' },
  totals: { countByName: { by: 'ten_tra_cuu', of: { nguon: 'tra_cuu' } } },
  exportAs: {
    file: 'LICH-SU-TRA-CUU.xlsx',
    columns: ['createdAt', 'username', 'full_name', 'so_dien_thoai', 'ten_tra_cuu', 'nguon', 'noi_dung'],
  },
  may: {
    read: 'any',
    create: 'any',
    remove: 'below3',
    import: 'below3',
    export: 'unrestricted',
  },
})
