/** How the demo's managers decide bank messages, in the months before the start and while it runs. */

/** Facts about a message; `missing`: shortfall of the payment against the package's price, `isPriced`: whether the package has a price. */
type Seen = { phone: string | null; package: string | null; isPriced: boolean; missing: number }

/** The reason to refuse a message; null if it is approved. */
export function refusalOf({ phone, package: name, isPriced, missing }: Seen): string | null {
  if (phone === null) return 'Không phải đơn'
  if (name === null) return 'Không rõ gói, đã trả lại khách'
  if (!isPriced) return 'Gói không có trong bảng giá'
  return missing > 0 ? 'Chuyển thiếu, đã trả lại khách' : null
}
