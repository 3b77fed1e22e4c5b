/** Settings of 'Sàn gọi' (D3-FLR-03, D3-FLR-04). */
import type { Setting } from '#platform/contract/settings/kinds.ts'

export const floorSettings = {
  'floor.lateReturn': {
    kind: 'flag',
    label: 'Trả số về leader khi chưa vào ca',
    hint: 'Ai chưa lấy số nào đến giờ bên dưới thì số chưa gọi về leader; vào ca sau đó thì nhận lại số chưa ai lấy',
    default: 0,
    write: 'below3',
  },
  'floor.lateAt': {
    kind: 'clock',
    label: 'Giờ trả số khi chưa vào ca',
    hint: 'Giờ Việt Nam, mỗi ngày một lần, khi bật trả số về leader',
    default: '09:00',
    write: 'below3',
  },
  'floor.wallNames': {
    kind: 'flag',
    label: 'Hiện tên trên màn hình lớn của sàn gọi',
    hint: 'Tắt thì màn hình lớn chỉ có trạng thái và thời gian, không có tên nhân viên',
    default: 1,
    write: 'below3',
  },
} as const satisfies Record<string, Setting>
