/** How the demo's managers decide bank messages: by one rule in the months before the start and while it runs. */

/** What is known of a message; `missing` is how much less was sent than the package costs, `known` whether it has a price. */
type Seen = { phone: string | null; package: string | null; known: boolean; missing: number }

/** Why a message is refused; null when it is approved. */
export function refusalOf({ phone, package: name, known, missing }: Seen): string | null {
  if (phone === null) return 'Không phải đơn'
  if (name === null) return 'Không rõ gói, đã trả lại khách'
  if (!known) return 'Gói không có trong bảng giá'
  return missing > 0 ? 'Chuyển thiếu, đã trả lại khách' : null
}
