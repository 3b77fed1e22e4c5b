/** Hours of scans, and limits per carrier: its own, or the common ones (D3-SCN-02). */
import type { ClockSetting, NumberSetting } from '#platform/contract/settings/kinds.ts'

const clock = (more: Omit<ClockSetting, 'kind' | 'write'>): ClockSetting => ({
  kind: 'clock',
  write: 'below3',
  ...more,
})
const perMinute = {
  kind: 'number',
  min: 1,
  max: 6000,
  unit: 'số/phút',
  write: 'below3',
} as const
const parallel = { kind: 'number', min: 1, max: 100, unit: 'số', write: 'below3' } as const

/** A carrier's own limit; empty means the common one. */
const ownLimit = (base: Pick<NumberSetting, 'kind' | 'min' | 'max' | 'unit' | 'write'>, label: string) =>
  ({ ...base, label, hint: 'Để trống là theo mức chung', default: '', empty: 'Mức chung' }) as const

export const scanSettings = {
  'scan.perMinute': {
    ...perMinute,
    label: 'Tra cứu mỗi nhà mạng trong một phút',
    hint: 'Mức chung, của mọi người và mọi file quét; người tra cứu được đi trước, quét dùng phần còn lại',
    default: 60,
  },
  'scan.perMinute.VINAPHONE': ownLimit(perMinute, 'Tra cứu Vinaphone mỗi phút'),
  'scan.perMinute.MOBIFONE': ownLimit(perMinute, 'Tra cứu Mobifone mỗi phút'),
  'scan.perMinute.VIETTEL': ownLimit(perMinute, 'Tra cứu Viettel mỗi phút'),
  'scan.parallel': {
    ...parallel,
    label: 'Tra cứu cùng lúc ở mỗi nhà mạng',
    hint: 'Mức chung: số câu hỏi một nhà mạng nhận cùng một lúc; phần người không dùng là của quét',
    default: 4,
  },
  'scan.parallel.VINAPHONE': ownLimit(parallel, 'Tra cứu Vinaphone cùng lúc'),
  'scan.parallel.MOBIFONE': ownLimit(parallel, 'Tra cứu Mobifone cùng lúc'),
  'scan.parallel.VIETTEL': ownLimit(parallel, 'Tra cứu Viettel cùng lúc'),
  'scan.from': clock({
    label: 'Quét từ',
    hint: 'Giờ Việt Nam, trước giờ này các file chờ',
    default: '07:00',
    before: 'scan.until',
  }),
  'scan.until': clock({
    label: 'Quét đến',
    hint: 'Giờ Việt Nam, từ giờ này các file chờ đến hôm sau',
    default: '22:00',
    after: 'scan.from',
  }),
} as const satisfies Record<string, NumberSetting | ClockSetting>
