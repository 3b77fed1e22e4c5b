/** Settings of the hand-out and of calls (D3-ORG-06, D1-CARE-51, D3-RULE-01, D3-RULE-02). */
import type { ClockSetting, DaysSetting, NumberSetting } from '#platform/contract/settings/kinds.ts'

const noBound = 'Không giới hạn'

const clock = (more: Omit<ClockSetting, 'kind' | 'write' | 'default' | 'empty'>): ClockSetting => ({
  kind: 'clock',
  write: 'below3',
  default: '',
  empty: noBound,
  ...more,
})
const number = (
  more: Omit<NumberSetting, 'kind' | 'write' | 'empty'> & { empty?: string },
): NumberSetting => ({ kind: 'number', write: 'below3', ...more })

const daysOff: DaysSetting = {
  kind: 'days',
  label: 'Ngày không gọi',
  hint: 'Không phát số mới; mỗi dòng một ngày DD/MM/YYYY, hoặc một thứ: Thứ hai … Thứ bảy, Chủ nhật',
  default: [],
  weekdays: true,
  write: 'below3',
}

export const careSettings = {
  'care.coolDownHours': number({
    label: 'Không gọi lại cùng một số trong',
    hint: 'Tính từ cuộc gọi gần nhất, dù số nằm ở gói hay file khác; 0 là không chờ',
    default: 24,
    min: 0,
    max: 720,
    unit: 'giờ',
  }),
  'care.editDaysBack': number({
    label: 'Sửa kết quả đã ghi trong',
    hint: 'Kết quả cũ hơn không sửa được nữa, với mọi người; 0 là chỉ trong ngày, để trống là từ ngày 1 của tháng',
    default: '',
    empty: 'Từ ngày 1 của tháng',
    min: 0,
    max: 366,
    unit: 'ngày',
  }),
  'care.from': clock({
    label: 'Gọi khách từ',
    hint: 'Giờ Việt Nam; trước giờ này không phát số mới, lịch hẹn gọi được khi ghi lý do; để trống là không giới hạn',
    before: 'care.until',
  }),
  'care.until': clock({
    label: 'Gọi khách đến',
    hint: 'Giờ Việt Nam; từ giờ này không phát số mới; để trống là không giới hạn',
    after: 'care.from',
  }),
  'care.daysOff': daysOff,
  'care.callsPerPhone': number({
    label: 'Số lần gọi một số, nhiều nhất',
    hint: 'Của mọi người, mọi file và gói, trong số ngày bên dưới, kể cả lịch hẹn; để trống là không giới hạn',
    default: '',
    empty: noBound,
    min: 1,
    max: 100,
    unit: 'lần',
  }),
  'care.callsPerDays': number({
    label: 'Đếm số lần gọi trong',
    hint: 'Số ngày gần nhất; chỉ giới hạn khi cả hai ô có số',
    default: '',
    empty: noBound,
    min: 1,
    max: 366,
    unit: 'ngày',
  }),
} as const
