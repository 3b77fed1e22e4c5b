/** How soon an appointment is, as text and level. */

export type Due = {
  state: 'late' | 'soon' | 'later'
  /** 'trễ 14 phút', 'còn 6 phút'; '' while it is further away. */
  text: string
}

const minute = 60_000
/** Appointments closer than this are marked, in ms. */
const soonWithin = 15 * minute

function span(ms: number): string {
  const minutes = Math.floor(ms / minute)
  if (minutes < 60) return `${minutes} phút`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} giờ` : `${Math.floor(hours / 24)} ngày`
}

/** How soon the instant is at `now` (milliseconds). */
export function dueAt(instant: string, now: number): Due {
  const remaining = Date.parse(instant) - now
  if (remaining > soonWithin) return { state: 'later', text: '' }
  if (remaining > 0) return { state: 'soon', text: `còn ${Math.ceil(remaining / minute)} phút` }
  return { state: 'late', text: remaining > -minute ? 'đến giờ' : `trễ ${span(-remaining)}` }
}
