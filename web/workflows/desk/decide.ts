/** Deciding on waiting rows: one with its question, many with one question over all kinds (D3-APR-04, D3-APR-05, D3-DEC-04). */
import { can, type Actor } from '../../../contract/abilities.ts'
import type { DeskChoice, WaitingKind } from '../../../contract/desk.ts'
import { actionPath, paramOf } from '../../../contract/kit/action.ts'
import { showField } from '../../../contract/kit/kinds.ts'
import { fieldOf } from '../../../contract/kit/resource.ts'
import { formatMoney } from '../../../contract/money.ts'
import { deskBatch, type DeskBatch } from '../../../contract/workflows/desk.ts'
import { doStep } from '../../kit/actions/do-step.ts'
import { writeBulk, toastBulk } from '../../kit/bulk.ts'
import { send } from '../../kit/client.ts'
import { askWhy, blockWhile, showError, toast } from '../../kit/feedback.ts'
import { refresh } from '../../kit/query.ts'
import { markOwn } from '../../kit/resource/held-rows.ts'
import { askedBy, deskKey, keyOf, kindNamed, type Item, type Shown } from './use-desk.ts'

/** A field of the row as it is shown; '' for nothing. */
export function shownField({ kind: { resource }, row }: Item, name: string | undefined): string {
  return name === undefined ? '' : showField(row.fields[name] ?? null, fieldOf(resource, name))
}

/** What is decided on, in đồng; null where there is no amount. */
export function amountOf({ kind, row }: Item): number | null {
  const amounts = (kind.amount ?? []).flatMap((name) => {
    const amount = row.fields[name]
    return typeof amount === 'number' ? [amount] : []
  })
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0)
}

/** '0912345678 VD90, 90,000 đ'. */
export function nameOf(item: Item): string {
  const { kind } = item
  const amount = amountOf(item)
  const what = [shownField(item, kind.phone), shownField(item, kind.package)].filter(Boolean).join(' ')
  return [what || kind.label, amount !== null && `${formatMoney(amount)} đ`].filter(Boolean).join(', ')
}

/** The kind, what is decided on, what it is decided by, and what speaks against it. */
function aboutOf(item: Item): string {
  const { kind, row } = item
  const { resource } = kind
  const facts = kind.facts.flatMap((name) => {
    const text = shownField(item, name)
    if (text === '' || text === '0') return []
    const { kind: of, label } = fieldOf(resource, name)
    return of === 'note' ? `\n${text}` : `${label}: ${text}`
  })
  const who = row.fullname ?? row.username
  return [
    `${kind.label}: ${nameOf(item)}`,
    who && `Người gửi: ${who}`,
    ...facts,
    ...row.warnings.map((text) => `\nCần xem: ${text}`),
  ]
    .filter(Boolean)
    .join('\n')
}

/** The choice, where the row has it and the reader may. */
export const mayDo = (actor: Actor, choice: DeskChoice | null): choice is DeskChoice =>
  choice !== null && can(actor, choice.action.may)

/** Asks and does it; whoever was slower is told, and the row stays in its place as decided. */
export async function decide(item: Item, choice: DeskChoice): Promise<void> {
  const { row, kind } = item
  const seen = { ...row.fields, id: row.id, version: row.version }
  if (await doStep(kind.resource, choice, seen, aboutOf(item))) markOwn([item.id])
  await refresh(deskKey)
}

/** What is decided on together: the rows named, as they were seen, or all that the filter lists. */
export type Lot = { items: readonly Item[] } | { shown: Shown }
export type Decision = 'approve' | 'reject'

const words = {
  approve: { title: 'Duyệt các đơn đã chọn', verb: 'Duyệt' },
  reject: { title: 'Từ chối các đơn đã chọn', verb: 'Từ chối' },
} as const

const rows = (count: number): string => `${count.toLocaleString('en-US')} đơn`

type Batch = {
  kind: WaitingKind
  choice: DeskChoice
  rows: DeskBatch['rows']
  counted: DeskBatch
  sum: number
}

const idsByKind = (items: readonly Item[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(items, ({ kind }) => kind.name)].map(([name, of]) => [name, of.map(({ row }) => row.id)]),
  )

/** Has the server count what of the lot is taken; of rows that are named those that are as they were seen. */
async function countLot(decision: Decision, lot: Lot): Promise<Batch[]> {
  const seen = 'items' in lot ? new Map(lot.items.map((item) => [item.id, item])) : null
  const asked = 'items' in lot ? { ids: idsByKind(lot.items) } : askedBy(lot.shown)
  const { values } = await send(deskBatch, { decision, ...asked }, { quiet: true })
  return values.flatMap((counted): Batch[] => {
    const kind = kindNamed.get(counted.kind)
    const choice = decision === 'approve' ? kind?.approving : kind?.rejecting
    if (!kind || !choice) return []
    const of = counted.rows.flatMap((row) => {
      const item = seen?.get(keyOf(kind.name, row.id))
      return seen === null || item?.row.version === row.version ? [{ row, item }] : []
    })
    // The server's sum is what is handed over; rows that changed meanwhile are not in it any more.
    const whole = of.length === counted.rows.length
    const sum = whole
      ? (counted.sum ?? 0)
      : of.reduce((total, { item }) => total + (item ? (amountOf(item) ?? 0) : 0), 0)
    return [
      {
        kind,
        choice,
        rows: of.map(({ row, item }) => (item ? { ...row, name: nameOf(item) } : row)),
        counted,
        sum,
      },
    ]
  })
}

/** What the question says of all of them: how many and how much, what stays or is taken in all the same. */
function questionOf(decision: Decision, batches: readonly Batch[], all: number): string {
  const total = (of: (batch: Batch) => number): number => batches.reduce((sum, batch) => sum + of(batch), 0)
  const many = total((batch) => batch.rows.length)
  const left = total(({ counted }) => counted.leftOut)
  const sum = total((batch) => batch.sum)
  const doubts = batches.flatMap(({ counted }) =>
    counted.warned.map((one) => `${rows(one.rows)} ${one.words}`),
  )
  const other = all - many - left
  return [
    sum > 0 ? `${rows(many)}, ${formatMoney(sum)} đ` : rows(many),
    left > 0 && [`Để lại ${rows(left)} cần xem riêng:`, ...doubts].join('\n'),
    decision === 'reject' && doubts.length > 0 && ['Trong đó:', ...doubts].join('\n'),
    other > 0 &&
      `Bỏ qua ${rows(other)} vừa thay đổi hoặc không ${words[decision].verb.toLowerCase()} được ở đây`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** One question for all; rejecting many takes one reason. Null for no. */
function askOf(decision: Decision, batches: readonly Batch[], body: string): Promise<string | null> {
  const { title, verb } = words[decision]
  const many = batches.reduce((sum, batch) => sum + batch.rows.length, 0)
  const question = { title, body, confirmLabel: `${verb} ${rows(many)}` }
  if (decision === 'approve') return askWhy(question)
  const suggest = batches.flatMap(({ choice }) => choice.step.reason?.suggest ?? [])
  const reason = { label: 'Lý do từ chối', required: true, suggest: [...new Set(suggest)] }
  return askWhy({ ...question, danger: true, reason })
}

/**
 * Decides on a lot after one question: approving leaves what something speaks against, rejecting takes it in (D3-DEC-04).
 * Answers the keys of what is done.
 */
export async function decideMany(decision: Decision, lot: Lot, all: number): Promise<ReadonlySet<string>> {
  const done = new Set<string>()
  try {
    const batches = await blockWhile(() => countLot(decision, lot))
    const body = questionOf(decision, batches, all)
    if (batches.every((batch) => batch.rows.length === 0)) {
      toast('failure', `${words[decision].verb}: ${body}`)
      return done
    }
    const said = await askOf(decision, batches, body)
    if (said === null) return done
    await blockWhile(async () => {
      for (const batch of batches) for (const id of await writeBatch(batch, said)) done.add(id)
    })
    markOwn([...done])
  } catch (error) {
    showError(error)
  } finally {
    await refresh(deskKey)
  }
  return done
}

/** Sends exactly the counted rows in the versions counted; answers which were done. */
async function writeBatch({ kind, choice, rows: of }: Batch, said: string): Promise<string[]> {
  if (of.length === 0) return []
  const { action, step } = choice
  const param = paramOf(action)
  const answer = await writeBulk(
    { method: action.method, path: actionPath(kind.resource, action) },
    of.map(({ id }) => id),
    {
      ...(param !== null && { [param]: step.to }),
      ...(step.reason && said !== '' && { [step.reason.field]: said }),
    },
    Object.fromEntries(of.map(({ id, version }) => [id, version])),
  )
  const named = new Map(of.map(({ id, name }) => [id, name]))
  toastBulk(answer, { ...step, noun: 'đơn' }, (id) => named.get(id) ?? id)
  await refresh(kind.resource)
  const refused = new Set(answer.refused.map(({ id }) => id))
  return of.flatMap(({ id }) => (refused.has(id) ? [] : [keyOf(kind.name, id)]))
}
