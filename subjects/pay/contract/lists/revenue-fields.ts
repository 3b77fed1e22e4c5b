/** Fields of revenue lines, shared by two lists (D2-Q-169). */
import { codeTabs } from '#platform/contract/code-tabs.ts'
import { f, type Option } from '#kit/contract/field.ts'
import { mostMoney } from '#kit/contract/money.ts'
import { requestMethods, requestTypes } from '#subjects/money/contract/refund-states.ts'

/** Labels of the other revenue sums; 'Doanh thu' itself counts successful lines (D3-ONE-01). */
export const everyStatus = 'Doanh thu tạm tính (mọi trạng thái)'
/** The same for package counts: 'Số gói' belongs to 'Doanh thu' (D3-ONE-07). */
export const everyPackage = 'Tổng gói (mọi trạng thái)'
export const afterRefunds = 'Doanh thu thực tế (trừ hoàn)'

/** Result of the carrier's reconciliation (D2-Q-171). */
export const lineResults = [
  { value: 'SUCCESS', label: 'Thành công', tone: 'green', icon: 'check' },
  { value: 'FAILD', label: 'Thất bại', tone: 'red', icon: 'cross', pill: true },
] as const satisfies readonly Option[]

/** Source of a line (D2-Q-170). */
const lineSources = ['mfy', ...codeTabs.map(({ type }) => type), '9332', 'ketqua', 'import'].map((name) => ({
  value: name,
  label: name,
}))

const yesOrNo = (yes: string, no: string) =>
  [
    { value: '1', label: yes, tone: 'blue', icon: 'dot' },
    { value: '0', label: no, tone: 'grey' },
  ] as const satisfies readonly Option[]

export const revenueFields = {
  id: f.id(),
  kenh: f.text({ label: 'Kênh', max: 32, write: 'managesPay', width: 72 }),
  username_nv: f.staff({ label: 'Nhân viên', write: 'managesPay', width: 92 }),
  ten_nv: f.text({ label: 'Tên nhân viên', write: 'never', width: 148 }),
  so_dien_thoai_cs: f.phone({ label: 'Số thuê bao', short: 'SĐT', write: 'managesPay', width: 112 }),
  goi_cuoc: f.text({
    label: 'Gói cước',
    short: 'Gói',
    upper: true,
    max: 64,
    suggest: 'packages',
    write: 'managesPay',
    width: 84,
  }),
  ngay_thanh_cong: f.instant({ label: 'Ngày đăng ký', write: 'managesPay', width: 152 }),
  // Free text: any value but SUCCESS counts as failed and is shown through ket_qua.
  status: f.text({ label: 'Mã kết quả', max: 64, write: 'managesPay' }),
  ket_qua: f.choice({
    label: 'Kết quả đối soát',
    short: 'Kết quả',
    options: lineResults,
    write: 'never',
    width: 116,
  }),
  staff_username: f.staff({ label: 'Người yêu cầu', write: 'never' }),
  co_yeu_cau: f.flag({
    label: 'Đã tạo yêu cầu hỗ trợ',
    short: 'Yêu cầu HT',
    options: yesOrNo('Có', 'Không'),
    write: 'never',
    width: 92,
  }),
  request_type: f.flag({ label: 'Yêu cầu', options: requestTypes, write: 'never', width: 92 }),
  request_method: f.flag({ label: 'Hình thức', options: requestMethods, write: 'never', width: 108 }),
  refund_price: f.money({ label: 'Số tiền hoàn', short: 'Tiền hoàn', write: 'never', width: 104 }),
  ti_le_doanh_thu: f.number({
    label: 'Tỉ lệ doanh thu (%)',
    short: 'Tỉ lệ (%)',
    decimals: 2,
    percent: true,
    max: 100,
    write: 'managesPay',
    width: 76,
  }),
  doanh_thu_tinh_luong: f.money({
    label: 'Doanh thu tính lương',
    short: 'DT tính lương',
    write: 'never',
    width: 124,
  }),
  doanhThu: f.money({ label: 'Doanh thu', write: 'never', width: 116 }),
  so_goi: f.number({ label: 'Số gói', write: 'never' }),
  username_he_thong: f.staff({ label: 'Người đăng ký', write: 'never', width: 112 }),
  doi_soat_luc: f.instant({ label: 'Đối soát lúc', write: 'never', width: 152 }),
  da_doi_soat: f.flag({
    label: 'Đã đối soát',
    options: yesOrNo('Đã đối soát', 'Chưa đối soát'),
    write: 'never',
  }),
  track0: f.choice({ label: 'Nguồn', options: lineSources, write: 'managesPay', width: 84 }),
  track1: f.text({ label: 'Mã nguồn', max: 128, write: 'managesPay', width: 120 }),
  doanh_thu: f.money({ label: 'Giá gói', max: mostMoney, write: 'managesPay', price: true, width: 116 }),
} as const
