/** Settings that the screens need at once, before anybody has signed in: look, password rule, patience. */
import {
  readSetting,
  type ColorSetting,
  type ImageSetting,
  type NumberSetting,
  type Setting,
  type TextSetting,
} from './kinds.ts'

const toAll = <K extends Setting>(setting: Omit<K, 'write' | 'public'>) =>
  ({ write: 'below3', public: true, ...setting }) as K

/** Title, colours and images (D1-Q-006, D1-Q-009). */
export const appearance = {
  'app.title': toAll<TextSetting>({
    kind: 'text',
    label: 'Tên ứng dụng',
    hint: 'Trên thanh đầu trang, tiêu đề trình duyệt và trang đăng nhập',
    default: 'Hệ thống tính lương',
    max: 60,
  }),
  'app.primary': toAll<ColorSetting>({
    kind: 'color',
    label: 'Màu chính',
    hint: 'Nút chính, liên kết, dòng đang chọn; các sắc độ còn lại được tính từ màu này',
    default: '#5B5BD6',
    with: '#FFFFFF',
    text: 'chữ trắng trên nút',
  }),
  'app.ground': toAll<ColorSetting>({
    kind: 'color',
    label: 'Nền trang',
    hint: 'Chỉ ở giao diện sáng',
    default: '#F4F5F7',
    // --text-3 of the light theme, the faintest text on the ground.
    with: '#656A80',
    text: 'chữ mờ trên nền',
  }),
  'app.logo': toAll<ImageSetting>({
    kind: 'image',
    label: 'Logo',
    hint: 'PNG, JPEG, WebP hoặc SVG vuông, tối đa 64 kB',
    default: '',
    bundled: '/logo.svg',
  }),
  'app.avatar': toAll<ImageSetting>({
    kind: 'image',
    label: 'Ảnh đại diện mặc định',
    hint: 'Của tài khoản chưa có ảnh; PNG, JPEG, WebP hoặc SVG vuông, tối đa 64 kB',
    default: '',
    bundled: '/avatar.svg',
  }),
}

/** Shortest new password (D1-Q-031, D1-Q-040). */
export const passwordRule = {
  'password.length': toAll<NumberSetting>({
    kind: 'number',
    label: 'Mật khẩu ngắn nhất',
    hint: 'Với mật khẩu đặt từ nay; mật khẩu đang dùng vẫn đăng nhập được',
    default: 6,
    min: 6,
    max: 64,
    unit: 'ký tự',
  }),
}

/** How long a screen waits for the carrier (D1-Q-095). */
export const timeouts = {
  'lookup.wait': toAll<NumberSetting>({
    kind: 'number',
    label: 'Chờ nhà mạng trả lời',
    hint: 'Quá thời gian này màn hình thôi chờ, trả lời đến muộn bị bỏ qua',
    default: 60,
    min: 3,
    max: 300,
    unit: 'giây',
  }),
}

const known = { ...appearance, ...passwordRule, ...timeouts }

/** A setting that the screens are told by name. */
export type PublicSettingKey = keyof typeof known
type Told = { [K in PublicSettingKey]: (typeof known)[K] extends NumberSetting ? number : string }
/** What the screens are told: these, and the addresses of sample forms under their keys. */
export type PublicSettings = Told & Readonly<Record<string, unknown>>

/** `told` with the default for whatever is missing or not allowed. */
export function readPublicSettings(told: Readonly<Record<string, unknown>>): PublicSettings {
  const values = Object.entries(known).map(([key, setting]) => {
    const reading = readSetting(told[key], setting)
    return [key, reading.ok ? reading.value : setting.default]
  })
  return { ...told, ...Object.fromEntries(values) } as PublicSettings
}
