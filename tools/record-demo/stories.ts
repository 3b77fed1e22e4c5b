/** Where a row's story began: rows before the quarter are left out when the recording is loaded. */

export type Story = {
  /** Column of the customer's phone. */
  phone?: string
  /** Column of the row's own day or instant. */
  at?: string
  /** Columns with the ids of rows to which it belongs. */
  of?: readonly string[]
}

/**
 * By table, in the order of recording. A customer's story begins with the first call, and includes all rows of this
 * number. Tables that are not named have no story: files, prices, lists and settings exist from the first morning
 * of the quarter on.
 */
export const stories: Readonly<Record<string, Story>> = {
  customer: { phone: 'phone' },
  movements: { of: ['customer_id'] },
  care_history: { of: ['customer_id'] },
  recycling: { of: ['customer_id'] },
  customer_message_9084: { phone: 'NumberPhone', at: 'Time' },
  invitation_history: { phone: 'msisdn', at: 'genDate' },
  requestrefund: { phone: 'number_phone', at: 'created_time' },
  revenue_line: { phone: 'so_dien_thoai_cs', at: 'ngay_thanh_cong' },
  mfy: { phone: 'so_dien_thoai', at: 'created_at' },
  mfy_wait: { of: ['mfy_id'] },
  mfy_success: { of: ['mfy_id'] },
  mesbank: { phone: 'so_dien_thoai', at: 'datetime' },
  transfer_use: { of: ['message_id', 'order_id'] },
  khr: { phone: 'so_dien_thoai', at: 'createdAt' },
  baodo: { phone: 'so_dien_thoai', at: 'createdAt' },
  lstracuu: { phone: 'so_dien_thoai', at: 'createdAt' },
  moigoihomsau: { phone: 'phone', at: 'createdAt' },
  chiphihoantien: { phone: 'so_dien_thoai', at: 'thoi_gian_yeu_cau' },
  doanhthutinhluong: { phone: 'so_dien_thoai_cs', at: 'ngay_dang_ky' },
  chiphiquanly: { at: 'ngay_nhap' },
  chiphihotro: { at: 'ngay_nhap' },
  chiphikhac: { at: 'ngay_nhap' },
  timekeeping: { at: 'ngay' },
}

/** Last, as its rows belong to rows of the others. */
export const trail: Readonly<Record<string, Story>> = { audit_log: { of: ['resource_id'] } }
