/** Deciding on waiting rows: one with its own question, many with one question (D3-APR-04, D3-APR-05, D3-DEC-04). */
import { thousands } from '#kit/contract/thousands.ts'
import { can, type Actor } from '#platform/contract/abilities.ts'
import type { DeskChoice, WaitingKind } from '#subjects/money/contract/desk.ts'
import { actionPath, paramOf } from '#kit/contract/action.ts'
import { showField } from '#kit/contract/kinds.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { deskBatch, type DeskBatch } from '#subjects/money/contract/calls/desk.ts'
import { doStep } from '#kit/web/actions/do-step.ts'
import { writeBulk, toastBulk } from '#kit/web/bulk.ts'
import { send } from '#kit/web/client.ts'
import { askForReason, blockWhile, showError, toast } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { markOwn } from '#kit/web/resource/held-rows.ts'
import { filterQuery, deskKey, keyOf, kindNamed, type Item, type DeskFilter } from './use-desk.ts'

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
  const subject = [shownField(item, kind.phone), shownField(item, kind.package)].filter(Boolean).join(' ')
  return [subject || kind.label, amount !== null && `${formatMoney(amount)} đ`].filter(Boolean).join(', ')
}

/** Kind, name, deciding facts and doubts of the row, for the question. */
function aboutOf(item: Item): string {
  const { kind, row } = item
  const { resource } = kind
  const facts = kind.facts.flatMap((name) => {
    const text = shownField(item, name)
    if (text === '' || text === '0') return []
    const { kind: fieldKind, label } = fieldOf(resource, name)
    return fieldKind === 'note' ? `\n${text}` : `${label}: ${text}`
  })
  const requester = row.fullname ?? row.username
  return [
    `${kind.label}: ${nameOf(item)}`,
    requester && `Người gửi: ${requester}`,
    ...facts,
    ...row.warnings.map((text) => `\nCần xem: ${text}`),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Whether the row offers the choice and the reader has the right to it. */
export const mayChoose = (actor: Actor, choice: DeskChoice | null): choice is DeskChoice =>
  choice !== null && can(actor, choice.action.may)

/** Asks, then decides. If somebody else was faster, says so; the row keeps its place as decided. */
export async function decide(item: Item, choice: DeskChoice): Promise<void> {
  const { row, kind } = item
  const shownRow = { ...row.fields, id: row.id, version: row.version }
  if (await doStep(kind.resource, choice, shownRow, aboutOf(item))) markOwn([item.id])
  await refresh(deskKey)
}

/** The rows decided together: listed rows as they were shown, or everything that the filter matches. */
export type Selection = { items: readonly Item[] } | { filter: DeskFilter }
export type Decision = 'approve' | 'reject'

const texts = {
  approve: { title: 'Duyệt các đơn đã chọn', verb: 'Duyệt' },
  reject: { title: 'Từ chối các đơn đã chọn', verb: 'Từ chối' },
} as const

const rowsText = (count: number): string => `${thousands(count)} đơn`

type Batch = {
  kind: WaitingKind
  choice: DeskChoice
  rows: DeskBatch['rows']
  counted: DeskBatch
  sum: number
}

const idsByKind = (items: readonly Item[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(items, ({ kind }) => kind.name)].map(([name, kindItems]) => [
      name,
      kindItems.map(({ row }) => row.id),
    ]),
  )

/** The server counts the selected rows that can be decided; rows changed since they were shown are left out. */
async function countSelection(decision: Decision, selection: Selection): Promise<Batch[]> {
  const listedItems = 'items' in selection ? new Map(selection.items.map((item) => [item.id, item])) : null
  const filter = 'items' in selection ? { ids: idsByKind(selection.items) } : filterQuery(selection.filter)
  const { values } = await send(deskBatch, { decision, ...filter }, { quiet: true })
  return values.flatMap((counted): Batch[] => {
    const kind = kindNamed.get(counted.kind)
    const choice = decision === 'approve' ? kind?.approving : kind?.rejecting
    if (!kind || !choice) return []
    const unchanged = counted.rows.flatMap((row) => {
      const item = listedItems?.get(keyOf(kind.name, row.id))
      return listedItems === null || item?.row.version === row.version ? [{ row, item }] : []
    })
    // The server's sum is only correct if no row changed meanwhile.
    const allUnchanged = unchanged.length === counted.rows.length
    const sum = allUnchanged
      ? (counted.sum ?? 0)
      : unchanged.reduce((total, { item }) => total + (item ? (amountOf(item) ?? 0) : 0), 0)
    return [
      {
        kind,
        choice,
        rows: unchanged.map(({ row, item }) => (item ? { ...row, name: nameOf(item) } : row)),
        counted,
        sum,
      },
    ]
  })
}

/** Who approved first and who must follow, where two persons approve (D3-ACC-03); null where one is enough. */
export function secondOf({ kind: { resource }, row }: Item): { first: boolean; by: string } | null {
  const { second } = resource.approval ?? {}
  const turn = second && row.fields[second.turn]
  if (!second || (turn !== 1 && turn !== 2)) return null
  return { first: turn === 1, by: String(row.fields[second.by] ?? '') }
}

/** Text of the question: how many rows and how much, what is left out or included despite a warning. */
function questionOf(decision: Decision, batches: readonly Batch[], listed: number): string {
  const total = (read: (batch: Batch) => number): number =>
    batches.reduce((sum, batch) => sum + read(batch), 0)
  const count = total((batch) => batch.rows.length)
  const leftOut = total(({ counted }) => counted.leftOut)
  const sum = total((batch) => batch.sum)
  const doubts = batches.flatMap(({ counted }) =>
    counted.warned.map((warning) => `${rowsText(warning.rows)} ${warning.words}`),
  )
  const first = total(({ counted }) => counted.first)
  const unfit = batches.flatMap(({ counted }) => counted.unfit)
  const changed = listed - count - leftOut - unfit.reduce((sum, { rows }) => sum + rows, 0)
  return [
    sum > 0 ? `${rowsText(count)}, ${formatMoney(sum)} đ` : rowsText(count),
    first > 0 && `Trong đó ${rowsText(first)} chỉ được duyệt lần 1, cần người thứ hai`,
    unfit.map(({ words, rows }) => `Bỏ qua ${rowsText(rows)} ${words}`).join('\n'),
    leftOut > 0 && [`Để lại ${rowsText(leftOut)} cần xem riêng:`, ...doubts].join('\n'),
    decision === 'reject' && doubts.length > 0 && ['Trong đó:', ...doubts].join('\n'),
    changed > 0 &&
      `Bỏ qua ${rowsText(changed)} vừa thay đổi hoặc không ${texts[decision].verb.toLowerCase()} được ở đây`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** One question for all; rejecting many rows takes one reason. Null when cancelled. */
function askReason(decision: Decision, batches: readonly Batch[], body: string): Promise<string | null> {
  const { title, verb } = texts[decision]
  const count = batches.reduce((sum, batch) => sum + batch.rows.length, 0)
  const question = { title, body, confirmLabel: `${verb} ${rowsText(count)}` }
  if (decision === 'approve') return askForReason(question)
  const suggest = batches.flatMap(({ choice }) => choice.step.reason?.suggest ?? [])
  const reason = { label: 'Lý do từ chối', required: true, suggest: [...new Set(suggest)] }
  return askForReason({ ...question, danger: true, reason })
}

/**
 * Decides on a lot after one question: approving leaves out rows with a warning, rejecting includes them (D3-DEC-04).
 * Returns the keys of the decided rows.
 */
export async function decideMany(
  decision: Decision,
  selection: Selection,
  listed: number,
): Promise<ReadonlySet<string>> {
  const done = new Set<string>()
  try {
    const batches = await blockWhile(() => countSelection(decision, selection))
    const body = questionOf(decision, batches, listed)
    if (batches.every((batch) => batch.rows.length === 0)) {
      toast('failure', `${texts[decision].verb}: ${body}`)
      return done
    }
    const reason = await askReason(decision, batches, body)
    if (reason === null) return done
    await blockWhile(async () => {
      for (const batch of batches) for (const id of await writeBatch(batch, reason)) done.add(id)
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
async function writeBatch({ kind, choice, rows: rowsToWrite }: Batch, reason: string): Promise<string[]> {
  if (rowsToWrite.length === 0) return []
  const { action, step } = choice
  const param = paramOf(action)
  const answer = await writeBulk(
    { method: action.method, path: actionPath(kind.resource, action) },
    rowsToWrite.map(({ id }) => id),
    {
      ...(param !== null && { [param]: step.to }),
      ...(step.reason && reason !== '' && { [step.reason.field]: reason }),
    },
    Object.fromEntries(rowsToWrite.map(({ id, version }) => [id, version])),
  )
  const names = new Map(rowsToWrite.map(({ id, name }) => [id, name]))
  toastBulk(answer, { ...step, noun: 'đơn' }, (id) => names.get(id) ?? id)
  await refresh(kind.resource)
  const refused = new Set(answer.refused.map(({ id }) => id))
  return rowsToWrite.flatMap(({ id }) => (refused.has(id) ? [] : [keyOf(kind.name, id)]))
}
