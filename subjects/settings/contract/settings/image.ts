/** Images stored as a setting: data URLs whose content matches their type. */

/** Largest image in bytes. */
export const largestImage = 64 * 1024

const kinds = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP', 'svg+xml': 'SVG' } as const
type ImageKind = keyof typeof kinds

/** Types for a file dialog. */
export const imageTypes = Object.keys(kinds)
  .map((kind) => `image/${kind}`)
  .join(',')

const shape = /^data:image\/(png|jpeg|webp|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/

/** Checks the signature of each type; one character per byte. */
const begins: Record<ImageKind, (bytes: string) => boolean> = {
  png: (bytes) => bytes.startsWith('\u0089PNG\r\n\u001A\n'),
  jpeg: (bytes) => bytes.startsWith('\u00FF\u00D8\u00FF'),
  webp: (bytes) => bytes.startsWith('RIFF') && bytes.slice(8, 12) === 'WEBP',
  // Declarations and comments may precede; a DTD may not be embedded.
  'svg+xml': (bytes) =>
    /^(?:\u00EF\u00BB\u00BF)?\s*(?:<\?(?:(?!\?>)[\s\S])*\?>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/.test(
      bytes,
    ),
}

/** Active content in an SVG: scripts, handlers, foreign content, external references (ASVS 1.3.4). */
const activeSvg =
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|embed|object|handler|animate|set)\b|\son\w+\s*=|(?:href|src)\s*=\s*["']?\s*(?!["'\s]|#|data:image\/(?:png|jpeg|webp);)|url\(\s*["']?\s*(?!["'\s]|#)|@import/i

/** Decodes base64, one character per byte; exists in browsers and Node. */
declare function atob(base64: string): string

/** Why `url` is not an allowed image within the limit; undefined when it is. */
export function imageFault(url: string, most: number = largestImage): string | undefined {
  const [, kind, base64 = ''] = shape.exec(url.slice(0, 2 * most)) ?? []
  if (url.length > 2 * most) return `lớn hơn ${most / 1024} kB`
  if (kind === undefined) return 'phải là ảnh PNG, JPEG, WebP hoặc SVG'
  if (base64.length % 4 !== 0) return 'là file hỏng'
  const bytes = atob(base64)
  if (bytes.length > most) return `lớn hơn ${most / 1024} kB`
  if (!begins[kind as ImageKind](bytes)) return `không phải ảnh ${kinds[kind as ImageKind]}`
  return kind === 'svg+xml' && activeSvg.test(bytes) ? 'có mã chạy hoặc địa chỉ bên ngoài' : undefined
}

/** Describes an image in the history, such as 'Ảnh PNG 12 kB'. */
export function imageWords(url: string): string {
  const [, kind, base64 = ''] = shape.exec(url) ?? []
  if (kind === undefined) return url
  return `Ảnh ${kinds[kind as ImageKind]} ${Math.ceil((base64.length * 3) / 4 / 1024)} kB`
}
