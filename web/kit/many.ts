/** One change of all ticked rows: sent in parts, counted, and told with what was refused. */
import type { Method } from '../../contract/kit/operations.ts'
import { changeMany, mostAtOnce, type ManyAnswer } from '../../contract/kit/many.ts'
import { newKey, send } from './client.ts'
import { toast } from './feedback.ts'

/** A call that writes one row, by its `:id`. */
export type RowWrite = { method: Method; path: string }

/** Sends the write with `input` for every id; rows that are refused do not stop the others. */
export async function writeMany(
  { method, path }: RowWrite,
  ids: readonly string[],
  input: Record<string, unknown> = {},
): Promise<ManyAnswer> {
  const all: ManyAnswer = { done: 0, refused: [] }
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const part = ids.slice(from, from + mostAtOnce)
    const { done, refused } = await send(
      changeMany,
      { method, path, ids: part, input },
      { idempotencyKey: newKey(), quiet: true },
    )
    all.done += done
    all.refused.push(...refused)
  }
  return all
}

/** Says how many rows were changed, and how many were not and why; `nameOf` says which when they are few. */
export function tellMany(
  { done, refused }: ManyAnswer,
  words: { done: string; failed: string; noun: string },
  nameOf?: (id: string) => string,
): void {
  const many = (count: number): string => `${count.toLocaleString('en-US')} ${words.noun}`
  if (done > 0) toast('success', `${words.done} ${many(done)}`)
  if (refused.length === 0) return
  const reasons = nameOf
    ? refused.map(({ id, msg }) => `${nameOf(id)}: ${msg}`)
    : [...new Set(refused.map(({ msg }) => msg))]
  toast('failure', [`${many(refused.length)} ${words.failed}`, ...reasons].join('\n'))
}
