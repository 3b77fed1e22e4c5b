/** Evidence for deciding a waiting row (D3-APR-02): masked and scoped like the lists. */
import sql, { join, type Sql } from 'sql-template-tag'
import { can, seesPhones } from '#platform/contract/abilities.ts'
import { isClaim, type DeskChoice, type WaitingKind } from '#subjects/money/contract/desk.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { fieldOf, sourceOf } from '#kit/contract/resource.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import type {
  DeskEvidence,
  DeskLine,
  DeskMessage,
  DeskPast,
  DeskProposal,
  deskEvidence,
} from '#subjects/money/contract/calls/desk.ts'
import { mayAccept } from '#subjects/money/contract/calls/transfers.ts'
import type { Ctx } from '#kit/server/context.ts'
import { columnOf, ident, shownTo } from '#kit/server/kinds.ts'
import { conditions, inUnit, requireId, visible } from '#kit/server/list.ts'
import { requestedKinds } from './list-waiting.ts'
import { readCalls } from './read-calls.ts'
import { isOfKind } from './waiting-rows.ts'

/** Maximum rows of each evidence table. */
const shownMessages = 4
const shownLines = 4
const shownPast = 8

/** The row to decide, unmasked; not sent to the client as it is. */
type Subject = {
  id: string
  phone: string | null
  package: string | null
  since: string
  username: string | null
  /** The transfer that is the row, or pays it. */
  transfer: string | null
  due: number | null
  /** Created beyond its author's daily limit of phones: readers of masked numbers get no evidence about the number. */
  untold: boolean
}

const text = (name: string | undefined): Sql => (name === undefined ? sql`NULL::text` : ident(name))

/** Expected transfer amount. */
const dueOf = ({ resource, due }: WaitingKind): Sql =>
  due
    ? join(
        due.map((name) => columnOf(name, fieldOf(resource, name))),
        ' + ',
      )
    : sql`NULL::bigint`

/** NOT_FOUND outside the kind and the caller's scope. */
async function subjectOf(kind: WaitingKind, id: string, ctx: Ctx): Promise<Subject> {
  const { resource, since, owner } = { ...kind, owner: kind.resource.owner }
  const package_ = text(kind.package)
  const sinceColumn = columnOf(since, fieldOf(resource, since))
  const transfer =
    resource.path === mesbank.path
      ? sql`id`
      : sql`transfer_of(id, ${ident(kind.phone)}, to_upper(${package_}), ${sinceColumn})`
  const { rows } = await ctx.db.query<Subject>(sql`
    SELECT id, ${ident(kind.phone)}::text AS phone, ${package_} AS package, ${sinceColumn} AS since, ${text(owner)} AS username,
      ${transfer} AS transfer, (${dueOf(kind)})::bigint AS due,
      ${resource.untold === undefined ? sql`false` : sql`untold`} AS untold
    FROM ${ident(sourceOf(resource))} WHERE ${isOfKind(kind, ctx)} AND id = ${id}`)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND', refusals.notFound)
  return row
}

async function rowsOf<T>(statement: Sql, ctx: Ctx): Promise<T[]> {
  const { rows } = await ctx.db.query<{ row: T }>(sql`SELECT row_to_json(r) AS row FROM (${statement}) r`)
  return rows.map(({ row }) => row)
}

/** Transfers of the number: the row's own first, then the newest. */
function messagesOf({ phone, transfer, id }: Subject, ctx: Ctx): Promise<DeskMessage[]> {
  const { actor } = ctx
  const maskedField = (name: keyof typeof mesbank.fields): Sql => shownTo(name, fieldOf(mesbank, name), actor)
  const sender = visible(mesbank, ['sender'], actor).length > 0 ? sql`sender,` : sql``
  const names = can(actor, 'seesWaiting')
  return rowsOf(
    sql`
    SELECT id, ${sender} datetime, money, ${maskedField('str_mes')} AS text, ${maskedField('so_dien_thoai')} AS phone,
      goi_cuoc AS package,
      coalesce(nhan_dang = 'tay' AND strpos(regexp_replace(str_mes, '[^0-9]', '', 'g'), so_dien_thoai::text) = 0, false) AS "phoneTyped",
      coalesce(nhan_dang = 'tay' AND NOT names_package(str_mes_fold, so_dien_thoai, goi_cuoc), false) AS "packageTyped",
      coalesce(so_dien_thoai = ${phone}, false) AS "samePhone",
      coalesce(id = ${transfer}::uuid, false) AS own,
      transfer_used_by(id, ${id}::uuid, ${names}) AS "usedBy"
    FROM mesbank
    WHERE ${conditions(mesbank, {}, ctx).where} AND (id = ${transfer}::uuid OR so_dien_thoai = ${phone})
    ORDER BY id IS NOT DISTINCT FROM ${transfer}::uuid DESC, datetime DESC, id LIMIT ${shownMessages}`,
    ctx,
  )
}

/** Registrations of the number, the matched one first, else the nearest in time. */
const linesOf = ({ phone, since, id }: Subject, ctx: Ctx): Promise<DeskLine[]> =>
  rowsOf(
    sql`
    SELECT id, ngay_thanh_cong AS at, kenh AS channel, goi_cuoc AS package, doanh_thu AS amount, status,
      username_nv AS username, coalesce(request_id = ${id}::uuid, false) AS own
    FROM revenue_line
    WHERE so_dien_thoai_cs = ${phone} AND line_id = id AND deleted_at IS NULL
      AND ${can(ctx.actor, 'seesWaiting') ? sql`true` : inUnit(sql`username_nv`, ctx.scope)}
    ORDER BY request_id IS NOT DISTINCT FROM ${id}::uuid DESC,
      greatest(ngay_thanh_cong, ${since}) - least(ngay_thanh_cong, ${since}), id LIMIT ${shownLines}`,
    ctx,
  )

/** Earlier refunds and top-ups of the number that the caller may see. */
async function pastOf({ phone, id }: Subject, ctx: Ctx): Promise<DeskPast[]> {
  if (!can(ctx.actor, requestrefund.may.read)) return []
  return rowsOf(
    sql`
    SELECT id, created_time AS at, request_type, request_method, package_code AS package,
      refund_sum(r) AS amount, duyet AS decision, nguoi_quyet_dinh AS "decidedBy",
      quyet_dinh <> '2' AND ma_trang_thai_giao_dich_doi_tac IN (partner_hoan_tien(), partner_don_bi_tu_choi()) AS returned
    FROM requestrefund r
    WHERE number_phone = ${phone} AND id <> ${id} AND ${conditions(requestrefund, {}, ctx).where}
    ORDER BY created_time DESC, id LIMIT ${shownPast}`,
    ctx,
  )
}

/** The person's requests of the same kind in this month (Vietnam time). */
async function monthOf(kind: WaitingKind, { username }: Subject, ctx: Ctx): Promise<DeskEvidence['month']> {
  const { resource, since } = kind
  if (username === null || resource.owner === undefined) return null
  const reached = (choice: DeskChoice | null): Sql =>
    choice
      ? sql`count(*) FILTER (WHERE ${columnOf(choice.action.field, fieldOf(resource, choice.action.field))}::text
          = ${String(choice.step.to)})::int`
      : sql`0`
  const { rows } = await ctx.db.query<NonNullable<DeskEvidence['month']>>(sql`
    SELECT count(*)::int AS asked, ${reached(kind.approving)} AS approved, ${reached(kind.rejecting)} AS rejected
    FROM ${ident(sourceOf(resource))}
    WHERE ${join(
      [
        isOfKind(kind, ctx),
        sql`${ident(resource.owner)} = ${username}`,
        sql`${columnOf(since, fieldOf(resource, since))} >=
          date_trunc('month', now() AT TIME ZONE 'Asia/Ho_Chi_Minh') AT TIME ZONE 'Asia/Ho_Chi_Minh'`,
      ],
      ' AND ',
    )}`)
  return rows[0] ?? null
}

/** The caller's use today of the amount that one person may approve alone, for this number and requester (D3-ACC-08). */
async function releasedOf(
  { resource, approving }: WaitingKind,
  { id }: Subject,
  silent: boolean,
  { db, actor }: Ctx,
): Promise<DeskEvidence['released']> {
  if (!resource.approval?.second || approving?.step.audit !== 'approve') return null
  const { rows } = await db.query<NonNullable<DeskEvidence['released']>>(sql`
    SELECT b.above::bigint AS above, CASE WHEN NOT ${silent}::boolean THEN d.of_phone END AS phone, d.of_seller AS seller,
      needs_two(r, ${actor.username}) AS two
    FROM requestrefund r, setting_number('refund.secondApprovalAbove', NULL) AS b(above),
      released_today(${actor.username}, r.number_phone, r.staff_username, r.id) d
    WHERE r.id = ${id} AND b.above IS NOT NULL`)
  return rows[0] ?? null
}

/** The order proposed for the message, or the transfer proposed for the order (D3-QR-02). */
async function proposalOf(
  kind: WaitingKind,
  { id, phone }: Subject,
  ctx: Ctx,
): Promise<DeskEvidence['proposal']> {
  if (!can(ctx.actor, mayAccept)) return null
  const message =
    kind.resource.path === mesbank.path ? sql`${id}::uuid` : sql`proposed_message(${phone}, ${id})`
  const [row] = await rowsOf<DeskProposal>(
    sql`SELECT id, version, str_mes, de_xuat, de_xuat_id FROM mesbank_list WHERE id = ${message} AND de_xuat_id IS NOT NULL`,
    ctx,
  )
  return row ?? null
}

/** GET banduyet/:kind/:id. */
export async function evidenceOf(ctx: Ctx, input: ParsedOf<typeof deskEvidence>): Promise<DeskEvidence> {
  const [kind] = requestedKinds(ctx, { kinds: input.kind })
  if (!kind) throw new AppError('NOT_FOUND', refusals.notFound)
  const subject = await subjectOf(kind, requireId(input.id), ctx)
  const price = ctx.db.query<{ price: number | null }>(sql`SELECT package_price(${subject.package}) AS price`)
  const silent = subject.untold && !seesPhones(ctx.actor)
  const [ownMessages, lines, past, calls, month, proposal, released, { rows }] = await Promise.all([
    silent ? [] : messagesOf(subject, ctx),
    silent ? [] : linesOf(subject, ctx),
    silent ? [] : pastOf(subject, ctx),
    silent || subject.phone === null || !isClaim(kind) ? null : readCalls(subject.phone, ctx),
    monthOf(kind, subject, ctx),
    proposalOf(kind, subject, ctx),
    releasedOf(kind, subject, silent, ctx),
    price,
  ])
  const { due } = subject
  const known = rows[0]?.price ?? null
  return { proposal, messages: ownMessages, price: known, due, lines, past, calls, month, released }
}
