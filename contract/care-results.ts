/** Results of a call and of a registration, shared by declarations and workflows. */
import type { Option } from './kit/field.ts'

/** Results of a call in the order of the number keys (D1-Q-077). */
export const careResults = [
  { value: 'APPROVED', label: 'Đồng ý', tone: 'green', icon: 'check' },
  { value: 'REJECTED', label: 'Từ chối', tone: 'red', icon: 'cross' },
  { value: 'APPOINTMENT', label: 'Hẹn gọi lại', tone: 'amber', icon: 'ring' },
  { value: 'KBM', label: 'Không bắt máy', tone: 'grey', icon: 'dash' },
  { value: 'KLLĐ', label: 'Không liên lạc được', tone: 'grey', icon: 'dash' },
  { value: 'KEEP', label: 'Dùng lại gói cũ', tone: 'blue', icon: 'half' },
  { value: 'RE-REGISTER', label: 'Đã đăng ký lại', tone: 'blue', icon: 'half' },
] as const satisfies readonly Option[]
export type CareResult = (typeof careResults)[number]['value']

/** Customer status after each result (D1-Q-062): all but APPROVED keep TAKECARE. A customer that the carrier registered stays so. */
export const statusAfter: Readonly<Record<CareResult, 'APPROVED' | 'TAKECARE'>> = {
  APPROVED: 'APPROVED',
  REJECTED: 'TAKECARE',
  APPOINTMENT: 'TAKECARE',
  KBM: 'TAKECARE',
  KLLĐ: 'TAKECARE',
  KEEP: 'TAKECARE',
  'RE-REGISTER': 'TAKECARE',
}
