/**
 * Results of a call with everything derived from them. A new result is a row here; its number key, column of the capture report, floor
 * counters, 'reached' figure and database checks (tools/sql-codes.ts) follow.
 */
import type { Option } from '#kit/contract/field.ts'

type Facts = Option & {
  /** Text on the card for the last call (D3-REC-02); the label by default. */
  lastCallText?: string
  /** Whether the customer was spoken to ('Gặp'). */
  reached: boolean
  /** Fields required with the result (D1-Q-075, D1-CARE-28). */
  needs: readonly ('package' | 'note' | 'appointment')[]
  /** Customer status after the result (D1-Q-062); a customer registered by the carrier keeps that status. */
  after: 'APPROVED' | 'TAKECARE'
  /** Column of the capture report (D2-CAP), and its width if the heading is long. */
  column: string
  width?: number
  /** Position among the recycling rules (D3-REC-01); null without a rule. Appointments have none, as they always go first. */
  again: number | null
}

/** In the order of the number keys (D1-Q-077). */
export const careResults = [
  {
    value: 'APPROVED',
    label: 'Đồng ý',
    tone: 'green',
    icon: 'check',
    reached: true,
    needs: ['package'],
    after: 'APPROVED',
    column: 'chap_nhan',
    again: null,
  },
  {
    value: 'REJECTED',
    label: 'Từ chối',
    tone: 'red',
    icon: 'cross',
    reached: true,
    needs: ['note'],
    after: 'TAKECARE',
    column: 'tu_choi',
    again: 4,
  },
  {
    value: 'APPOINTMENT',
    label: 'Hẹn gọi lại',
    tone: 'amber',
    icon: 'ring',
    reached: true,
    needs: ['package', 'note', 'appointment'],
    after: 'TAKECARE',
    column: 'hen',
    again: null,
  },
  {
    value: 'KBM',
    label: 'Không bắt máy',
    lastCallText: 'không nghe máy',
    tone: 'grey',
    icon: 'dash',
    reached: false,
    needs: ['note'],
    after: 'TAKECARE',
    column: 'khong_nghe_may',
    again: 1,
  },
  {
    value: 'KLLĐ',
    label: 'Không liên lạc được',
    tone: 'grey',
    icon: 'dash',
    reached: false,
    needs: ['note'],
    after: 'TAKECARE',
    column: 'khong_lien_lac_duoc',
    width: 140,
    again: 2,
  },
  {
    value: 'KEEP',
    label: 'Dùng lại gói cũ',
    tone: 'blue',
    icon: 'half',
    reached: true,
    needs: ['note'],
    after: 'TAKECARE',
    column: 'dung_lai_goi_cu',
    again: 3,
  },
  {
    value: 'RE-REGISTER',
    label: 'Đã đăng ký lại',
    tone: 'blue',
    icon: 'half',
    reached: true,
    needs: ['note'],
    after: 'TAKECARE',
    column: 'da_dang_ky_lai',
    again: null,
  },
] as const satisfies readonly Facts[]
export type CareResult = (typeof careResults)[number]['value']

const factsOf = (status: string | null): Facts | undefined =>
  careResults.find(({ value }) => value === status)
const needs = (status: string | null, field: Facts['needs'][number]): boolean =>
  factsOf(status)?.needs.includes(field) ?? false

/** Whether a result needs the registered package (D1-Q-075). */
export const needsPackage = (status: string | null): boolean => needs(status, 'package')
/** Whether a result needs a note (D1-CARE-28). */
export const needsNote = (status: string | null): boolean => needs(status, 'note')
/** Whether a result is an appointment, which has a time. */
export const isAppointment = (status: string | null): boolean => needs(status, 'appointment')
export const isAgreement = (status: string | null): boolean => factsOf(status)?.after === 'APPROVED'
/** The result for 'Đồng ý'; also recorded for the customer in hand when a package is registered by a one-time code. */
export const agreement = careResults.find(({ value }) => isAgreement(value)) ?? careResults[0]
export const isReached = (status: string | null): boolean => factsOf(status)?.reached ?? false

/** Customer status after each result (D1-Q-062). */
export const statusAfter = Object.fromEntries(
  careResults.map(({ value, after }) => [value, after]),
) as Readonly<Record<CareResult, Facts['after']>>

type Recycled = Extract<(typeof careResults)[number], { again: number }>
/** Results that a recycling rule may cover, in screen order (D3-REC-01). */
export const recycledResults = careResults
  .filter((result): result is Recycled => result.again !== null)
  .toSorted((a, b) => a.again - b.again)
  .map(({ value }) => value)
