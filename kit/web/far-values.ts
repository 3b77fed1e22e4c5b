/** Values far from their kind, which are asked about once before they are saved (D3-GRID-10). */
import { isFar } from '#kit/contract/far-values.ts'
import type { Field } from '#kit/contract/field.ts'
import { showField, type Value } from '#kit/contract/kinds.ts'
import { confirm } from './feedback.ts'

/**
 * Why `after` is doubtful in place of `before`, or null: a price (`price`, đồng) far from a former one that was not
 * 0, or an amount above its usual one (`usual`). Unchanged values were asked about before.
 */
export function doubtOf(field: Field, before: unknown, after: Value | undefined): string | null {
  if (typeof after !== 'number' || after === before) return null
  const text = showField(after, field)
  if (field.usual && after > field.usual.amount)
    return `${field.label} ${text}, nhiều hơn ${field.usual.name} (${showField(field.usual.amount, field)})`
  if (!field.price || typeof before !== 'number' || before <= 0 || !isFar(before, after)) return null
  return `${field.label} từ ${showField(before, field)} thành ${text}`
}

/** Asks whether doubtful values are meant; true if there are none. */
export const confirmDoubts = async (whys: readonly string[]): Promise<boolean> =>
  whys.length === 0 ||
  confirm({
    title: 'Giá trị khác xa bình thường',
    body: whys.join('\n'),
    confirmLabel: 'Vẫn lưu',
    cancelLabel: 'Sửa lại',
  })
