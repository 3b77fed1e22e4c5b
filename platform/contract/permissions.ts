/** The permissions that can be granted, separate from the rules: pages need their names only to show a missing one or to grant them. */
import { byTab } from './code-tabs.ts'

/** Every grantable permission code of both documents, in the groups of the permission dialog. */
export const permissionCatalogue = {
  'Nhân viên': {
    'user.get': 'Xem nhân viên',
    'user.add': 'Tạo nhân viên',
    'user.edit': 'Sửa nhân viên',
    'user.delete': 'Dừng nhân viên',
  },
  'Vai trò': {
    'role.get': 'Xem vai trò',
    'role.add': 'Tạo vai trò',
    'role.edit': 'Sửa vai trò',
    'role.delete': 'Xoá vai trò',
  },
  'Chi phí và doanh thu': {
    'chiphihoantien.get': 'Chi phí hoàn tiền',
    'chiphiquanly.get': 'Chi phí quản lý',
    'chiphihotro.get': 'Chi phí hỗ trợ',
    'chiphikhac.get': 'Chi phí khác',
    'doanhthutinhluong.get': 'Doanh thu tính lương',
  },
  'Hoàn tiền': {
    'requestrefund.duyet-don-chuyen-khoan': 'Duyệt đơn chuyển khoản',
    'requestrefund.doi-kenh-hoan-tien': 'Đổi kênh hoàn tiền',
  },
  'Kế toán': {
    'pay.manage': 'Kế toán',
    'desk.decide': 'Duyệt đơn và tin tiền',
  },
  'Mời gói': {
    ...byTab('permission', ({ label }) => label),
    'care.9332': 'Gia hạn gói 9332',
    'care.selling': 'Bán gói',
    'care.dk': 'Đăng ký trực tiếp',
  },
  'Cột doanh thu tính lương': {
    'doanhthutinhluong.column.kenh': 'Kênh',
    'doanhthutinhluong.column.username_nv': 'Mã nhân viên',
    'doanhthutinhluong.column.ten_nv': 'Tên nhân viên',
    'doanhthutinhluong.column.so_dien_thoai_cs': 'Số điện thoại chăm sóc',
    'doanhthutinhluong.column.goi_cuoc': 'Gói cước',
    'doanhthutinhluong.column.gia_goi_cuoc': 'Giá gói cước',
    'doanhthutinhluong.column.ngay_dang_ky': 'Ngày đăng ký',
    'doanhthutinhluong.column.ket_qua_doi_soat': 'Kết quả đối soát',
    'doanhthutinhluong.column.so_tien_hoan': 'Số tiền hoàn',
    'doanhthutinhluong.column.ti_le_doanh_thu_tinh_luong': 'Tỉ lệ doanh thu tính lương',
    'doanhthutinhluong.column.doanh_thu_tinh_luong': 'Doanh thu tính lương',
    'doanhthutinhluong.column.nha_mang': 'Nhà mạng',
    'doanhthutinhluong.column.ma_chi_nhanh': 'Mã chi nhánh',
    'doanhthutinhluong.column.doi_tac': 'Đối tác',
    'doanhthutinhluong.column.gia_von': 'Giá vốn',
    'doanhthutinhluong.column.hoa_hong_1': 'Hoa hồng 1',
    'doanhthutinhluong.column.hoa_hong_cn': 'Hoa hồng chi nhánh',
    'doanhthutinhluong.column.so_tien_khach_hang_thanh_toan_thuc': 'Khách thanh toán thực',
    'doanhthutinhluong.column.chenh_lech': 'Chênh lệch',
    'doanhthutinhluong.column.chi_phi': 'Chi phí',
    'doanhthutinhluong.column.ho_tro': 'Hỗ trợ',
  },
} as const

type Groups = typeof permissionCatalogue
export type PermissionCode = { [G in keyof Groups]: keyof Groups[G] }[keyof Groups] & string

export const permissionCodes = Object.values(permissionCatalogue).flatMap(
  (group) => Object.keys(group) as PermissionCode[],
)

/** Manages pay (D3-ACC-01). */
export const booksCode = 'pay.manage'
/** Decides on money for all units (D3-ACC-02). */
export const decideCode = 'desk.decide'
/** Decides on top-ups (D2-Q-74). */
export const topUpCode = 'requestrefund.duyet-don-chuyen-khoan'

/** Codes that give access to the rows of all units: only managers who have one may grant it (D3-ACC-01, D3-ACC-02). */
export const codesOfAllUnits: readonly PermissionCode[] = [booksCode, decideCode]
