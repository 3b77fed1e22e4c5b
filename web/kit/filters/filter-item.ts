/** What a filter bar offers. */
import type { Field } from '../../../contract/kit/field.ts'
import type { Period } from '../../../contract/kit/resource.ts'

/**
 * One search box or select: its query parameter, and the field whose kind decides the control. `teams`: only accounts
 * with people below them can be picked.
 */
export type FilterItem = { name: string; field: Field; placeholder: string; label: string; teams?: boolean }

/** One day range by its two query parameters. */
export type PeriodItem = Pick<Period, 'from' | 'to' | 'label'>
