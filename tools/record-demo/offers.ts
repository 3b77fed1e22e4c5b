/** The demo's offers for tomorrow, and permissions to invite. */
import type { PoolClient } from '#platform/server/db/pool.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { randomOf } from '#platform/app/server/seed/demo-random.ts'
import { iso } from './save-files.ts'
import type { Care } from './seller-day.ts'
import { demoAccounts } from '#platform/app/server/seed/organisation.ts'

export type DemoOffer = {
  id: string
  phone: string
  package: string
  /** đồng; null if the carrier did not report it. */
  balance: number | null
  username: string
  invitations: number
  open: boolean
  at: number
}

/** One in this many who were undecided or did not answer becomes an offer. */
const everyCall = 9
const day = 86_400_000

/** Offers of the last two weeks; most of the earlier ones have been invited since. */
export function offersOf(cares: readonly Care[], now: Date): DemoOffer[] {
  const random = randomOf('offers')
  return cares
    .filter(({ status, at }) => ['APPOINTMENT', 'KBM'].includes(status) && at > now.getTime() - 14 * day)
    .filter(({ at }, n) => n % everyCall === 0 && at < now.getTime())
    .map(({ number, package: pack, username, at }) => {
      const fresh = at > now.getTime() - day
      const open = random.chance(fresh ? 0.85 : 0.2)
      return {
        id: random.uuid(at),
        phone: number.phone,
        package: pack === '' ? 'VD90' : pack,
        balance: random.chance(0.05) ? null : random.int(0, 1_600) * 100,
        username,
        invitations: open ? 0 : random.int(1, 3),
        open,
        at,
      }
    })
}

const nameOf = new Map(demoAccounts.map(({ username, fullname }) => [username, fullname]))

/** Writes the offers; run after the prices. */
export async function saveOffers(offers: readonly DemoOffer[], client: PoolClient): Promise<void> {
  await copyRows(client, 'moigoihomsau', offers, {
    id: ({ id }) => id,
    phone: ({ phone }) => phone,
    package: (offer) => offer.package,
    tkc: ({ balance }) => balance,
    hoi_tkc_luc: () => null,
    username: ({ username }) => username,
    ten_nv: ({ username }) => nameOf.get(username) ?? username,
    status: ({ open }) => (open ? 0 : 1),
    so_lan_moi: ({ invitations }) => invitations,
    createdAt: ({ at }) => iso(at),
  })
}
