/** Carrier requests for one number, and conversion of the answers (D2-SCAN-19, D2-SCAN-20). */
import { randomUUID } from 'node:crypto'
import { todayVn } from '#kit/contract/dates.ts'
import type { ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { lookupTexts, type PackageHistory } from '#subjects/registrations/contract/calls/lookup.ts'
import type { ScanCarrier } from '#subjects/scans/contract/calls/scans.ts'
import type { Carrier, Failure } from '#platform/server/gateways/carrier/carrier.ts'

/** A number claimed by this process. */
export type Claimed = {
  id: string
  kind: ScanKind
  file: string
  phone: string
  carrier: ScanCarrier
  package: string | null
  /** When the look-up began, by the database's clock. */
  began: string
}

/** Result of a number: columns of scan_numbers. */
type Found = {
  NumberType: string | null
  NumberCurrentPackage: string | null
  NumberPackageRegisterDate: string | null
  NumberPackageRegisterExpire: string | null
  CurrentCycle: number | null
  NumberFreeCycleLeft: number | null
  NumberStatus: string | null
  Status: string
  dtct: string | null
  unknown: boolean
}
export type Outcome = { ok: true; found: Found } | { ok: false; reason: Failure }

const unknownResult: Found = {
  NumberType: null,
  NumberCurrentPackage: null,
  NumberPackageRegisterDate: null,
  NumberPackageRegisterExpire: null,
  CurrentCycle: null,
  NumberFreeCycleLeft: null,
  NumberStatus: null,
  Status: lookupTexts.notFound,
  dtct: null,
  unknown: true,
}

/** The newest package of the history, as the current one if it has not expired by `today`. */
function currentOf({ values }: PackageHistory, today: string): Found {
  const [newest] = values
  const result = { ...unknownResult, Status: 'Đã quét', unknown: false }
  if (!newest) return result
  const { NumberType, Status: NumberStatus, NumberPackageRegisterExpire: expire } = newest
  if (expire !== null && expire < today) return { ...result, NumberType, NumberStatus }
  const { Status: _, ...current } = newest
  return { ...result, ...current, NumberStatus }
}

/** Sends one request per kind of data; an unknown number is a valid answer. */
export async function askCarrier(
  { kind, phone, package: packageToCheck }: Claimed,
  carrier: Carrier,
): Promise<Outcome> {
  const history = await carrier.ask('history', { isdn: phone }, randomUUID())
  if (!history.ok)
    return history.reason === 'notFound'
      ? { ok: true, found: unknownResult }
      : { ok: false, reason: history.reason }
  const result = currentOf(history.data, todayVn())
  if (kind !== 'quetdtct') return { ok: true, found: result }
  const question = { isdn: phone, package_code: packageToCheck ?? '', page: 1 }
  const programs = await carrier.ask('package', question, randomUUID())
  if (!programs.ok && programs.reason !== 'notFound') return { ok: false, reason: programs.reason }
  const codes = programs.ok ? programs.data.FinalDataList.map(({ PackageCode }) => PackageCode) : []
  return { ok: true, found: { ...result, dtct: codes.join(', ') || null } }
}
