/**
 * Deciding on waiting rows: one with its own question, many with one question over all kinds (D3-APR-04, D3-APR-05,
 * D3-DEC-04).
 */
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

/** A field of the row as text; '' when empty. */
export function shownField({ kind: { resource }, row }: Item, name: string | undefined): string {
  return name === undefined ? '' : showField(row.fields[name] ?? null, fieldOf(resource, name))
}

/** Amount of the row in đồng; null for kinds without one. */
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

/** Kind, name, deciding facts and doubts of the row, for the question. */
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

/** Whether the row has the choice and the reader the right to it. */
export const mayDo = (actor: Actor, choice: DeskChoice | null): choice is DeskChoice =>
  choice !== null && can(actor, choice.action.may)

/** Asks, then decides. If somebody else was faster, says so; the row keeps its place as decided. */
export async function decide(item: Item, choice: DeskChoice): Promise<void> {
  const { row, kind } = item
  const seen = { ...row.fields, id: row.id, version: row.version }
  if (await doStep(kind.resource, choice, seen, aboutOf(item))) markOwn([item.id])
  await refresh(deskKey)
}

/** The rows decided together: listed rows as they were shown, or everything that the filter matches. */
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

/**
 * The server counts the rows of the lot that can be decided; listed rows that changed since they were shown are left
 * out.
 */
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
    // The server's sum fits only if no row changed meanwhile.
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

/** Text of the question: how many rows and how much, what is left out or included despite a warning. */
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

/** One question for all; rejecting many rows takes one reason. Null when cancelled. */
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
 * Decides on a lot after one question: approving leaves out rows with a warning, rejecting includes them (D3-DEC-04).
 * Returns the keys of the decided rows.
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

/** Sends exactly the counted rows in the counted versions; returns the decided ones. */
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
