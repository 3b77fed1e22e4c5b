/** Settings that screens need before sign-in: appearance, password rule, timeouts. */
import type { ColorSetting, ImageSetting, NumberSetting, Setting, TextSetting } from './kinds.ts'

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
    // --text-3 of the light theme, the faintest text on this background.
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

const publicKeys = { ...appearance, ...passwordRule, ...timeouts }

export type PublicSettingKey = keyof typeof publicKeys
type PublicValues = {
  [K in PublicSettingKey]: (typeof publicKeys)[K] extends NumberSetting ? number : string
}
/** The public settings, and the URLs of sample forms under their keys. */
export type PublicSettings = PublicValues & Readonly<Record<string, unknown>>

/**
 * The received value, or undefined if it is invalid: the server has checked it, but the browser's storage may contain
 * anything. The full reader of settings would be a tenth of the shell's script.
 */
function receivedValue(
  received: unknown,
  setting: (typeof publicKeys)[PublicSettingKey],
): string | number | undefined {
  if (setting.kind === 'number') {
    const value = Number(received)
    return value >= setting.min && value <= setting.max ? value : undefined
  }
  if (typeof received !== 'string' || (received === '' && setting.default !== '')) return undefined
  return setting.kind !== 'color' || /^#[\da-f]{6}$/i.test(received) ? received : undefined
}

/** Public settings from the server's answer, with defaults for missing or invalid ones. */
export function readPublicSettings(received: Readonly<Record<string, unknown>>): PublicSettings {
  const values = Object.entries(publicKeys).map(([key, setting]) => [
    key,
    receivedValue(received[key], setting) ?? setting.default,
  ])
  return { ...received, ...Object.fromEntries(values) } as PublicSettings
}
