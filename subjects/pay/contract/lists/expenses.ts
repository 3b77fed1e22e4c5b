/** Management, support and other costs: three registers of one shape (D2-COST). */
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'

/** The permission of a register allows everything in it; export also requires an unrestricted account (D2-Q-186). */
export const registerMay = <const P extends string>(path: P) => {
  const right = `${path}.get` as const
  return {
    read: right,
    create: right,
    update: right,
    remove: right,
    import: right,
    export: [right, 'unrestricted'],
  } as const
}

const expenses = <const P extends 'chiphiquanly' | 'chiphihotro' | 'chiphikhac'>(path: P, title: string) =>
  defineResource({
    path,
    title,
    noun: 'bản ghi',
    fields: {
      id: f.id(),
      nguoi_thuc_hien: f.text({ label: 'Người thực hiện', name: true, required: true, max: 200, width: 180 }),
      ngay_nhap: f.date({ label: 'Ngày nhập', required: true, entry: true, width: 112 }),
      noi_dung: f.note({ label: 'Nội dung', required: true, max: 2000, width: 240 }),
      don_gia: f.money({ label: 'Đơn giá', required: true, price: true, width: 120 }),
      // Limited so that the product with any unit price fits the database's integers.
      so_luong: f.number({ label: 'Số lượng', required: true, decimals: 2, max: 1_000_000, width: 96 }),
      thanh_tien: f.money({ label: 'Thành tiền', write: 'never', width: 128 }),
      note: f.note({ label: 'Ghi chú', max: 2000, width: 240 }),
    },
    list: ['nguoi_thuc_hien', 'ngay_nhap', 'noi_dung', 'don_gia', 'so_luong', 'thanh_tien', 'note'],
    card: { key: 'noi_dung', money: 'thanh_tien' },
    order: [['ngay_nhap', 'desc']],
    sort: ['ngay_nhap', 'nguoi_thuc_hien', 'thanh_tien'],
    filter: {
      nguoi_thuc_hien: { on: 'nguoi_thuc_hien', op: 'contains' },
      noi_dung: { on: 'noi_dung', op: 'contains' },
    },
    periods: [{ on: 'ngay_nhap', from: 'startDate', to: 'endDate', label: 'Ngày nhập', default: 'month' }],
    // Accepted, as exported sheets contain it (D2-COL-07).
    accepts: ['thanh_tien'],
    form: ['nguoi_thuc_hien', 'ngay_nhap', 'noi_dung', 'don_gia', 'so_luong', 'note'],
    inline: ['noi_dung', 'don_gia', 'so_luong', 'note'],
    sheet: {
      firstRow: 2,
      columns: ['nguoi_thuc_hien', 'ngay_nhap', 'noi_dung', 'don_gia', 'so_luong', 'note'],
      ignore: ['Thành tiền'],
      notAhead: ['ngay_nhap'],
      unit: 'bản ghi',
    },
    // One file name for all four kinds of cost (D2-COST-67).
    exportAs: { file: 'Chi-phi-quan-ly.xlsx' },
    totals: { tong_thanh_tien: { sum: 'thanh_tien' } },
    softDelete: true,
    listNoLimit: 'unrestricted',
    may: registerMay(path),
  })

export const chiphiquanly = expenses('chiphiquanly', 'Chi phí quản lý')
export const chiphihotro = expenses('chiphihotro', 'Chi phí hỗ trợ')
export const chiphikhac = expenses('chiphikhac', 'Chi phí khác')
