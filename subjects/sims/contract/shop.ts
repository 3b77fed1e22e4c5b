/** Data of the product shared with the shop's pages; kept small, as every visitor loads it. */

export const sendOrderPath = '/api/v1/simso/sendOrder'

export const shopTexts = {
  ordered: 'Đặt hàng thành công!',
  taken: 'Không thể đặt sim này, có thể sim đã được bán, vui lòng chọn sim khác!',
  priceChanged: (price: string) => `Giá của số này vừa đổi thành ${price} đ, tải lại trang rồi đặt`,
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

/** Page for finding an order by code and phone (D3-SIM-08). */
export const lookupPath = '/sim/don-hang'

export const lookupTexts = {
  title: 'Tra cứu đơn hàng',
  noCode: 'Mã đơn có dạng DH1001',
  noPhone: 'Số điện thoại đã dùng khi đặt, 10 chữ số',
  /** The same message whichever of code and phone is wrong. */
  wrong: 'Không có đơn nào với mã đơn và số điện thoại này',
  tooMany: 'Đã thử sai quá nhiều lần, hãy gọi cửa hàng hoặc thử lại sau 24 giờ',
} as const

/** Transfer content of an order, '{mã đơn} {số}' (D3-QR-01). */
export const orderContent = ({ ma_don, so_dien_thoai }: { ma_don: string; so_dien_thoai: string }): string =>
  `${ma_don} ${so_dien_thoai}`
