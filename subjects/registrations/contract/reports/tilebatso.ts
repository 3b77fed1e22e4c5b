/** The number-capture report 'Tỉ lệ bắt số': numbers received and results returned (D2-CAP, D2-REVF-50 to 60, D3-REC-05). */
import { careResults, isAppointment } from '#subjects/calling/contract/care-results.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { f } from '#kit/contract/field.ts'
import { defineReport } from '#kit/contract/report.ts'

type Column = (typeof careResults)[number]['column']
/** The results in column order, appointments first (D2-CAP). */
export const captureResults = careResults.toSorted(
  (a, b) => Number(isAppointment(b.value)) - Number(isAppointment(a.value)),
)
const columns = captureResults.map(({ column }) => column)
const eachResult = <T>(of: (result: (typeof careResults)[number]) => T): Record<Column, T> =>
  Object.fromEntries(captureResults.map((result) => [result.column, of(result)])) as Record<Column, T>

/** Fields with the calls that reached the customer at the second and third attempt, and of all such calls. */
export const captureCalls = [
  { name: 'gap_lan_2', of: 'goi_lan_2' },
  { name: 'gap_lan_3', of: 'goi_lan_3' },
] as const

const count = (label: string, width: number) => f.number({ label, width })
/** Care log of the row's person, or of the filter. */
const calls = { screen: 'careHistory', row: { username: 'username_nv' } } as const

export const tilebatso = defineReport({
  path: 'tilebatso',
  title: 'Tỉ lệ bắt số',
  noun: 'nhân viên',
  fields: {
    username_nv: f.text({ label: 'Mã nhân viên', short: 'Mã NV', width: 96 }),
    ten_nv: f.text({ label: 'Tên nhân viên', width: 184 }),
    da_nhan_so: count('Số đã nhận', 96),
    so_tra_ket_qua: count('Số trả kết quả', 112),
    ...eachResult((result) => count(result.label, 'width' in result ? result.width : 116)),
    so_da_goi: count('Số đã gọi', 96),
    goi_lan_2: count('Gọi lần 2', 96),
    gap_lan_2: count('Gặp ở lần 2', 116),
    goi_lan_3: count('Gọi lần 3', 96),
    gap_lan_3: count('Gặp ở lần 3', 116),
  },
  list: [
    'username_nv',
    'ten_nv',
    'da_nhan_so',
    'so_tra_ket_qua',
    ...columns,
    'so_da_goi',
    'gap_lan_2',
    'gap_lan_3',
  ],
  also: ['goi_lan_2', 'goi_lan_3'],
  card: { key: 'ten_nv' },
  key: 'username_nv',
  owner: 'username_nv',
  units: true,
  order: [['username_nv', 'asc']],
  filter: {
    username: { field: f.staff({ label: 'Nhân viên' }), offerTo: 'unrestricted' },
    team: { field: f.staff({ label: 'Nhóm' }), teams: true, offerTo: 'unrestricted' },
    message: { field: f.text({ label: 'Tên hoặc mã nhân viên' }), callOnly: true },
  },
  periods: [{ on: 'at', from: 'startDate', to: 'endDate', label: 'Khoảng ngày', default: 'month' }],
  totals: {
    tong_da_nhan_so: { sum: 'da_nhan_so' },
    tong_so_tra_ket_qua: { sum: 'so_tra_ket_qua' },
    ...(Object.fromEntries(columns.map((column) => [`tong_${column}`, { sum: column }])) as {
      [C in Column as `tong_${C}`]: { sum: C }
    }),
    tong_so_da_goi: { sum: 'so_da_goi' },
    tong_goi_lan_2: { sum: 'goi_lan_2' },
    tong_gap_lan_2: { sum: 'gap_lan_2' },
    tong_goi_lan_3: { sum: 'goi_lan_3' },
    tong_gap_lan_3: { sum: 'gap_lan_3' },
  },
  behind: {
    so_tra_ket_qua: calls,
    ...eachResult(({ value }) => ({ ...calls, fixed: { status: value } })),
    gap_lan_2: { ...calls, fixed: { lan_goi: '2', gap_khach: '1' } },
    gap_lan_3: { ...calls, fixed: { lan_goi: '3', gap_khach: '1' } },
  },
  sources: ['care/history'],
  exportAs: { file: 'Ti-le-bat-so.xlsx' },
  paging: { sizes: [10, 20, 50], size: 10 },
  may: { read: 'calls', export: ['calls', 'unrestricted'] },
})

/** Denominator of a figure's share: returned results for results, all calls of that attempt for reached ones. */
export const captureWhole: ReadonlyMap<string, string> = new Map([
  ...columns.map((column) => [column, 'so_tra_ket_qua'] as const),
  ...captureCalls.map(({ name, of }) => [name, of] as const),
])

/** Count and its share of the results with at most one decimal, such as '2 (50%)'; '0 (0%)' when either is 0 (D2-Q-181). */
export function captureShare(count: number, results: number): string {
  if (count === 0 || results === 0) return '0 (0%)'
  return `${thousands(count)} (${Number(((count / results) * 100).toFixed(1))}%)`
}
