/** Overrides of requests and their report. */
import sql from 'sql-template-tag'
import { mayHaveRefunds } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { isObject } from '#kit/contract/is-object.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { partnerCode } from '#subjects/money/contract/refund-states.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { requestrefundreport } from '#subjects/money/contract/lists/requestrefundreport.ts'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import type { Ctx } from '#kit/server/context.ts'
import { refuseOwnName } from '#kit/server/approval.ts'
import { equalValue, exact, type OwnSearch } from '#kit/server/kinds.ts'
import { requireId } from '#kit/server/list.ts'
import type { ResourceName } from '#platform/contract/lists/index.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import { update, type Effect } from '#kit/server/write.ts'
import { publishEndedTransfers } from '../mesbank/publish-ended.ts'
import { importRequests } from './import-requests.ts'
import { trailOf } from './trail.ts'

type Values = Readonly<Record<string, unknown>>

const stamp = 'username_cap_nhat_chenh_lech'

/** Adds the field for who last changed the difference; the table keeps the former value when nothing changed. */
const stamped = (resource: Resource): Resource => ({
  ...resource,
  fields: { ...resource.fields, [stamp]: { kind: 'staff', label: stamp } },
  form: [...(resource.form ?? []), stamp],
})

/**
 * Message after an approval: where the order went. A provider without an adapter is served by hand (D2-Q-81), and a status set by a person
 * stays.
 */
function whereTo(
  { title }: Resource,
  before: Values,
  after: Values,
): { channel: string; message: string } | undefined {
  const channel = after.kenh_doi_tac
  if (after.quyet_dinh === '0' && after.duyet_1_luc !== null && before.duyet_1_luc !== after.duyet_1_luc)
    return { channel: title, message: refundTexts.firstOfTwo }
  if (before.quyet_dinh !== '0' || after.quyet_dinh !== '1') return undefined
  if (before.ma_trang_thai_giao_dich_doi_tac !== partnerCode.dang_cho_duyet)
    return { channel: title, message: refundTexts.notHandedOver }
  if (after.ma_trang_thai_giao_dich_doi_tac !== partnerCode.da_tao_don_khong_qua_api)
    return { channel: title, message: refundTexts.handedOver }
  if (typeof channel !== 'string' || channel === 'khong_qua_api')
    return { channel: title, message: refundTexts.byHand }
  return { channel, message: refundTexts.notConfigured }
}

/** Refuses 'Đang xử lý' set by a person except for postpaid subscribers; a provider may report it for any (D2-REFUND-97). */
function refuseProcessing(after: Values): void {
  const code = 'ma_trang_thai_giao_dich_doi_tac'
  if (after[code] !== partnerCode.dang_xu_ly || after.number_type !== 1) return
  throw new AppError('VALIDATION', refundTexts.postpaidOnly, { fields: { [code]: refundTexts.postpaidOnly } })
}

/** Throws CONFLICT for 'Đang xử lý' after a payment, since the request could then be reopened and paid twice, and for 'Hoàn thành' of a rejected one (D3-DEC-02). */
function refuseUnpaying({ before, after }: { before: Values; after: Values }): void {
  const code = 'ma_trang_thai_giao_dich_doi_tac'
  const paid: unknown[] = [partnerCode.hoan_thanh, partnerCode.hoan_tien]
  if (paid.includes(before[code]) && after[code] === partnerCode.dang_xu_ly)
    throw new AppError('CONFLICT', refundTexts.alreadyPaid)
  if (before.quyet_dinh === '2' && before[code] !== after[code] && after[code] === partnerCode.hoan_thanh)
    throw new AppError('CONFLICT', refundTexts.rejected)
}

/** Refuses an owner who may have no requests: nobody in the unit would see it (D2-Q-78, D2-Q-100). */
async function refuseOutsider(ctx: Ctx, { staff_username: username }: Values): Promise<void> {
  const { noRefundPrefixes } = await readSettings(ctx.db, ['noRefundPrefixes'])
  if (mayHaveRefunds(String(username), noRefundPrefixes)) return
  throw new AppError('VALIDATION', refundTexts.outsider, { fields: { username: refundTexts.outsider } })
}

/** Search for recoveries that affect pay, by whether a person has reviewed them; the same rows that closing a month counts. */
const owedInPay: OwnSearch = (text) => {
  const open = equalValue('truy_thu_luong', text, requestrefundreport.fields.truy_thu_luong) === 1
  return exact(sql`id IN (SELECT r.id FROM requestrefund r WHERE is_owed(r) AND is_undecided(r) = ${open})`)
}

function overridesOf(resource: Resource): Overrides<typeof requestrefund> {
  const signed = stamped(resource)
  const changed: Effect = async (ctx, { before, after }) => {
    if (before.is_transfer !== after.is_transfer) await publishEndedTransfers(ctx)
    return whereTo(resource, before, after)
  }
  return {
    history: (ctx, raw) => trailOf(resource, requireId(raw.params.id), ctx),
    import: (ctx, raw) => importRequests(resource, raw.body, ctx),
    async update(ctx, raw) {
      const id = requireId(raw.params.id)
      if (!isObject(raw.body)) return update(resource, id, raw.body, ctx)
      // The stamp is always set by the server.
      const { [stamp]: _, ...sent } = raw.body
      // A request that is no longer a top-up releases its bank message.
      if ('request_type' in sent) ctx.publish(mesbank.path)
      const signs = 'chenh_lech' in sent && { [stamp]: ctx.actor.username }
      return update(signed, id, { ...sent, ...signs }, ctx)
    },
    effects: {
      ...Object.fromEntries(Object.keys(resource.actions ?? {}).map((name) => [name, changed])),
      remove: publishEndedTransfers,
      async setTrangThaiGiaoDich(ctx, change) {
        refuseProcessing(change.after)
        refuseUnpaying(change)
        return changed(ctx, change)
      },
      async updateUser(ctx, change) {
        await refuseOutsider(ctx, change.after)
        await refuseOwnName(ctx, change.before.staff_username)
        return changed(ctx, change)
      },
    },
  }
}

export const refundOverrides: Readonly<Partial<Record<ResourceName, Overrides>>> = {
  [requestrefund.path]: overridesOf(requestrefund),
  [requestrefundreport.path]: {
    ...overridesOf(requestrefundreport),
    searches: { truy_thu_luong: owedInPay },
  },
}
