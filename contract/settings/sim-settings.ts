/** How long and how many numbers are held, and how long an order waits for its money (D3-SIM-04, D2-Q-136). */
import type { NumberSetting } from './kinds.ts'

const number = (more: Omit<NumberSetting, 'kind' | 'write'>): NumberSetting => ({
  kind: 'number',
  write: 'below3',
  ...more,
})

export const simSettings = {
  'sim.holdMinutes': number({
    label: 'Giữ số trong',
    hint: 'Người giữ không đặt đơn thì số tự về kho',
    default: 30,
    min: 1,
    max: 1440,
    unit: 'phút',
  }),
  'sim.holdLimit': number({
    label: 'Số sim được giữ cùng lúc',
    hint: 'Mỗi nhân viên; 0 là không ai được giữ',
    default: 5,
    min: 0,
    max: 1000,
    unit: 'số',
  }),
  'sim.unpaidHours': number({
    label: 'Xoá đơn chưa thanh toán sau',
    hint: 'Cả đơn thanh toán khi nhận hàng; số về lại kho, 0 là không xoá',
    default: 0,
    min: 0,
    max: 8760,
    unit: 'giờ',
  }),
}
