/** Where the blacklist differs: writing a number tells whether it was there, so it counts as asking for it (D3-SEC-03). */
import { blacklist } from '../../contract/resources/blacklist.ts'
import type { Ctx } from '../kit/context.ts'
import { importRows, readChunk, saveRows } from '../kit/import.ts'
import { countWrittenPhones } from '../kit/phone-searches.ts'
import type { Overrides } from '../kit/routes.ts'
import { create, readBody, type Values } from '../kit/write.ts'

const phoneOf = (row: Values): string => String(row.phone_number)

/** Saves rows of a sheet or an import call, all or, beyond the caller's phones of the day, none; answers how many are new. */
export async function saveBlacklistRows(rows: Values[], ctx: Ctx): Promise<number> {
  await countWrittenPhones(rows.map(phoneOf), ctx)
  return saveRows(blacklist, rows, ctx)
}

export const blacklistOverrides: Overrides = {
  create: async (ctx, raw) => {
    const values = readBody(blacklist, raw.body, ctx.actor, 'create')
    await countWrittenPhones([phoneOf(values)], ctx)
    return create(blacklist, values, ctx)
  },
  import: (ctx, raw) =>
    importRows(blacklist, readChunk(raw.body), ctx, (rows) => saveBlacklistRows(rows, ctx)),
}
