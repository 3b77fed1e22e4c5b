/** What happens to a bank message besides its own row: processed, approved, rejected (D1-BANK-21 to 29). */
import * as z from 'zod/mini'
import { defineCall } from '../kit/call.ts'

/** A message as its list shows it to those who decide. */
export type BankMessage = {
  id: string
  version: number
  is_read: 0 | 1
  so_dien_thoai: string | null
  goi_cuoc: string | null
  trang_thai_duyet_thong_tin: '1' | '2' | null
  username_duyet_trang_thai_duyet_thong_tin: string | null
}

const flag = z.pipe(
  z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]),
  z.transform((value) => Number(value)),
)

export const setProcessed = defineCall({
  method: 'PUT',
  path: '/api/v1/mesbank/setTrangThaiXuLy/:id',
  may: 'below3',
  summary: 'Marks a bank message as processed (is_read 1) or not (0)',
  input: z.object({ id: z.string(), is_read: flag }),
}).answers<BankMessage>()

/** A GET that writes, as documented: only with the Authorization header, never stored by a cache (D1-Q-052). */
export const approveMessage = defineCall({
  method: 'GET',
  path: '/api/v1/mesbank/approve/:id',
  may: 'below3',
  summary: 'Approves the phone and package of a bank message; 409 when somebody has decided',
  input: z.object({ id: z.string() }),
}).answers<BankMessage>()

/** As approve (D1-Q-052). */
export const denyMessage = defineCall({
  method: 'GET',
  path: '/api/v1/mesbank/deny/:id',
  may: 'below3',
  summary: 'Rejects the phone and package of a bank message; 409 when somebody has decided',
  input: z.object({ id: z.string() }),
}).answers<BankMessage>()

/** The bank feed pushes transfers here; signed instead of signed in (docs/providers.md). */
export const bankWebhookPath = '/api/v1/mesbank/webhook'
