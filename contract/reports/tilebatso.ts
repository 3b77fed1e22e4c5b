/** The number-capture report 'Tỉ lệ bắt số': numbers received and results returned (D2-CAP, D2-REVF-50 to 60, D3-REC-05). */
import { thousands } from '../thousands.ts'
import { f } from '../kit/field.ts'
import { defineReport } from '../kit/report.ts'

/** The seven results in column order, with their headings. */
export const captureResults = [
  { name: 'hen', label: 'Hẹn gọi lại', status: 'APPOINTMENT' },
  { name: 'chap_nhan', label: 'Đồng ý', status: 'APPROVED' },
  { name: 'tu_choi', label: 'Từ chối', status: 'REJECTED' },
  { name: 'khong_nghe_may', label: 'Không bắt máy', status: 'KBM' },
  { name: 'khong_lien_lac_duoc', label: 'Không liên lạc được', status: 'KLLĐ' },
  { name: 'dung_lai_goi_cu', label: 'Dùng lại gói cũ', status: 'KEEP' },
  { name: 'da_dang_ky_lai', label: 'Đã đăng ký lại', status: 'RE-REGISTER' },
] as const

/** Reached at the second and third call of a number, with the field of all such calls, reached or not. */
export const captureCalls = [
  { name: 'gap_lan_2', of: 'goi_lan_2' },
  { name: 'gap_lan_3', of: 'goi_lan_3' },
] as const

const count = (label: string, width: number) => f.number({ label, width })
/** Care log of the row's person, or of the filter's. */
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
    hen: count('Hẹn gọi lại', 116),
    chap_nhan: count('Đồng ý', 116),
    tu_choi: count('Từ chối', 116),
    khong_nghe_may: count('Không bắt máy', 116),
    khong_lien_lac_duoc: count('Không liên lạc được', 140),
    dung_lai_goi_cu: count('Dùng lại gói cũ', 116),
    da_dang_ky_lai: count('Đã đăng ký lại', 116),
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
    'hen',
    'chap_nhan',
    'tu_choi',
    'khong_nghe_may',
    'khong_lien_lac_duoc',
    'dung_lai_goi_cu',
    'da_dang_ky_lai',
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
    tong_hen: { sum: 'hen' },
    tong_chap_nhan: { sum: 'chap_nhan' },
    tong_tu_choi: { sum: 'tu_choi' },
    tong_khong_nghe_may: { sum: 'khong_nghe_may' },
    tong_khong_lien_lac_duoc: { sum: 'khong_lien_lac_duoc' },
    tong_dung_lai_goi_cu: { sum: 'dung_lai_goi_cu' },
    tong_da_dang_ky_lai: { sum: 'da_dang_ky_lai' },
    tong_so_da_goi: { sum: 'so_da_goi' },
    tong_goi_lan_2: { sum: 'goi_lan_2' },
    tong_gap_lan_2: { sum: 'gap_lan_2' },
    tong_goi_lan_3: { sum: 'goi_lan_3' },
    tong_gap_lan_3: { sum: 'gap_lan_3' },
  },
  behind: {
    so_tra_ket_qua: calls,
    hen: { ...calls, fixed: { status: 'APPOINTMENT' } },
    chap_nhan: { ...calls, fixed: { status: 'APPROVED' } },
    tu_choi: { ...calls, fixed: { status: 'REJECTED' } },
    khong_nghe_may: { ...calls, fixed: { status: 'KBM' } },
    khong_lien_lac_duoc: { ...calls, fixed: { status: 'KLLĐ' } },
    dung_lai_goi_cu: { ...calls, fixed: { status: 'KEEP' } },
    da_dang_ky_lai: { ...calls, fixed: { status: 'RE-REGISTER' } },
    gap_lan_2: { ...calls, fixed: { lan_goi: '2', gap_khach: '1' } },
    gap_lan_3: { ...calls, fixed: { lan_goi: '3', gap_khach: '1' } },
  },
  sources: ['care/history'],
  exportAs: { file: 'Ti-le-bat-so.xlsx' },
  paging: { sizes: [10, 20, 50], size: 10 },
  may: { read: 'calls', export: ['calls', 'unrestricted'] },
})

/** What a figure is shown as a share of: results of the results returned, those reached of the calls of that turn. */
export const captureWhole: ReadonlyMap<string, string> = new Map([
  ...captureResults.map(({ name }) => [name, 'so_tra_ket_qua'] as const),
  ...captureCalls.map(({ name, of }) => [name, of] as const),
])

/** '2 (50%)': count and its share of the results, at most one decimal; '0 (0%)' when either is 0 (D2-Q-181). */
export function captureShare(count: number, results: number): string {
  if (count === 0 || results === 0) return '0 (0%)'
  return `${thousands(count)} (${Number(((count / results) * 100).toFixed(1))}%)`
}
