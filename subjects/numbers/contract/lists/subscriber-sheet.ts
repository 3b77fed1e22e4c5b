/** The subscriber file of 'Upload chia data': nine columns, saved as customers of a pool file (D1-UPL-20 to 23). */
import { f } from '#kit/contract/field.ts'
import type { SheetTarget } from '#kit/contract/resource.ts'

export const subscriberSheet = {
  path: 'uploadchiadata',
  title: 'Upload chia data',
  fields: {
    so_dien_thoai: f.phone({ label: 'Số điện thoại', short: 'SĐT', required: true }),
    loai_thue_bao: f.text({ label: 'Loại thuê bao', short: 'Loại TB', max: 60 }),
    goi_cuoc: f.text({ label: 'Gói cước', name: true, max: 64, default: '' }),
    ngay_dang_ky: f.date({ label: 'Ngày đăng ký' }),
    ngay_het_han: f.date({ label: 'Ngày hết hạn' }),
    chu_ky_hien_tai: f.number({ label: 'Chu kỳ hiện tại', short: 'Chu kỳ' }),
    trang_thai: f.text({ label: 'Trạng thái', max: 120 }),
    goi_co_the_dang_ky: f.text({
      label: 'Gói có thể đăng ký',
      name: true,
      short: 'Gói có thể ĐK',
      max: 1000,
    }),
    so_chu_ky_mien_phi_con_lai: f.number({ label: 'Chu kỳ miễn phí còn lại', short: 'CK miễn phí' }),
  },
  sheet: {
    key: ['so_dien_thoai', 'goi_cuoc'],
    firstRow: 2,
    columns: [
      'so_dien_thoai',
      'loai_thue_bao',
      'goi_cuoc',
      'ngay_dang_ky',
      'ngay_het_han',
      'chu_ky_hien_tai',
      'trang_thai',
      'goi_co_the_dang_ky',
      'so_chu_ky_mien_phi_con_lai',
    ],
    heads: {
      loai_thue_bao: ['Loại'],
      goi_cuoc: ['Gói', 'Tên gói'],
      so_chu_ky_mien_phi_con_lai: ['Số chu kỳ miễn phí còn lại'],
    },
    ignore: ['STT', '#'],
    inOrder: [['ngay_dang_ky', 'ngay_het_han']],
    unit: 'số',
  },
  may: { read: 'below5or7', import: 'below3' },
} as const satisfies SheetTarget
