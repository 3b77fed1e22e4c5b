/** Deciding on waiting rows: one with its question, many with one question over all kinds (D3-APR-04, D3-APR-05). */
import { can, type Actor } from '../../../contract/abilities.ts'
import type { DeskChoice } from '../../../contract/desk.ts'
import { actionPath, paramOf } from '../../../contract/kit/action.ts'
import { bulkCount } from '../../../contract/kit/bulk.ts'
import { showField } from '../../../contract/kit/kinds.ts'
import { fieldOf } from '../../../contract/kit/resource.ts'
import { formatMoney } from '../../../contract/money.ts'
import { doStep } from '../../kit/actions/do-step.ts'
import { writeBulk, toastBulk } from '../../kit/bulk.ts'
import { send } from '../../kit/client.ts'
import { blockWhile, confirm, showError, toast } from '../../kit/feedback.ts'
import { refresh } from '../../kit/query.ts'
import { markOwn } from '../../kit/resource/held-rows.ts'
import { deskKey, type Item } from './use-desk.ts'

/** A field of the row as it is shown; '' for nothing. */
export function shownField({ kind: { resource }, row }: Item, name: string | undefined): string {
  return name === undefined ? '' : showField(row.fields[name] ?? null, fieldOf(resource, name))
}

/** What is decided on, in đồng; null where there is no amount. */
export function amountOf({ kind, row }: Item): number | null {
  const amount = kind.amount === undefined ? null : row.fields[kind.amount]
  return typeof amount === 'number' ? amount : null
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

const rows = (count: number): string => `${count.toLocaleString('en-US')} đơn`

type Batch = { choice: DeskChoice; items: Item[]; leftOut: number; doubts: string[]; sum: number }

/** Has the server count what of the rows of one kind is taken: as they were seen, and with nothing against them. */
async function countBatch(items: readonly Item[], choice: DeskChoice): Promise<Batch> {
  const [first] = items
  if (!first) return { choice, items: [], leftOut: 0, doubts: [], sum: 0 }
  const { action, step } = choice
  const param = paramOf(action)
  const counted = await send(
    bulkCount,
    {
      method: action.method,
      path: actionPath(first.kind.resource, action),
      input: param === null ? {} : { [param]: step.to },
      ids: items.map(({ row }) => row.id),
    },
    { quiet: true },
  )
  const taken = new Map(counted.rows.map(({ id, version }) => [id, version]))
  const open = items.filter(({ row }) => taken.get(row.id) === row.version)
  return {
    choice,
    items: open,
    leftOut: counted.leftOut,
    doubts: counted.warned.map(({ words, rows: many }) => `${rows(many)} ${words}`),
    // The server's sum is what is handed over, extras too; rows that changed meanwhile are not in it any more.
    sum:
      counted.sum !== null && open.length === counted.rows.length
        ? counted.sum
        : open.reduce((sum, item) => sum + (amountOf(item) ?? 0), 0),
  }
}

/** What the question says of all of them: how many and how much, and what stays. */
function questionOf(batches: readonly Batch[], all: number): string {
  const many = batches.reduce((sum, { items }) => sum + items.length, 0)
  const sum = batches.reduce((total, batch) => total + batch.sum, 0)
  const left = batches.reduce((total, { leftOut }) => total + leftOut, 0)
  const other = all - many - left
  return [
    sum > 0 ? `${rows(many)}, ${formatMoney(sum)} đ` : rows(many),
    left > 0 &&
      [`Để lại ${rows(left)} cần xem riêng:`, ...batches.flatMap(({ doubts }) => doubts)].join('\n'),
    other > 0 && `Bỏ qua ${rows(other)} vừa thay đổi hoặc không duyệt được ở đây`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Approves what nothing speaks against, after one question; answers the rows that stay. */
export async function approveMany(items: readonly Item[], actor: Actor): Promise<readonly Item[]> {
  try {
    const groups = [...Map.groupBy(items, ({ kind }) => kind)].flatMap(([{ approving }, of]) =>
      mayDo(actor, approving) ? [{ choice: approving, of }] : [],
    )
    const batches = await blockWhile(() =>
      Promise.all(groups.map(({ of, choice }) => countBatch(of, choice))),
    )
    const many = batches.reduce((sum, batch) => sum + batch.items.length, 0)
    const body = questionOf(batches, items.length)
    if (many === 0) {
      toast('failure', `Duyệt: ${body}`)
      return items
    }
    if (!(await confirm({ title: 'Duyệt các đơn đã chọn', body, confirmLabel: `Duyệt ${rows(many)}` })))
      return items
    const done = new Set<string>()
    await blockWhile(async () => {
      for (const batch of batches) for (const id of await approveBatch(batch)) done.add(id)
    })
    markOwn([...done])
    return items.filter(({ id }) => !done.has(id))
  } catch (error) {
    showError(error)
    return items
  } finally {
    await refresh(deskKey)
  }
}

/** Sends exactly the counted rows in the versions seen; answers which were done. */
async function approveBatch({ choice: { action, step }, items }: Batch): Promise<string[]> {
  const [first] = items
  if (!first) return []
  const param = paramOf(action)
  const answer = await writeBulk(
    { method: action.method, path: actionPath(first.kind.resource, action) },
    items.map(({ row }) => row.id),
    param === null ? {} : { [param]: step.to },
    Object.fromEntries(items.map(({ row }) => [row.id, row.version])),
  )
  const named = new Map(items.map((item) => [item.row.id, nameOf(item)]))
  toastBulk(answer, { ...step, noun: 'đơn' }, (id) => named.get(id) ?? id)
  await refresh(first.kind.resource.path)
  const refused = new Set(answer.refused.map(({ id }) => id))
  return items.filter(({ row }) => !refused.has(row.id)).map(({ id }) => id)
}
