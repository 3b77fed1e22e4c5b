/** Orders of SIM numbers: at most one per number, whose state follows it (D2-ORD, D2-Q-134 to 137). */
import { settlers } from '#platform/contract/abilities.ts'
import type { SetterAction } from '#kit/contract/action.ts'
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'
import { carriers, simKinds } from './simso.ts'

/** Payment methods (D2-ORD-10, D2-ORD-11, D2-Q-131). */
export const paymentMethods = [
  { value: 'online', label: 'Chuyển khoản', icon: 'dot' },
  { value: 'cod', label: 'Thanh toán khi nhận hàng', icon: 'ring' },
] as const

/** States of an order (D2-ORD-07, D2-Q-131). */
export const orderStates = [
  { value: 'chua_thanh_toan', label: 'Chưa thanh toán', tone: 'amber', icon: 'ring' },
  { value: 'da_thanh_toan', label: 'Đã thanh toán', tone: 'green', icon: 'check' },
] as const

/** Setter that corrects the customer's data in its cell. */
const corrected = (path: string, field: string, summary: string) =>
  ({
    method: 'PUT',
    path: `${path}/:id`,
    summary,
    may: 'below3',
    field,
    audit: 'update',
    done: 'Cập nhật thành công',
    failed: 'không cập nhật được',
  }) as const satisfies SetterAction

export const order = defineResource({
  path: 'order',
  table: 'sim_order',
  title: 'Quản lý đơn hàng',
  noun: 'đơn',
  fields: {
    id: f.id(),
    ma_don: f.text({ label: 'Mã đơn', write: 'never', width: 88 }),
    trang_thai: f.choice({ label: 'Thanh toán', options: orderStates, write: 'never', width: 186 }),
    phone: f.phone({ label: 'Số điện thoại khách', short: 'SĐT khách', required: true, width: 116 }),
    name: f.text({ label: 'Tên khách', required: true, max: 120, width: 160 }),
    address: f.text({ label: 'Địa chỉ', required: true, max: 300, see: 'below3', width: 240 }),
    payment_method: f.choice({
      label: 'Hình thức thanh toán',
      short: 'Hình thức',
      options: paymentMethods,
      default: 'cod',
      width: 188,
    }),
    note: f.note({ label: 'Ghi chú', max: 1000, width: 180 }),
    created_at: f.instant({ label: 'Ngày đặt', write: 'never', width: 156 }),
    // The ordered number: written on creation, and copied then.
    so_dien_thoai: f.sim({ label: 'Số sim', required: true, from: 'ordered_so_dien_thoai' }),
    ordered_so_dien_thoai_co_dau_cham: f.sim({ label: 'Số sim', write: 'never', width: 124 }),
    ordered_gia_khach_hang: f.money({ label: 'Giá sim', write: 'never', width: 104 }),
    ordered_nha_mang: f.choice({ label: 'Nhà mạng', options: carriers, write: 'never', width: 104 }),
    ordered_number_type: f.flag({
      label: 'Loại thuê bao',
      short: 'Loại TB',
      options: simKinds,
      write: 'never',
      width: 88,
    }),
    sim_id: f.id(),
    username_nv: f.staff({ label: 'Nhân viên đặt', write: 'never', width: 120 }),
    username_thay_doi_trang_thai: f.staff({ label: 'Người đổi thanh toán', write: 'never', width: 150 }),
    thoi_diem_thay_doi_trang_thai: f.instant({ label: 'Đổi thanh toán lúc', write: 'never', width: 156 }),
    /** Null: paid, or held until the order is deleted. */
    han_thanh_toan: f.instant({ label: 'Giữ số đến', write: 'never', width: 156 }),
    ly_do_xoa: f.text({ label: 'Lý do xoá', write: 'never' }),
  },
  list: [
    'ma_don',
    'ordered_so_dien_thoai_co_dau_cham',
    'ordered_gia_khach_hang',
    'trang_thai',
    'phone',
    'name',
    'address',
    'payment_method',
    'ordered_nha_mang',
    'ordered_number_type',
    'note',
    'created_at',
    'username_nv',
  ],
  also: ['han_thanh_toan', 'username_thay_doi_trang_thai', 'thoi_diem_thay_doi_trang_thai'],
  order: [['created_at', 'desc']],
  sort: ['created_at', 'ordered_gia_khach_hang'],
  filter: {
    so_dien_thoai_khach_dat: { on: 'phone', op: 'phone', placeholder: 'SĐT khách' },
    so_dien_thoai: { on: 'so_dien_thoai', op: 'own', placeholder: 'Số sim' },
    trang_thai: { on: 'trang_thai', op: 'equals' },
  },
  periods: [{ on: 'created_at', from: 'startDate', to: 'endDate', label: 'Ngày đặt' }],
  form: ['so_dien_thoai', 'phone', 'name', 'address', 'payment_method', 'note'],
  actions: {
    // The number's state follows its order (D2-ORD-08, D2-ORD-23, D2-Q-136).
    setPayment: {
      method: 'PUT',
      path: ':id',
      summary: 'Sets whether the order is paid; its number is sold, or held again',
      may: settlers,
      field: 'trang_thai',
      stamp: { by: 'username_thay_doi_trang_thai', at: 'thoi_diem_thay_doi_trang_thai' },
      cell: 'list',
      steps: [
        {
          to: 'da_thanh_toan',
          label: 'Đã thanh toán',
          bulk: 'Đã thanh toán',
          icon: 'check',
          ask: { title: 'Đơn đã thanh toán?', text: 'Số chuyển sang đã bán.' },
          done: 'Đã đặt đã thanh toán',
          failed: 'không đặt được',
          audit: 'update',
        },
        {
          to: 'chua_thanh_toan',
          label: 'Chưa thanh toán',
          icon: 'ring',
          ask: { title: 'Đơn chưa thanh toán?', text: 'Số được giữ lại cho đơn này.' },
          done: 'Đã đặt chưa thanh toán',
          failed: 'không đặt được',
          audit: 'update',
        },
      ],
    },
    setPhone: corrected('setPhone', 'phone', 'Corrects the phone of the customer'),
    setName: corrected('setName', 'name', 'Corrects the name of the customer'),
    setAddress: corrected('setAddress', 'address', 'Corrects the address of the customer'),
    setNote: corrected('setNote', 'note', 'Sets the note of an order'),
  },
  // Id of the ordered number.
  accepts: ['id'],
  partnersOwn: 'username_nv',
  softDelete: true,
  listNoLimit: 'unrestricted',
  may: { read: 'any', create: 'below3', remove: 'below3', import: 'below3' },
})
