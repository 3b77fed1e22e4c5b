/** GET banduyet: one list over the caller's kinds, oldest first, with counts per kind (D3-APR-01). */
import sql from 'sql-template-tag'
import { kindsOf, type WaitingKind } from '#subjects/money/contract/desk.ts'
import { paramOf } from '#kit/contract/action.ts'
import { can } from '#platform/contract/abilities.ts'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { readMonth } from '#kit/contract/month.ts'
import {
  deskLooked,
  deskPage,
  type deskAskers,
  type deskBatch,
  type deskCounts,
  type deskList,
} from '#subjects/money/contract/calls/desk.ts'
import { countRows } from '#platform/server/bulk/index.ts'
import type { Ctx } from '#kit/server/context.ts'
import {
  requestersOf,
  countWaiting,
  isListed,
  waitingRows,
  type Filter,
  type WaitingRow,
  type Place,
} from './waiting-rows.ts'

type Input = ParsedOf<typeof deskList>

const wrong = (field: string): AppError =>
  new AppError('VALIDATION', messages.invalid, { fields: { [field]: messages.invalidValue } })

/** Limits kinds to requests of month MM/YYYY. */
function within(kinds: WaitingKind[], thang: string | undefined): WaitingKind[] {
  if (!thang) return kinds
  const month = readMonth(thang)
  if (month === null) throw wrong('thang')
  return kinds.map((kind) => ({ ...kind, month }))
}

/** The requested kinds; FORBIDDEN for one that the caller does not decide. */
export function requestedKinds(
  ctx: Ctx,
  { kinds: names, thang }: { kinds?: string | undefined; thang?: string | undefined },
): WaitingKind[] {
  const ownKinds = within(kindsOf(ctx.actor), thang)
  if (!names) return ownKinds
  return names.split(',').map((name) => {
    const kind = ownKinds.find((candidate) => candidate.name === name)
    if (!kind) throw new AppError('FORBIDDEN', messages.forbidden)
    return kind
  })
}

const filterOf = ({ warned, username }: Pick<Input, 'warned' | 'username'>): Filter => ({
  looked: warned === '1' ? deskLooked : null,
  username: username || undefined,
})

const placeShape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6})~([0-9a-f-]{36})~([a-z0-9-]+)$/

function readPlace(text: string | undefined): Place | null {
  if (!text) return null
  const [, since, id, kind] = placeShape.exec(text) ?? []
  if (since === undefined || id === undefined || kind === undefined) throw wrong('after')
  return { since: `${since}Z`, id, kind }
}

const byPlace = (a: WaitingRow, b: WaitingRow): number => {
  const [first, second] = [a, b].map(({ place, id, kind }) => `${place}~${id}~${kind}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}

/** One statement per kind, each with a full page, which together include the oldest rows of all. */
export async function listWaiting(ctx: Ctx, input: Input): Promise<AnswerOf<typeof deskList>> {
  const kinds = requestedKinds(ctx, input)
  const query = { ...filterOf(input), place: readPlace(input.after), limit: deskPage + 1 }
  const perKind = await Promise.all(kinds.map((kind) => waitingRows(kind, query, ctx)))
  const rows = perKind.flat().sort(byPlace)
  const page = rows.slice(0, deskPage)
  const last = rows.length > deskPage ? page.at(-1) : undefined
  return {
    values: page.map(({ place: _place, ...row }) => row),
    after: last ? `${last.place}~${last.id}~${last.kind}` : null,
  }
}

/** Counts per kind, in declaration order. */
export async function countByKind(
  ctx: Ctx,
  { thang, warned }: ParsedOf<typeof deskCounts>,
): Promise<AnswerOf<typeof deskCounts>> {
  const values = await Promise.all(
    within(kindsOf(ctx.actor), thang).map(async (kind) => ({
      kind: kind.name,
      ...(await countWaiting(kind, warned === '0' ? 0 : deskLooked, ctx)),
    })),
  )
  return { values }
}

/** POST banduyet/loat: kinds without this decision, or that the caller may not decide, are left out. */
export async function countBatch(
  ctx: Ctx,
  input: ParsedOf<typeof deskBatch>,
): Promise<AnswerOf<typeof deskBatch>> {
  const filter = filterOf(input)
  const names = input.ids ? Object.keys(input.ids).join(',') : input.kinds
  const kinds = requestedKinds(ctx, { kinds: names, thang: input.thang })
  const counted = await Promise.all(
    kinds.map(async (kind) => {
      const choice = input.decision === 'approve' ? kind.approving : kind.rejecting
      if (!choice || !can(ctx.actor, choice.action.may)) return []
      const { action, step } = choice
      const param = paramOf(action)
      const rows = isListed(kind, filter, ctx)
      const ids = input.ids?.[kind.name]
      const waiting = ids ? sql`${rows} AND id = ANY(${ids}::uuid[])` : rows
      const params = param === null ? {} : { [param]: step.to }
      return [{ kind: kind.name, ...(await countRows(kind.resource, action, params, waiting, ctx)) }]
    }),
  )
  return { values: counted.flat() }
}

/** GET banduyet/nguoi: requesters over the caller's kinds, without duplicates, most rows first. */
export async function listAskers(
  ctx: Ctx,
  input: ParsedOf<typeof deskAskers>,
): Promise<AnswerOf<typeof deskAskers>> {
  const perKind = await Promise.all(requestedKinds(ctx, input).map((kind) => requestersOf(kind, ctx)))
  const values = [...Map.groupBy(perKind.flat(), ({ username }) => username)].flatMap(([, entries]) =>
    entries.slice(0, 1).map((one) => ({
      ...one,
      count: entries.reduce((total, { count }) => total + count, 0),
      sum: entries.reduce((total, { sum }) => total + sum, 0),
    })),
  )
  return { values: values.sort((a, b) => b.count - a.count || (a.username < b.username ? -1 : 1)) }
}
