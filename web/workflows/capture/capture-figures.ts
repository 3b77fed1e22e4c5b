/** What the rows of the capture report add up to, and the address of the calls behind a figure. */
import { screenOf } from '../../../contract/screens.ts'
import { captureResults, type CaptureRow } from '../../../contract/workflows/capture.ts'
import { queryText } from '../../kit/client.ts'
import type { Filters } from '../../kit/filters/list-state.ts'

/** The counts of a row, without whose they are. */
export type Counts = Omit<CaptureRow, 'username_nv' | 'ten_nv'>

const names = ['da_nhan_so', 'so_tra_ket_qua', ...captureResults.map(({ name }) => name)] as const

/** Sums of all counts. */
export const totalOf = (rows: readonly Counts[]): Counts =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Counts

export type Step = {
  label: string
  count: number
  /** Result that the step consists of; '' for all results, undefined where no list of calls shows it. */
  status?: string
}

/** The funnel: received, answered, reached (all but no answer and unreachable), agreed. */
export const stepsOf = (total: Counts): Step[] => [
  { label: 'Nhận số', count: total.da_nhan_so },
  { label: 'Trả kết quả', count: total.so_tra_ket_qua, status: '' },
  { label: 'Gặp khách', count: total.so_tra_ket_qua - total.khong_nghe_may - total.khong_lien_lac_duoc },
  { label: 'Đồng ý', count: total.chap_nhan, status: 'APPROVED' },
]

/** The care log with the report's own filters: the rows behind a figure. */
export const callsBehind = (filters: Filters, status: string, username?: string): string =>
  (screenOf('careHistory').routes[0] ?? '') +
  queryText({
    startDate: filters.startDate,
    endDate: filters.endDate,
    username: username ?? filters.username,
    team: filters.team,
    status,
  })
