/** Addresses of the rows behind the figures: the list's own route with its filters. */
import { agreement } from '#subjects/calling/contract/care-results.ts'
import { toFilterDate } from '#kit/contract/dates.ts'
import { addressWith } from '#platform/contract/screens.ts'
import type { Dashboard } from '#subjects/overview/contract/calls/dashboard.ts'

/** Clears the default period of a list. */
const anyDay = { startDate: '', endDate: '' }

const days = (start: string, end: string) => ({ startDate: toFilterDate(start), endDate: toFilterDate(end) })

/** Without a chosen branch the list is limited to the viewer's scope anyway. */
const branchFilter = (team: string): Record<string, string> => (team === '' ? {} : { team })

/** The lines of revenue of these days. */
export const salesBetween = (start: string, end: string, team: string): string =>
  addressWith('report90849332', { ...days(start, end), status: 'SUCCESS', ...branchFilter(team) })

/** The calls of these days, with further filters of the care log. */
export const callsBetween = (
  start: string,
  end: string,
  team: string,
  filters: Readonly<Record<string, string>> = {},
): string => addressWith('careHistory', { ...days(start, end), ...filters, ...branchFilter(team) })

/** Address of the rows of each step. */
export function funnelLinks({ start, end }: Dashboard['period'], team: string) {
  return {
    received: addressWith('tilebatso', { ...days(start, end), ...branchFilter(team) }),
    called: callsBetween(start, end, team),
    reached: callsBetween(start, end, team, { gap_khach: '1' }),
    agreed: callsBetween(start, end, team, { status: agreement.value }),
    registered: salesBetween(start, end, team),
  }
}

/** Appointments of these days, in one state or all. */
export const appointmentsBetween = (start: string, end: string, team: string, state = ''): string =>
  addressWith('careHistory', {
    ...anyDay,
    startDateHen: toFilterDate(start),
    endDateHen: toFilterDate(end),
    ...(state !== '' && { lich_hen: state }),
    ...branchFilter(team),
  })

/** Waiting decisions, of one kind or all. */
export const waitingLink = (kind?: string): string =>
  addressWith('desk', kind === undefined ? {} : { kinds: kind })
