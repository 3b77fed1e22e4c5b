/** The keys of every table, for the guide, whose code comes after the first rows. */
import type { KeyHelp } from '../keys.ts'

export const gridHelp: readonly KeyHelp[] = [
  { keys: '↑ ↓ ← →', what: 'Chọn ô; giữ Shift, hoặc kéo chuột, để chọn vùng' },
  { keys: 'Enter', what: 'Sửa ô, hoặc xem chi tiết dòng; khi đang sửa: lưu và xuống dòng' },
  { keys: 'a-z 0-9', what: 'Gõ thẳng vào ô để sửa' },
  { keys: 'Tab', what: 'Lưu ô và sang ô kế' },
  { keys: 'Esc', what: 'Huỷ sửa, bỏ giá trị bị từ chối, bỏ chọn' },
  { keys: 'Space', what: 'Đánh dấu dòng' },
  { keys: 'Ctrl C', what: 'Copy ô hoặc vùng, dán được vào bảng tính' },
  { keys: 'Ctrl V', what: 'Dán từ bảng tính vào các ô sửa được: xem trước, rồi lưu một lần' },
  { keys: 'Ctrl D', what: 'Điền hàng đầu của vùng xuống các hàng dưới' },
  { keys: 'Ctrl Z', what: 'Hoàn tác lần sửa cuối của bạn ở danh sách này' },
]
