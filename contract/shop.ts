/** Data of the product for the shop's pages; small, as every visitor loads it. */

export const sendOrderPath = '/api/v1/simso/sendOrder'

export const shopTexts = {
  ordered: 'Đặt hàng thành công!',
  taken: 'Không thể đặt sim này, có thể sim đã được bán, vui lòng chọn sim khác!',
  sentOtherwise: (code: string) =>
    `Đơn ${code} đã được đặt với thông tin khác: cần sửa đơn, hãy báo cửa hàng mã đơn này`,
  orderGone: (code: string) => `Đơn ${code} không còn nữa, hãy đặt lại`,
  crowded: 'Đang có nhiều người xem kho sim, hãy thử lại sau ít giây',
  held: (until: string) => `Đã giữ số đến ${until}`,
  released: 'Đã trả số về kho',
  lost: 'Chưa gửi được, kiểm tra mạng rồi thử lại',
  notHeld: 'Không có ai đang giữ số này',
  unknownSim: (number: string) => `Số ${number} không có trong kho sim`,
} as const

/** Transfer content of an order: '{mã đơn} {số}' (D3-QR-01). */
export const orderContent = ({ ma_don, so_dien_thoai }: { ma_don: string; so_dien_thoai: string }): string =>
  `${ma_don} ${so_dien_thoai}`
