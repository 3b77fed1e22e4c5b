/** Names of weekdays; apart from dates.ts, which is part of the first script. */
const weekdays = ['Chủ Nhật', 'Thứ Hai', 'Thứ Ba', 'Thứ Tư', 'Thứ Năm', 'Thứ Sáu', 'Thứ Bảy'] as const

/** 'Thứ Bảy' of a day 'YYYY-MM-DD'. */
export const weekdayOf = (day: string): string => weekdays[new Date(day).getUTCDay()] ?? ''
