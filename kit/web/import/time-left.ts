/** Remaining time of a job, extrapolated from the rows done so far. */

/** 'còn khoảng 8 giây', or '' when it cannot be estimated. */
export function timeLeft(startedAt: string | null, done: number, total: number, now = Date.now()): string {
  if (!startedAt || done <= 0 || total <= done) return ''
  const seconds = Math.ceil(((now - Date.parse(startedAt)) / 1000 / done) * (total - done))
  if (!Number.isFinite(seconds) || seconds <= 0) return ''
  return seconds < 90 ? `còn khoảng ${seconds} giây` : `còn khoảng ${Math.round(seconds / 60)} phút`
}
