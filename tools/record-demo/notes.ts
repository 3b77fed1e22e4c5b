/** Notes of salespeople after a call, by result. {goi} is the offered package, {hen} the time to call again. */
import type { CareResult } from '#subjects/calling/contract/care-results.ts'

type Notes = readonly [string, ...string[]]

/** Results without notes here use those of KEEP. */
export const demoNotes: Readonly<Partial<Record<CareResult, Notes>> & Record<'KEEP', Notes>> = {
  APPROVED: [
    'KH đồng ý {goi}, đã đọc kịch bản xác nhận',
    'Chốt {goi}, khách nạp tiền xong nhắn lại',
    'Khách đồng ý gia hạn, đổi sang {goi} cho nhiều data hơn',
    'Đồng ý {goi}, đã soạn cú pháp cùng khách',
    'KH chốt luôn, dặn nhắc trước khi hết hạn',
    'Khách quen, đồng ý ngay cuộc đầu',
    'Đồng ý sau khi so với gói đang dùng',
  ],
  REJECTED: [
    'Khách không có nhu cầu',
    'KH chê giá cao, chỉ muốn gói dưới 70k',
    'Đã có wifi ở nhà và công ty, không cần thêm data',
    'Khách sắp chuyển mạng, không mời thêm',
    'Không thích bị gọi mời gói, xin đừng gọi nữa',
    'Máy phụ ít dùng, không đăng ký',
    'KH nói để tự đăng ký trên app',
    'Con đang cầm máy, bố mẹ không cho đăng ký',
    'Khách từ chối, đang dùng gói công ty trả',
    'Nghe tư vấn xong nói không cần',
    'Đang dùng mạng khác là chính',
  ],
  APPOINTMENT: [
    'Khách đang họp, hẹn {hen} gọi lại tư vấn {goi}',
    'Đang chạy xe, hẹn gọi lại {hen}',
    'KH hỏi ý kiến chồng rồi trả lời, hẹn {hen}',
    'Chờ có lương mới đăng ký {goi}, hẹn {hen}',
    'Khách xin gọi lại {hen}, quan tâm {goi}',
    'Gói cũ còn mấy ngày, hẹn {hen} chốt {goi}',
    'Đang làm ca, rảnh lúc {hen}',
  ],
  KBM: [
    'Không nghe máy',
    'Gọi 2 lần không bắt máy',
    'Đổ chuông hết, không nghe',
    'Khách bấm từ chối cuộc gọi',
    'Không bắt máy, thử lại khung giờ chiều',
    'Máy bận liên tục',
    'Nghe máy rồi tắt ngay, chưa nói được gì',
  ],
  KLLĐ: [
    'Thuê bao tắt máy',
    'Số ngoài vùng phủ sóng',
    'Thuê bao tạm khoá một chiều',
    'Không liên lạc được, tổng đài báo số không đúng',
    'Tắt máy cả sáng lẫn chiều',
  ],
  KEEP: [
    'Khách muốn giữ gói đang dùng',
    'Thấy gói cũ đủ dùng, để tự gia hạn',
    'Giữ gói cũ, tháng sau xem lại',
    'KH quen gói này rồi, không muốn đổi',
    'Gói hiện tại còn ưu đãi, chưa đổi',
  ],
  'RE-REGISTER': [
    'Khách đã tự đăng ký lại qua app',
    'Đã gia hạn ở cửa hàng hôm trước',
    'KH báo mới đăng ký lại sáng nay',
    'Hệ thống tự gia hạn rồi, khách vẫn đang dùng',
    'Bạn khác vừa đăng ký lại cho khách',
  ],
}
