/** Addresses of the rows behind the figures: the list's own route with its filters. */
import { toFilterDate } from '../../../contract/dates.ts'
import { screenOf, type ScreenName } from '../../../contract/screens.ts'
import type { Dashboard } from '../../../contract/workflows/dashboard.ts'

/** A list with filters; an empty one takes away what the list would begin with. */
export const rowsOf = (screen: ScreenName, filters: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(filters).toString()
  return (screenOf(screen).routes[0] ?? '') + (query && `?${query}`)
}

/** What a list would begin with is taken away. */
const anyDay = { startDate: '', endDate: '' }

const days = (start: string, end: string) => ({ startDate: toFilterDate(start), endDate: toFilterDate(end) })

/** Only a chosen branch narrows a list; without one the list shows the viewer's scope by itself. */
const of = (team: string): Record<string, string> => (team === '' ? {} : { team })

/** The lines that revenue is the sum of, from one day to another. */
export const salesBetween = (start: string, end: string, team: string): string =>
  rowsOf('report90849332', { ...days(start, end), status: 'SUCCESS', ...of(team) })

/** Calls from one day to another, with more filters of the care log. */
export const callsBetween = (
  start: string,
  end: string,
  team: string,
  more: Readonly<Record<string, string>> = {},
): string => rowsOf('careHistory', { ...days(start, end), ...more, ...of(team) })

/** Where each step of the funnel is listed. */
export function funnelLinks({ start, end }: Dashboard['period'], team: string) {
  return {
    received: rowsOf('tilebatso', { ...days(start, end), ...of(team) }),
    called: callsBetween(start, end, team),
    reached: callsBetween(start, end, team, { gap_khach: '1' }),
    agreed: callsBetween(start, end, team, { status: 'APPROVED' }),
    registered: salesBetween(start, end, team),
  }
}

/** Appointments by their own day: those of today, or the late ones since a day. */
export const appointmentsBetween = (start: string, end: string, team: string, state = ''): string =>
  rowsOf('careHistory', {
    ...anyDay,
    startDateHen: toFilterDate(start),
    endDateHen: toFilterDate(end),
    ...(state !== '' && { lich_hen: state }),
    ...of(team),
  })

/** What waits for a decision, of one kind or of all. */
export const waitingLink = (kind?: string): string =>
  rowsOf('desk', kind === undefined ? {} : { kinds: kind })
