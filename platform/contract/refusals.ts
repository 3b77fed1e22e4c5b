/** Refusals that only the server uses; screens show them as received. Separate from the texts of screens, which are loaded with the first page. */

export const refusals = {
  noExport: 'Bạn không có quyền xuất file',
  tooFast: 'Thao tác quá nhanh, chờ một chút rồi thử lại',
  tooManyExports: 'Bạn đang xuất 2 file cùng lúc, chờ một file xong rồi thử lại',
  oneWholeList: 'Bạn đang tải cả danh sách này, chờ xong rồi tải lại',
  notFound: 'Không tìm thấy bản ghi',
  packageNotFound: 'Không tìm thấy gói cước',
  ownDecision: 'Đơn mang tên bạn, do bạn nhập hoặc sửa, cần người khác duyệt hay từ chối',
  ownRows: 'của chính bạn, do bạn hoặc tài khoản cùng một tay với bạn nhập hay sửa',
  warned: 'Bản ghi cần xem lại, hãy duyệt riêng',
  stale: 'Bản ghi vừa được người khác sửa',
  rightsChanged: 'Quyền của tài khoản vừa thay đổi, hãy làm lại',
  sentTwice: 'Chỉ gửi một giá trị',
  noRow: 'Dòng không đọc được, phải là các ô theo tên',
  chunkTooLarge: 'Mỗi lần tải tối đa 200 bản ghi',
  invalidPhone: 'Số điện thoại không hợp lệ',
  phoneSearch: 'Nhập đủ số hoặc 1 đến 5 số cuối',
  busy: 'Máy chủ đang bận, thử lại sau ít giây',
  maybeSaved: 'Máy chủ chưa xác nhận đã lưu: dữ liệu có thể đã lưu, hãy xem lại trước khi làm lại',
  onlyReading:
    'Máy chủ đang không lưu được, chỉ xem được. Hãy thử lại sau, nếu vẫn vậy hãy báo quản trị hệ thống',
  cutByStop: 'Máy chủ đang khởi động lại nên yêu cầu này bị ngắt. Hãy xem lại dữ liệu rồi thử lại',
  diskFull: 'Ổ đĩa của máy chủ đã đầy nên không lưu được, chỉ xem được. Hãy báo quản trị hệ thống',
  headTooLarge: 'Địa chỉ hoặc phần đầu của yêu cầu quá dài, hãy bớt điều kiện lọc rồi thử lại',
  tooSlow: 'Dữ liệu gửi lên quá chậm nên bị ngắt. Hãy kiểm tra đường truyền rồi thử lại',
} as const
