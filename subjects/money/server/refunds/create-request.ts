/** Creates refunds and top-ups: parsed, priced by the table, once per click (D2-REFUND-107 to 110). */
import sql, { join } from 'sql-template-tag'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { isEmpty, readField, showField, type Value } from '#kit/contract/kinds.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { fieldDecision } from '#platform/contract/money-decisions.ts'
import { createdTypes, topUpType } from '#subjects/money/contract/refund-states.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { requestrefundreport } from '#subjects/money/contract/lists/requestrefundreport.ts'
import { packageKey } from '#kit/contract/text.ts'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import { can } from '#platform/contract/abilities.ts'
import { withMsg, type Reply } from '#kit/server/answer.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { noteInsistence, requireReachable } from '#kit/server/do-not-call.ts'
import { ident } from '#kit/server/kinds.ts'
import { readOne } from '#kit/server/list.ts'
import { requirePriced } from '#kit/server/priced.ts'
import { sentName } from '#kit/server/write.ts'

type Sent = Readonly<Record<string, unknown>>
type Values = Record<string, Value>

/** Parses `names` by the list's fields; those in `needed` are required. */
function readValues(
  resource: Resource,
  sent: Sent,
  names: readonly string[],
  needed: readonly string[],
): Values {
  const values: Values = {}
  const fields: FieldErrors = {}
  let missing = false
  for (const name of names) {
    const { required: _, ...field } = fieldOf(resource, name)
    const raw = sent[sentName(sent, name, field)]
    const reading = readField(raw, needed.includes(name) ? { ...field, required: true } : field)
    if (reading.ok) values[name] = reading.value
    else {
      fields[name] = reading.reason
      missing ||= isEmpty(raw)
    }
  }
  const [first] = Object.values(fields)
  if (first === undefined) return values
  throw new AppError('VALIDATION', missing ? messages.missingField : first, { fields })
}

/** Whether a second order is created with it: 0 or 1, asked on the request screen only (D2-Q-52, D2-Q-54, D2-Q-99). */
function readAnswer(sent: Sent, resource: Resource, refusal: string): number {
  if (isEmpty(sent.cho_len_don) && resource.path === requestrefundreport.path) return 0
  const answer = String(sent.cho_len_don ?? '')
  if (answer === '0' || answer === '1') return Number(answer)
  throw new AppError('VALIDATION', refusal, { fields: { cho_len_don: refusal } })
}

/** Client time of the click; server time when the report sends none (D2-Q-52). */
function readClick({ millisecond_created_at: sent }: Sent): number {
  if (isEmpty(sent)) return Date.now()
  const click = Number(sent)
  if (Number.isSafeInteger(click) && click > 0) return click
  throw new AppError('VALIDATION', messages.invalid, {
    fields: { millisecond_created_at: messages.invalidValue },
  })
}

type Asked = { resource: Resource; kind: 'hoan' | 'nap'; values: Values; sent: Sent }

/** Fields that define the request of a click, besides owner and kind. */
const clickFields = [
  'number_type',
  'package_code',
  'request_type',
  'request_method',
  'refund_price',
  'other_refund',
  'other_reason',
  'don_24h',
] as const
/** Normalises a value, so that empty equals 0, and spellings of a package are equal. */
const words = (name: string, value: unknown): string =>
  (name === 'package_code'
    ? packageKey(String(value))
    : String(value ?? '')
        .trim()
        .toUpperCase()) || '0'

/**
 * Throws CONFLICT when a click that already created a request is repeated with other values: these would be lost behind 'Đã tạo đơn'
 * (D2-Q-53). Compares with the audit entry of the creation, as the request may have been changed since.
 */
async function requireSame(requestId: string, values: Values, ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ after: Record<string, Value> }>(sql`
    SELECT after FROM audit_log
    WHERE resource = ${requestrefund.path} AND resource_id = ${requestId} AND action = 'create' ORDER BY id LIMIT 1`)
  const created = rows[0]?.after
  if (!created) return
  const other = clickFields.filter(
    (name) => name in values && words(name, created[name]) !== words(name, values[name]),
  )
  if (other.length === 0) return
  const differences = other.map((name) => {
    const field = fieldOf(requestrefund, name)
    return [name, field.label, showField(created[name], field) || 'trống'] as const
  })
  throw new AppError(
    'CONFLICT',
    refundTexts.otherwise(differences.map(([, label, value]) => `${label} ${value}`).join(', ')),
    { fields: Object.fromEntries(differences.map(([name, , value]) => [name, refundTexts.stands(value)])) },
  )
}

/** Stores the request unless this click has already created it; returns it in both cases. */
async function store({ resource, kind, values, sent }: Asked, ctx: Ctx): Promise<Reply<Row>> {
  const { username, fullname } = ctx.actor
  const click = readClick(sent)
  const key = `${username} ${String(values.number_phone)} ${kind} ${click}`
  const columns = {
    ...values,
    staff_username: username,
    staff_fullname: fullname,
    millisecond_created_at: click,
    click: key,
    untold: ctx.untold ?? false,
  }
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    WITH changed AS (
      INSERT INTO requestrefund AS t (${join(Object.keys(columns).map(ident))}) VALUES (${join(Object.values(columns))})
      ON CONFLICT (click) WHERE deleted_at IS NULL DO NOTHING
      RETURNING t.id, NULL::jsonb AS before, to_jsonb(new) AS after
    ), audited AS (${auditRows(ctx, 'create', requestrefund.path)})
    SELECT id FROM changed`)
  // The author of the click sees its request even after it was given to another person.
  const unscoped: Ctx = { ...ctx, scope: { all: true } }
  const made = rows[0]?.id
  const { rows: before } = await ctx.db.query<{ id: string; gone: boolean }>(sql`
    SELECT id, false AS gone FROM requestrefund WHERE click = ${key} AND deleted_at IS NULL AND id IS DISTINCT FROM ${made}
    UNION ALL SELECT id, true FROM requestrefund WHERE click = ${key} AND deleted_at IS NOT NULL`)
  // A late repeat does not restore a deleted request.
  if (before.some(({ gone }) => gone)) throw new AppError('CONFLICT', refundTexts.deleted)
  if (made) {
    const unwilling = await requireReachable(String(values.number_phone), ctx)
    await noteInsistence(requestrefund.path, made, unwilling, ctx)
    ctx.publish(requestrefund.path)
    return withMsg(await readOne(resource, made, unscoped), refundTexts.created)
  }
  const existingId = before[0]?.id
  if (!existingId) throw new AppError('CONFLICT', refusals.busy)
  await requireSame(existingId, values, ctx)
  return withMsg(await readOne(resource, existingId, unscoped), refundTexts.created)
}

const refundNames = [
  'number_phone',
  'number_type',
  'package_code',
  'request_type',
  'request_method',
  'other_refund',
  'other_reason',
]
const refundNeeds = refundNames.slice(0, 5)

/** Creates a package refund; with `late` it goes to its partner 24 hours later (D2-Q-55). */
export async function createRefund(
  resource: Resource,
  sent: Sent,
  ctx: Ctx,
  { late = false } = {},
): Promise<Reply<Row>> {
  const values = readValues(resource, sent, refundNames, refundNeeds)
  if (!createdTypes.includes(Number(values.request_type))) {
    throw new AppError('VALIDATION', messages.invalidValue, {
      fields: { request_type: messages.invalidValue },
    })
  }
  const cho_len_don = readAnswer(sent, resource, refundTexts.unanswered)
  return store(
    { resource, kind: 'hoan', values: { ...values, cho_len_don, don_24h: Number(late) }, sent },
    ctx,
  )
}

const topUpNames = ['number_phone', 'number_type', 'package_code', 'refund_price']

/** Creates a discounted top-up; only managers set whether it is already paid (D2-Q-77). */
export async function createTopUp(resource: Resource, sent: Sent, ctx: Ctx): Promise<Reply<Row>> {
  const values = readValues(resource, sent, topUpNames, topUpNames)
  await requirePriced(String(values.package_code), 'package_code', ctx)
  const cho_len_don = readAnswer(sent, resource, messages.missingField)
  const payment = readValues(resource, { is_transfer: sent.is_transfer ?? 0 }, ['is_transfer'], [])
  const mark = fieldDecision(requestrefund, 'is_transfer')
  const paid = mark !== undefined && can(ctx.actor, mark.may) && payment.is_transfer === 1
  const transfer = paid ? { is_transfer: 1, username_duyet_trang_thai_chuyen_khoan: ctx.actor.username } : {}
  const whole = { ...values, request_type: topUpType, cho_len_don, ...transfer }
  return store({ resource, kind: 'nap', values: whole, sent }, ctx)
}
