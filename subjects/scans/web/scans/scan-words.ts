/** Texts about a scan: time left, why it waits, numbers left out (D3-SCN-04, D3-SCN-05). */
import { thousands } from '#kit/contract/thousands.ts'
import type { ScanState } from '#subjects/scans/contract/lists/scans.ts'
import { scanCarrierName, type MadeFile, type ScanNow } from '#subjects/scans/contract/calls/scans.ts'
import type { Icon, Tone } from '#kit/contract/field.ts'

type Progress = {
  trang_thai: ScanState
  so_da_quet: number
  khong_tra_duoc: number
  total_numbers: number
}

/** Numbers that have not been scanned yet. */
export const unscanned = ({ total_numbers, so_da_quet, khong_tra_duoc }: Progress): number =>
  total_numbers - so_da_quet - khong_tra_duoc

/** '9 phút', '14 giờ 38 phút'. */
export function timeWords(minutes: number): string {
  if (minutes < 1) return 'dưới 1 phút'
  const whole = Math.ceil(minutes)
  if (whole < 60) return `${whole} phút`
  const [hours, restMinutes] = [Math.floor(whole / 60), whole % 60]
  return restMinutes === 0 ? `${thousands(hours)} giờ` : `${thousands(hours)} giờ ${restMinutes} phút`
}

type Pace = Pick<ScanNow, 'open' | 'openFor' | 'from' | 'until'>

/** State of a file that is being scanned. */
type Going = Pick<ScanNow['files'][number], 'perMinute' | 'minutesLeft' | 'waitsFor'>
const notGoing: Going = { perMinute: 0, minutesLeft: null, waitsFor: [] }
export const goingOf = (pace: ScanNow | undefined, id: string): Going =>
  pace?.files.find((file) => file.id === id) ?? notGoing

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Minutes until this many minutes of scanning are done, including the nights without scanning. */
export function withNights(minutes: number, { from, until, openFor }: Pace): number {
  const day = minuteOf(until) - minuteOf(from)
  const nights = Math.ceil(Math.max(0, minutes - openFor) / day)
  return minutes + nights * (24 * 60 - day)
}

/** Remaining time of a file, or what it waits for; '-' if it is not being scanned or the time is unknown. */
export function leftWords(
  { trang_thai }: Pick<Progress, 'trang_thai'>,
  pace: Pace | undefined,
  { minutesLeft, waitsFor }: Going,
): string {
  if (trang_thai !== 'running') return '-'
  if (waitsFor.length > 0) return `chờ ${waitsFor.map(scanCarrierName).join(', ')}`
  if (pace && !pace.open) return `chờ ${pace.from}`
  if (minutesLeft === null) return '-'
  return timeWords(pace ? withNights(minutesLeft, pace) : minutesLeft)
}

/** The state shown in the pill; a waiting scan shows the reason. */
export function stateOf(
  state: ScanState,
  pace: Pace | undefined,
  { waitsFor }: Going,
): { label: string; tone: Tone; icon: Icon } {
  if (state === 'done') return { label: 'Xong', tone: 'green', icon: 'dot' }
  if (state !== 'running') return { label: 'Đã dừng', tone: 'grey', icon: 'dash' }
  if (waitsFor.length > 0) return { label: 'Tạm dừng', tone: 'orange', icon: 'triangle' }
  if (pace && !pace.open) return { label: 'Ngoài giờ', tone: 'grey', icon: 'ring' }
  return { label: 'Đang quét', tone: 'blue', icon: 'half' }
}

/** '; bỏ 3 số blacklist, 2 số đang có người giữ'; '' when nothing was left out. */
export function leftOutWords({ blacklisted, held, unknown, unanswered }: MadeFile): string {
  const parts = [
    [blacklisted, 'số blacklist'],
    [held, 'số đang có người giữ'],
    [unknown, 'số không tìm thấy'],
    [unanswered, 'số không tra được'],
  ] as const
  const leftOut = parts.filter(([n]) => n > 0).map(([n, words]) => `${thousands(n)} ${words}`)
  return leftOut.length > 0 ? `; bỏ ${leftOut.join(', ')}` : ''
}
