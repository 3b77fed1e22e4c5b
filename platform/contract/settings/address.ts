/** URLs that a page may open: a path of the product, or another site over https. */

/** Longest URL in characters. */
export const longestAddress = 500
// No username or password before the host; a second slash would make it another site.
const site = /^https:\/\/[\p{L}\p{N}][\p{L}\p{N}.-]*(?::\d{1,5})?(?:[/?#].*)?$/iu
const path = /^\/(?!\/)/

/** Why `text` is not such a URL; undefined if it is valid. */
export function addressFault(text: string): string | undefined {
  if (text.length > longestAddress) return `dài ${text.length} ký tự, tối đa ${longestAddress}`
  const fault = 'phải là đường dẫn bắt đầu bằng / hoặc địa chỉ https://'
  // Browsers read a backslash as a slash and ignore line breaks, so '/\host' would be another site.
  if (/[\s\\\p{Cc}]/u.test(text)) return `${fault}, không có khoảng trắng hay dấu \\`
  return path.test(text) || site.test(text) ? undefined : fault
}
