/** Every key of `/api/v1/setting`: meaning, default, who may write it (D2-SET, D2-CFG, D1-Q-018). */
import { factorRules } from '#subjects/people/contract/factor-rules.ts'
import type {
  ChoiceSetting,
  ClockSetting,
  FlagSetting,
  NumberSetting,
  PrioritiesSetting,
  Setting,
  TextSetting,
  TextsSetting,
} from './kinds.ts'
import { careSettings } from '#subjects/calling/contract/care-settings.ts'
import { sampleForms } from '#subjects/settings/contract/settings/sample-forms.ts'
import type { SampleFormKey } from './sample-form-key.ts'
import { onlyByPermission, ownRequests, secondApproval } from '#subjects/money/contract/decision-settings.ts'
import { floorSettings } from '#subjects/calling/contract/floor-settings.ts'
import { scanSettings } from '#subjects/scans/contract/scan-settings.ts'
import { simSettings } from '#subjects/sims/contract/sim-settings.ts'
import { payoutSettings } from '#subjects/pay/contract/payout-settings.ts'
import { receivingSettings } from '#subjects/money/contract/receiving-settings.ts'
import type { BankForm } from '#subjects/money/contract/bank-forms.ts'
import { payrollSettings, type PayrollKey } from '#subjects/pay/contract/payroll-settings.ts'
import { appearance, passwordRule, timeouts, type PublicSettingKey } from './public-settings.ts'

const refundRight = 'requestrefund.doi-kenh-hoan-tien'

const channel = (label: string, hint: string, more: { optional?: true } = {}): ChoiceSetting => ({
  ...more,
  kind: 'choice',
  label,
  hint,
  default: 'khong_qua_api',
  options: [{ value: 'khong_qua_api', label: 'Không qua API' }],
  from: 'kenh_doi_tac_ds',
  write: refundRight,
  open: true,
})

const discount = (label: string, hint: string): NumberSetting => ({
  kind: 'number',
  label,
  hint,
  default: 0,
  min: 0,
  max: 99.99,
  decimals: 2,
  unit: '%',
  write: refundRight,
  open: true,
})

const number = (more: Omit<NumberSetting, 'kind' | 'write'>): NumberSetting => ({
  kind: 'number',
  write: 'below3',
  ...more,
})
const clock = (more: Omit<ClockSetting, 'kind' | 'write'>): ClockSetting => ({
  kind: 'clock',
  write: 'below3',
  ...more,
})
const texts = (more: Omit<TextsSetting, 'kind' | 'write'>): TextsSetting => ({
  kind: 'texts',
  write: 'below3',
  ...more,
})

const rightsOfPriorities: PrioritiesSetting = {
  kind: 'priorities',
  label: 'Mức quyền bị hạn chế',
  hint: 'Không xuất file, không thấy cột nhân viên',
  default: [5, 7],
  write: 'below3',
}
const adminName: TextSetting = {
  kind: 'text',
  label: 'Tài khoản quản trị mặc định',
  hint: 'Kết quả đăng ký của tài khoản này không hiện tên nhân viên với chi nhánh trở xuống',
  default: 'admin',
  max: 60,
  write: 'below3',
}
const autoResult: FlagSetting = {
  kind: 'flag',
  label: 'Tự động đặt kết quả báo đỏ',
  hint: 'Theo kết quả đăng ký cùng số và gói, từ ngày thành công; kết quả đặt tay luôn được giữ',
  default: 1,
  write: 'admin',
  reauth: true,
}

const autoApproval: FlagSetting = {
  kind: 'flag',
  label: 'Tự động duyệt hoàn gói',
  hint: 'Đơn hoàn trước, hoàn sau hình thức gia hạn, không hoàn thêm, được duyệt khi có dòng doanh thu thành công cùng số và gói; người đã quyết định thì giữ nguyên',
  default: 0,
  write: 'admin',
  reauth: true,
}
const secondFactor: ChoiceSetting = {
  kind: 'choice',
  label: 'Xác thực hai lớp khi đăng nhập',
  hint: 'Quản trị, quản lý và người có quyền trả lương nhập thêm mã từ điện thoại; bắt buộc thì ai chưa cài phải cài ngay sau mật khẩu',
  default: 'offered',
  options: factorRules,
  write: 'admin',
  reauth: true,
}

export const settingGroups = {
  'Kênh hoàn tiền và chiết khấu': {
    kenh_hoan_tien: channel('Kênh hoàn tiền trả trước', 'Hoàn tiền cho thuê bao trả trước đi qua kênh này'),
    kenh_hoan_tien_tra_sau: channel(
      'Kênh hoàn tiền trả sau',
      'Hoàn tiền cho thuê bao trả sau đi qua kênh này',
      { optional: true },
    ),
    kenh_nap_chiet_khau: channel(
      'Kênh nạp chiết khấu trả trước',
      'Nạp tiền chiết khấu cho thuê bao trả trước',
      { optional: true },
    ),
    kenh_nap_chiet_khau_tra_sau: channel(
      'Kênh nạp chiết khấu trả sau',
      'Nạp tiền chiết khấu cho thuê bao trả sau',
      { optional: true },
    ),
    ti_le_chiet_khau: discount('Chiết khấu trả trước', 'Tỉ lệ chiết khấu nạp tiền của thuê bao trả trước'),
    ti_le_chiet_khau_tra_sau: discount(
      'Chiết khấu trả sau',
      'Tỉ lệ chiết khấu nạp tiền của thuê bao trả sau',
    ),
    kenh_doi_tac_ds: texts({
      label: 'Đối tác hoàn tiền',
      hint: 'Tên miền của các đối tác, chọn được làm kênh bên cạnh "Không qua API"',
      default: ['doitac1.example', 'doitac2.example'],
      least: 0,
    }),
    tu_dong_duyet_hoan_goi: autoApproval,
    'refund.waitingLimit': number({
      label: 'Đơn chờ duyệt của một nhân viên',
      hint: 'Hoàn gói và nạp tiền chưa ai quyết định; nhiều hơn thì chưa tạo thêm được',
      default: 50,
      min: 1,
      max: 10_000,
      unit: 'đơn',
    }),
    'refund.secondApprovalAbove': secondApproval,
    doi_soat_so_ngay_khop: number({
      label: 'Khớp đơn hoàn với doanh thu trong',
      hint: 'Số ngày trước và sau ngày thành công; khi đổi, mọi đơn và dòng doanh thu được khớp lại',
      default: 31,
      min: 1,
      max: 366,
      unit: 'ngày',
    }),
    ti_le_doanh_thu_mac_dinh: number({
      label: 'Tỉ lệ doanh thu tính lương',
      hint: 'Ghi vào dòng doanh thu khi có; dòng đã có giữ tỉ lệ của nó',
      default: 100,
      min: 0,
      max: 100,
      decimals: 2,
      unit: '%',
    }),
  },
  'Tài khoản nhận chuyển khoản': receivingSettings,
  Mfy: {
    mfy_cty: texts({
      label: 'Đối tác Mfy',
      hint: 'Các công ty đối tác chọn được cho một đơn Mfy; đơn cũ giữ tên đã chọn',
      default: Array.from({ length: 8 }, (_, n) => `Đối tác ${n + 1}`),
      least: 1,
    }),
    mfy_ti_le_doanh_thu: number({
      label: 'Tỉ lệ doanh thu tính lương Mfy',
      hint: 'Ghi vào đơn khi tạo; đơn đã có giữ tỉ lệ của nó',
      default: 100,
      min: 0,
      max: 100,
      decimals: 2,
      unit: '%',
    }),
  },
  'Sim số': simSettings,
  'Tính lương': payrollSettings,
  'Chi trả lương': payoutSettings,
  'Ra-đa truy thu': {
    radar_hoan_toi_thieu: number({
      label: 'Số đơn hoàn ít nhất',
      hint: 'Từ số đơn hoàn này của một người trong kỳ, tỉ lệ hoàn của người đó mới được so với nhóm',
      default: 3,
      min: 1,
      max: 1000,
      unit: 'đơn',
    }),
    radar_hoan_gap: number({
      label: 'Tỉ lệ hoàn cao gấp',
      hint: 'Hoàn tiền chia doanh thu của một người, so với của cả nhóm',
      default: 2,
      min: 1,
      max: 100,
      decimals: 1,
      unit: 'lần',
    }),
  },
  'Tra cứu nhà mạng': {
    'lookup.from': clock({
      label: 'Tra cứu chi tiết từ',
      hint: 'Giờ Việt Nam, trước giờ này bị từ chối',
      default: '07:00',
      before: 'lookup.until',
    }),
    'lookup.until': clock({
      label: 'Tra cứu chi tiết đến',
      hint: 'Giờ Việt Nam, từ giờ này bị từ chối',
      default: '22:00',
      after: 'lookup.from',
    }),
    'lookup.perHour': number({
      label: 'Số lượt tra cứu chi tiết',
      hint: 'Mỗi nhân viên trong 60 phút bất kỳ',
      default: 60,
      min: 0,
      max: 1000,
      unit: 'lượt/giờ',
    }),
    'otp.perHour': number({
      label: 'Số lần lấy OTP cho một thuê bao',
      hint: 'Trong 60 phút bất kỳ, của mọi nhân viên; mỗi lần khách hàng nhận một tin nhắn',
      default: 6,
      min: 1,
      max: 100,
      unit: 'lần/giờ',
    }),
    ...timeouts,
  },
  'Quét data': scanSettings,
  'Chăm sóc khách hàng': careSettings,
  'Sàn gọi': floorSettings,
  'Quyền xem và kết quả': {
    restrictedPriorities: rightsOfPriorities,
    noRefundPrefixes: texts({
      label: 'Nhóm không xem yêu cầu hoàn tiền',
      hint: 'Tài khoản có tên bắt đầu bằng một trong các chữ này, không phân biệt hoa thường',
      default: ['HNIMB'],
      least: 0,
    }),
    'phone.searches': number({
      label: 'Số điện thoại được tìm mỗi ngày',
      hint: 'Với người chỉ thấy số bị che; tìm lại cùng một số không tính thêm',
      default: 200,
      min: 0,
      max: 100_000,
      unit: 'số/ngày',
    }),
    'phone.refusals': number({
      label: 'Số điện thoại hỏi thêm khi đã hết lượt',
      hint: 'Quá mức này, số đã thấy trước đó cũng không còn được báo, trừ số đang gọi và số có hẹn; quản lý được báo thêm một lần',
      default: 50,
      min: 1,
      max: 10_000,
      unit: 'số/ngày',
    }),
    'desk.onlyByPermission': onlyByPermission,
    'desk.ownRequests': ownRequests,
    defaultAdminUsername: adminName,
    'baodo.autoResult': autoResult,
  },
  'Đăng nhập và mật khẩu': {
    'signIn.tries': number({
      label: 'Số lần đăng nhập sai',
      hint: 'Mỗi tên đăng nhập từ một địa chỉ mạng hoặc một thiết bị quen, rồi phải chờ, cả khi mật khẩu đúng',
      default: 10,
      min: 3,
      max: 100,
      unit: 'lần',
      reauth: true,
    }),
    'signIn.minutes': number({
      label: 'Đếm đăng nhập sai trong',
      hint: 'Lần sai cũ hơn không còn được tính',
      default: 15,
      min: 1,
      max: 1440,
      unit: 'phút',
      reauth: true,
    }),
    'session.hours': number({
      label: 'Phiên đăng nhập dài nhất',
      hint: 'Với lần đăng nhập từ nay; phiên đang mở giữ giờ kết thúc của nó',
      default: 12,
      min: 1,
      max: 72,
      unit: 'giờ',
      reauth: true,
    }),
    ...passwordRule,
    'signIn.secondFactor': secondFactor,
    'signIn.codeGrace': {
      kind: 'flag',
      label: 'Nhận cả mã liền trước và liền sau',
      hint: 'Cho đồng hồ điện thoại lệch và lúc gõ chậm; tắt thì mỗi mã chỉ dùng được trong 30 giây của nó',
      default: 1,
      write: 'admin',
      reauth: true,
    },
    'export.confirmRows': number({
      label: 'Xuất file phải xác nhận lại trên',
      hint: 'Xuất nhiều dòng hơn thì phải nhập lại mật khẩu hoặc mã xác thực trước khi tải; đổi cài đặt này cũng vậy',
      default: 20_000,
      min: 0,
      max: 10_000_000,
      unit: 'dòng',
      reauth: true,
    }),
  },
  'Giao diện': appearance,
  'Địa chỉ biểu mẫu': sampleForms,
} as const satisfies Record<string, Record<string, Setting>>

type Groups = typeof settingGroups
type KeysOf<G> = G extends unknown ? keyof G : never
export type SettingKey = KeysOf<Groups[keyof Groups]> & string

/** A key with a single current value, without dates. */
export type PlainKey = Exclude<SettingKey, PayrollKey>

type Entry<K extends SettingKey> = {
  [G in keyof Groups]: K extends keyof Groups[G] ? Groups[G][K] : never
}[keyof Groups]
type Wide<S> = S extends { kind: 'number' }
  ? S extends { empty: string }
    ? number | ''
    : number
  : S extends { kind: 'flag' }
    ? 0 | 1
    : S extends { kind: 'texts' }
      ? readonly string[]
      : S extends { kind: 'bankForms' }
        ? readonly BankForm[]
        : S extends { kind: 'priorities' }
          ? readonly number[]
          : string
export type ValueOf<K extends SettingKey> = Wide<Entry<K>>

export const settings = Object.assign({}, ...Object.values(settingGroups)) as Readonly<
  Record<SettingKey, Setting>
>

/** The setting of a key, or undefined for an unknown one. */
export const settingOf = (key: string): Setting | undefined =>
  Object.hasOwn(settings, key) ? settings[key as SettingKey] : undefined

/** Keys readable without a session. */
export const publicSettingKeys = (Object.keys(settings) as (PublicSettingKey | SampleFormKey)[]).filter(
  (key) => settings[key].public === true,
)

export const defaultOf = <K extends SettingKey>(key: K): ValueOf<K> => settings[key].default as ValueOf<K>
