/** GET banduyet: one list over the caller's kinds, merged oldest first; and how much of each waits (D3-APR-01). */
import { kindsOf, type WaitingKind } from '../../../contract/desk.ts'
import type { AnswerOf, ParsedOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { readMonth } from '../../../contract/month.ts'
import { deskLooked, deskPage, type deskCounts, type deskList } from '../../../contract/workflows/desk.ts'
import type { Ctx } from '../../kit/context.ts'
import { countWaiting, waitingRows, type Found, type Place } from './waiting-rows.ts'

type Input = ParsedOf<typeof deskList>

const wrong = (field: string): AppError =>
  new AppError('VALIDATION', messages.invalid, { fields: { [field]: messages.invalidValue } })

/** Kinds narrowed to what was asked for in a month MM/YYYY. */
function within(kinds: WaitingKind[], thang: string | undefined): WaitingKind[] {
  if (!thang) return kinds
  const month = readMonth(thang)
  if (month === null) throw wrong('thang')
  return kinds.map((kind) => ({ ...kind, month }))
}

/** The caller's kinds that are asked for; FORBIDDEN for one that is somebody else's to decide. */
export function askedKinds(ctx: Ctx, names: string | undefined): WaitingKind[] {
  const mine = kindsOf(ctx.actor)
  if (!names) return mine
  return names.split(',').map((name) => {
    const kind = mine.find((known) => known.name === name)
    if (!kind) throw new AppError('FORBIDDEN', messages.forbidden)
    return kind
  })
}

const placeShape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6})~([0-9a-f-]{36})~([a-z0-9-]+)$/

function readPlace(text: string | undefined): Place | null {
  if (!text) return null
  const [, since, id, kind] = placeShape.exec(text) ?? []
  if (since === undefined || id === undefined || kind === undefined) throw wrong('after')
  return { since: `${since}Z`, id, kind }
}

const byPlace = (a: Found, b: Found): number => {
  const [one, other] = [a, b].map(({ place, id, kind }) => `${place}~${id}~${kind}`)
  return (one ?? '') < (other ?? '') ? -1 : 1
}

/** One statement a kind, each for a whole page: whichever rows are the oldest, they are among them. */
export async function listWaiting(ctx: Ctx, input: Input): Promise<AnswerOf<typeof deskList>> {
  const kinds = within(askedKinds(ctx, input.kinds), input.thang)
  const asked = {
    place: readPlace(input.after),
    limit: deskPage + 1,
    looked: input.warned === '1' ? deskLooked : null,
  }
  const found = await Promise.all(kinds.map((kind) => waitingRows(kind, asked, ctx)))
  const all = found.flat().sort(byPlace)
  const page = all.slice(0, deskPage)
  const last = all.length > deskPage ? page.at(-1) : undefined
  return {
    values: page.map(({ place: _place, ...row }) => row),
    after: last ? `${last.place}~${last.id}~${last.kind}` : null,
  }
}

/** By kind, in the order of the declarations. */
export async function countByKind(
  ctx: Ctx,
  { thang }: ParsedOf<typeof deskCounts>,
): Promise<AnswerOf<typeof deskCounts>> {
  const values = await Promise.all(
    within(kindsOf(ctx.actor), thang).map(async (kind) => ({
      kind: kind.name,
      ...(await countWaiting(kind, deskLooked, ctx)),
    })),
  )
  return { values }
}
