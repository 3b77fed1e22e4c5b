/** The staff file: one account per row, branch and leader by username (D3-SETUP-02). */
import { f } from '#kit/contract/field.ts'
import type { SheetTarget } from '#kit/contract/resource.ts'

/** Maximum rows of a file: each is validated against the stored accounts before the preview. */
export const mostStaffRows = 500

/** Refusal of a preview while another one runs. */
export const staffTrialBusy = 'Đang xem trước một file nhân viên khác, thử lại sau ít phút'

export const staffSheet = {
  path: 'users',
  title: 'Nhân viên',
  fields: {
    username: f.text({ label: 'Tên đăng nhập', name: true, required: true, max: 255, width: 104 }),
    fullname: f.text({ label: 'Họ tên', name: true, required: true, max: 200, width: 140 }),
    role: f.text({ label: 'Vai trò', name: true, required: true, max: 100, width: 88 }),
    brand: f.text({ label: 'Chi nhánh', name: true, max: 255, width: 88 }),
    group: f.text({ label: 'Leader', name: true, max: 255, width: 88 }),
    phone: f.text({ label: 'Số điện thoại', short: 'SĐT', phoneLike: true, max: 20, width: 104 }),
    email: f.text({ label: 'Email', required: true, max: 255, width: 152 }),
    ngan_hang: f.text({ label: 'Ngân hàng', name: true, max: 100, width: 96 }),
    so_tai_khoan: f.text({ label: 'Số tài khoản', account: true, short: 'Số TK', max: 30, width: 120 }),
    chu_tai_khoan: f.text({ label: 'Chủ tài khoản', name: true, max: 100, width: 140 }),
  },
  sheet: {
    firstRow: 2,
    columns: [
      'username',
      'fullname',
      'role',
      'brand',
      'group',
      'phone',
      'email',
      'ngan_hang',
      'so_tai_khoan',
      'chu_tai_khoan',
    ],
    heads: {
      username: ['Tài khoản', 'Mã nhân viên'],
      fullname: ['Họ và tên'],
      brand: ['Mã chi nhánh'],
      group: ['Mã leader', 'Trưởng nhóm'],
      phone: ['Điện thoại'],
      email: ['Thư điện tử'],
      so_tai_khoan: ['STK'],
      chu_tai_khoan: ['Tên chủ tài khoản', 'Tên tài khoản'],
    },
    unit: 'nhân viên',
  },
  may: { read: 'user.get', import: 'user.add' },
} as const satisfies SheetTarget
