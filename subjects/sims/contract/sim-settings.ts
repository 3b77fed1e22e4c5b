/** Limits of holds and unpaid orders of numbers (D3-SIM-04, D3-SIM-07). */
import type { NumberSetting } from '#platform/contract/settings/kinds.ts'

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
  'sim.orderLimit': number({
    label: 'Đơn sim chưa thanh toán cùng lúc',
    hint: 'Mỗi tài khoản từ ưu tiên 3; quản lý không bị giới hạn',
    default: 20,
    min: 1,
    max: 1000,
    unit: 'đơn',
  }),
  'sim.unpaidHours': number({
    label: 'Xoá đơn chuyển khoản chưa thanh toán sau',
    hint: 'Đơn đặt từ lúc đổi; số về lại kho, 0 là không xoá',
    default: 24,
    min: 0,
    max: 8760,
    unit: 'giờ',
  }),
  'sim.unpaidHoursCod': number({
    label: 'Xoá đơn trả khi nhận chưa thanh toán sau',
    hint: 'Đơn đặt từ lúc đổi; số về lại kho, 0 là không xoá',
    default: 72,
    min: 0,
    max: 8760,
    unit: 'giờ',
  }),
}
