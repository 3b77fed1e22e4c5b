/** One change of all ticked rows: sent in parts, counted, and reported with the refusals. */
import { thousands } from '#kit/contract/thousands.ts'
import type { Method } from '#kit/contract/operations.ts'
import { bulkWrite, bulkLimit, type BulkAnswer } from '#platform/contract/calls/bulk.ts'
import { newKey, send } from './client.ts'
import { toast } from './feedback.ts'

/** A call that writes the row of its `:id`. */
export type RowWrite = { method: Method; path: string }

/** Sends the write with `input` for every id; a refused row does not stop the others. */
export async function writeBulk(
  { method, path }: RowWrite,
  ids: readonly string[],
  input: Record<string, unknown> = {},
  versions: Readonly<Record<string, number>> = {},
): Promise<BulkAnswer> {
  const sum = { done: 0, refused: [] as BulkAnswer['refused'], said: [] as NonNullable<BulkAnswer['said']> }
  const act = newKey()
  for (let from = 0; from < ids.length; from += bulkLimit) {
    const part = ids.slice(from, from + bulkLimit)
    const knownVersions = part.flatMap((id): [string, number][] => {
      const version = versions[id]
      return version === undefined ? [] : [[id, version]]
    })
    const {
      done,
      refused,
      said = [],
    } = await send(
      bulkWrite,
      { method, path, ids: part, input, act, versions: Object.fromEntries(knownVersions) },
      { idempotencyKey: newKey(), quiet: true },
    )
    sum.done += done
    sum.refused.push(...refused)
    sum.said.push(...said)
  }
  return sum
}

/** At most this many rows are named, the others counted. */
const maxNamed = 10

/** Reports how many rows were changed, and which were refused and why; `nameOf` names a row. */
export function toastBulk(
  { done, refused, said = [] }: BulkAnswer,
  words: { done: string; failed: string; noun: string; message?: string },
  nameOf?: (id: string) => string,
): void {
  const countText = (count: number): string => `${thousands(count)} ${words.noun}`
  const messages = [...Map.groupBy(said, (message) => message.words)]
    .filter(([text]) => text !== words.message)
    .map(([text, answers]) => `${text}: ${countText(answers.reduce((total, { rows }) => total + rows, 0))}`)
  if (done > 0) toast('success', [`${words.done} ${countText(done)}`, ...messages].join('\n'))
  if (refused.length === 0) return
  const reasons = nameOf
    ? refused.slice(0, maxNamed).map(({ id, msg }) => `${nameOf(id)}: ${msg}`)
    : [...new Set(refused.map(({ msg }) => msg))]
  if (nameOf && refused.length > maxNamed) reasons.push(`và ${countText(refused.length - maxNamed)} khác`)
  toast('failure', [`${countText(refused.length)} ${words.failed}`, ...reasons].join('\n'))
}
