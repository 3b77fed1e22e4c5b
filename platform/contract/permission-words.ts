/** Descriptions of the permissions, one sentence each, for the screens of roles and permissions (D3-ACC-01, D3-ACC-02). */
import { byTab } from './code-tabs.ts'
import { permissionCatalogue, type PermissionCode } from './permissions.ts'

type ColumnCode = keyof (typeof permissionCatalogue)['Cột doanh thu tính lương']

const others: Readonly<Record<Exclude<PermissionCode, ColumnCode>, string>> = {
  'user.get': 'Xem danh sách nhân viên trong phạm vi, từng người và lịch sử của họ.',
  'user.add': 'Tạo nhân viên trong phạm vi, với vai trò không cao hơn mình.',
  'user.edit': 'Sửa nhân viên trong phạm vi, cấp mật khẩu mới, khoá và mở khoá.',
  'user.delete': 'Dừng nhân viên trong phạm vi.',
  'role.get': 'Xem các vai trò và các quyền.',
  'role.add': 'Tạo vai trò không cao hơn mình, với những quyền mình đang có.',
  'role.edit': 'Sửa tên, cấp và quyền của vai trò không cao hơn mình.',
  'role.delete': 'Xoá vai trò không còn ai dùng.',
  'chiphihoantien.get': 'Xem, nhập, sửa, xoá sổ Chi phí hoàn tiền, và thấy khoản này trong Kết quả tháng.',
  'chiphiquanly.get': 'Xem, nhập, sửa, xoá sổ Chi phí quản lý, và thấy khoản này trong Kết quả tháng.',
  'chiphihotro.get': 'Xem, nhập, sửa, xoá sổ Chi phí hỗ trợ, và thấy khoản này trong Kết quả tháng.',
  'chiphikhac.get': 'Xem, nhập, sửa, xoá sổ Chi phí khác, và thấy khoản này trong Kết quả tháng.',
  'doanhthutinhluong.get': 'Xem, nhập, sửa, xoá sổ Doanh thu tính lương, với những cột được cấp ở nhóm cuối.',
  'requestrefund.duyet-don-chuyen-khoan': 'Duyệt và từ chối đơn nạp tiền trong phạm vi.',
  'requestrefund.doi-kenh-hoan-tien': 'Đổi kênh hoàn tiền và các tỉ lệ chiết khấu trong Cài đặt.',
  'pay.manage':
    'Của mọi đơn vị: tính lương, chấm công, tham số lương, chốt lương, phiếu lương, ra-đa truy thu, kết quả tháng, dòng doanh thu và giá hoàn tiền. Không mở lại tháng đã chốt, không thấy đủ số điện thoại.',
  'desk.decide':
    'Duyệt và từ chối tin ngân hàng, báo đỏ, hoàn gói, nạp tiền và Mfy của mọi đơn vị. Không mở lại đơn đã duyệt, không sửa hay xoá đơn.',
  ...byTab('permission', (_tab, index) => `Mời gói bằng mã xác nhận ở thẻ ${index + 1}.`),
  'care.9332': 'Gia hạn gói qua 9332 và xem lịch sử của kênh này.',
  'care.selling': 'Bán gói cho thuê bao và xem lịch sử của kênh này.',
  'care.dk': 'Đăng ký gói trực tiếp, không cần mã của khách.',
}

/** The description of a code; undefined if the catalogue does not have it. */
export function opensOf(code: string): string | undefined {
  if (Object.hasOwn(others, code)) return others[code as keyof typeof others]
  const columns: Readonly<Record<string, string>> = permissionCatalogue['Cột doanh thu tính lương']
  const column = Object.hasOwn(columns, code) ? columns[code] : undefined
  return column && `Xem, nhập và xuất cột ${column} của sổ Doanh thu tính lương.`
}
