/** Look-ups over the live channel: the same functions as over HTTP (D1-RT-01 to D1-RT-06, D1-Q-098). */
import type { Actor } from '#platform/contract/abilities.ts'
import { lookupEvents, type LookupEvent } from '#platform/contract/live.ts'
import type { Services } from '#kit/server/context.ts'
import type { LiveCalls } from '#platform/server/live/calls.ts'
import type { LookupCtx } from './context.ts'
import { lookUpHistory } from './look-up-history.ts'
import { lookUpInfo } from './look-up-info.ts'
import { lookUpMessages999 } from './look-up-messages999.ts'
import { lookUpPackage } from './look-up-package.ts'

type Data = Record<string, unknown>

/** A field of the request as text; numbers are converted. */
const text = (data: Data, name: string): string | undefined => {
  const value = data[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const lookUps: Record<LookupEvent, (data: Data, ctx: LookupCtx) => Promise<unknown>> = {
  traCuuDanhSachDoiTuongChuongTrinh: (data, ctx) =>
    lookUpPackage(
      { phone: text(data, 'isdn'), package_code: text(data, 'package_code'), page: text(data, 'page') },
      ctx,
    ),
  traCuuThongTinChiTietThueBao: (data, ctx) =>
    lookUpInfo({ phone: text(data, 'isdn'), type: text(data, 'phoneType') }, ctx),
  traCuuLichSuGoiCuoc: (data, ctx) => lookUpHistory({ phone: text(data, 'isdn') }, ctx),
  traCuuTinNhan999: (data, ctx) =>
    lookUpMessages999(
      {
        phone: text(data, 'isdn'),
        huong_ket_qua: text(data, 'huong_ket_qua'),
        startDate: text(data, 'startDate'),
        endDate: text(data, 'endDate'),
        page: text(data, 'page'),
      },
      ctx,
    ),
}

export function lookupCalls(services: Services): LiveCalls {
  return Object.fromEntries(
    Object.entries(lookupEvents).map(([event, reply]) => [
      event,
      {
        reply,
        run: (actor: Actor, data: Data) =>
          lookUps[event as LookupEvent](data, { db: services.pool, actor, services }),
      },
    ]),
  )
}
