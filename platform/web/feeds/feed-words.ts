/** Sentences about the state of a feed. */
import { thousands } from '#kit/contract/thousands.ts'
import { feeds, type FeedState } from '#platform/contract/calls/feeds.ts'

const hour = 3600
const day = 24 * hour

/** '12 phút', '5 giờ', '3 ngày': exact enough to decide whether to call the bank. */
export function spanText(seconds: number): string {
  if (seconds < hour) return `${Math.max(1, Math.floor(seconds / 60))} phút`
  if (seconds < 2 * day) return `${Math.floor(seconds / hour)} giờ`
  return `${Math.floor(seconds / day)} ngày`
}

/** 'Nguồn tin ngân hàng chậm 12 phút'; '' for a feed in time. */
export function lateText({ name, late, behind }: FeedState): string {
  if (!late) return ''
  const source = `Nguồn tin ${feeds[name].label.toLocaleLowerCase('vi')}`
  return behind === null ? `${source} chưa đọc được lần nào` : `${source} chậm ${spanText(behind)}`
}

/** '3 giao dịch ngân hàng bị để riêng'; '' when there are none. */
export const quarantineText = ({ name, set_aside }: FeedState): string =>
  set_aside === 0 ? '' : `${thousands(set_aside)} ${feeds[name].row} bị để riêng`
