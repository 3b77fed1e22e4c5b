/** Creating, updating and deleting numbers: types by hand or rule, and limits by orders and holds. */
import sql from 'sql-template-tag'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { f } from '#kit/contract/field.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { isEmpty } from '#kit/contract/kinds.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { bareSim, dottedSim } from '#kit/contract/phone.ts'
import { notChanged, notCreated, simso, simTexts } from '#subjects/sims/contract/lists/simso.ts'
import { typesOf } from '#subjects/sims/contract/sim-types.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import { create, readBody, remove, sentName, update, type Values } from '#kit/server/write.ts'

/** The stock as stored, with columns set by the server. */
export const storedSims = {
  ...simso,
  fields: {
    ...simso.fields,
    so_dien_thoai_co_dau_cham: f.sim({ label: 'Số có dấu chấm' }),
    loai_chon_tay: f.flag({ label: 'Loại chọn tay' }),
  },
  form: [...simso.form, 'so_dien_thoai_co_dau_cham', 'loai_chon_tay'],
} satisfies Resource

type Facts = { so_dien_thoai: string; nha_mang: string; number_type: number }

/** Types of a number by rule, in stored form; '' when none matches. */
export const typesByRule = ({ so_dien_thoai, nha_mang, number_type }: Facts): string =>
  typesOf({ number: bareSim(so_dien_thoai), carrier: nha_mang, kind: number_type }).join(',')

export const factsOf = (values: Values): Facts => ({
  so_dien_thoai: bareSim(String(values.so_dien_thoai)),
  nha_mang: String(values.nha_mang),
  number_type: Number(values.number_type),
})

export const spellings = (sim: unknown) => ({
  so_dien_thoai: bareSim(String(sim)),
  so_dien_thoai_co_dau_cham: dottedSim(String(sim)),
})

const isMissing = (value: unknown): boolean => isEmpty(value) || (Array.isArray(value) && value.length === 0)

/** Reads a body; missing fields get the operation's messages (D2-SIM-33 to 38). */
function readSimBody(body: unknown, ctx: Ctx, operation: 'create' | 'update'): Values {
  const sent = isObject(body) ? body : {}
  const missing: FieldErrors = Object.fromEntries(
    Object.entries(simTexts).filter(([name]) => {
      const as = sentName(sent, name, fieldOf(simso, name))
      return isMissing(sent[as]) && (operation === 'create' || as in sent)
    }),
  )
  try {
    return readBody(simso, body, ctx.actor, operation)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { types, ...fields } = { ...error.fields, ...missing }
    // The first one with a specified message (D2-Q-22).
    throw new AppError('VALIDATION', Object.values(missing)[0] ?? error.message, {
      fields: {
        ...fields,
        ...(types !== undefined && { ['loai_sim' in sent ? 'loai_sim' : 'types']: types }),
      },
    })
  }
}

/** Runs a write; a duplicate number is refused with the operation's message (D2-SIM-39 to 41). */
async function orDuplicate<T>(msg: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'simso_number')
      throw new AppError('CONFLICT', msg, { fields: { so_dien_thoai: msg } })
    throw error
  }
}

export function createSim(body: unknown, ctx: Ctx) {
  const values = readSimBody(body, ctx, 'create')
  const row = {
    ...values,
    ...spellings(values.so_dien_thoai),
    nguon_nhap: values.nguon_nhap ?? 'Nhập tay',
    loai_chon_tay: Number(values.types !== typesByRule(factsOf(values))),
  }
  return orDuplicate(notCreated, () => create(storedSims, row, ctx))
}

type Bound = { trang_thai: string; nguoi_giu: string | null; ma_don: string | null }
type Now = Facts & Bound & { types: string; loai_chon_tay: number; version: number }

/** Order or hold that fixes a number's state, as text; null without one. */
export const holderText = ({ nguoi_giu, ma_don }: Pick<Bound, 'nguoi_giu' | 'ma_don'>): string | null => {
  if (ma_don !== null) return `Sim đang có đơn ${ma_don}, trạng thái theo đơn đó`
  return nguoi_giu === null ? null : `Sim đang được ${nguoi_giu} giữ, hãy bỏ giữ trước`
}

/** A number with its order and hold; NOT_FOUND without it. `lock` locks it until the end of the transaction. */
async function simNow(id: string, ctx: Ctx, lock: boolean): Promise<Now> {
  const { rows } = await ctx.db.query<Now>(sql`
    SELECT so_dien_thoai, nha_mang, number_type, types, loai_chon_tay, trang_thai, nguoi_giu, version,
      (SELECT o.ma_don FROM sim_order o WHERE o.sim_id = s.id AND o.deleted_at IS NULL) AS ma_don
    FROM simso s WHERE id = ${id} AND deleted_at IS NULL ${lock ? sql`FOR UPDATE OF s` : sql``}`)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND', refusals.notFound)
  return row
}

/** Refuses changes of state and number while there is an order or hold. */
function requireFree(sim: Now, values: Values): void {
  const obstacle = holderText(sim)
  if (obstacle === null) return
  const state = values.trang_thai ?? sim.trang_thai
  const number = values.so_dien_thoai ?? sim.so_dien_thoai
  if (state !== sim.trang_thai) throw new AppError('CONFLICT', obstacle, { fields: { trang_thai: obstacle } })
  if (bareSim(String(number)) !== sim.so_dien_thoai)
    throw new AppError('CONFLICT', obstacle, { fields: { so_dien_thoai: obstacle } })
}

/** Types after a change: as chosen, otherwise by rule again if they were by rule. */
function typesAfter(sim: Now, values: Values): Values {
  const rule = typesByRule(factsOf({ ...sim, ...values }))
  if ('types' in values) return { types: values.types ?? null, loai_chon_tay: Number(values.types !== rule) }
  return sim.loai_chon_tay === 1 || rule === '' ? {} : { types: rule }
}

/** PUT: checks the version read, so that a concurrent order is not overwritten. */
export async function updateSim(idText: string | undefined, body: unknown, ctx: Ctx) {
  const id = requireId(idText)
  const values = readSimBody(body, ctx, 'update')
  const sim = await simNow(id, ctx, false)
  requireFree(sim, values)
  const version = isObject(body) && !isEmpty(body.version) ? body.version : sim.version
  const row = {
    ...values,
    ...('so_dien_thoai' in values && spellings(values.so_dien_thoai)),
    ...('nguon_nhap' in values && { nguon_nhap: values.nguon_nhap ?? 'Nhập tay' }),
    ...(Object.keys(values).length > 0 && typesAfter(sim, values)),
    version,
  }
  return orDuplicate(notChanged, () => update(storedSims, id, row, ctx))
}

/** DELETE: refused while there is an order or hold. */
export async function removeSim(idText: string | undefined, ctx: Ctx): Promise<null> {
  const id = requireId(idText)
  const obstacle = holderText(await simNow(id, ctx, true))
  if (obstacle !== null) throw new AppError('CONFLICT', obstacle)
  return remove(simso, id, ctx)
}
