/** Plays a quarter of plausible data for the demo organisation into a database, which is then recorded. */
import { withTransaction, type Pool, type PoolClient } from '#platform/server/db/pool.ts'
import { bankMessages } from './bank.ts'
import { blacklistEntries } from './blacklist.ts'
import { callAllQuarter } from './care.ts'
import type { Care, Seller } from './seller-day.ts'
import { makeFiles } from './files.ts'
import { handOvers, saveHandOvers } from './handovers.ts'
import type { Ledger } from './ledger.ts'
import { mfyOf, saveMfy, saveSuccesses } from './mfy.ts'
import { instantAt, hour } from '#platform/app/server/seed/demo-days.ts'
import { addNewcomers } from '#platform/app/server/seed/demo-newcomers.ts'
import { saveReconciliation } from '#platform/app/server/seed/demo-reconcile.ts'
import { saveAgency, settledOnce } from './settle.ts'
import { lookupEntries, saveLookups } from './lookups.ts'
import { offersOf, saveOffers } from './offers.ts'
import { waitingDesk } from './desk.ts'
import { payrollOf, savePayroll } from './payroll.ts'
import { demoCosts, refundPrices } from './plain.ts'
import { randomOf } from '#platform/app/server/seed/demo-random.ts'
import { registrationsOf } from './registrations.ts'
import { refundRequests } from './refunds.ts'
import { salesOf, saveSales } from './sales.ts'
import { saveBank } from './save-bank.ts'
import { saveCares } from './save-cares.ts'
import { saveFiles, type IdOf } from './save-files.ts'
import { savePlain } from './save-plain.ts'
import { saveRefunds } from './save-refunds.ts'
import { saveRegisters } from './save-registers.ts'
import { saveRegistrations } from './save-registrations.ts'
import { saveSimOrders, simOrdersOf } from './sim-orders.ts'
import { saveSims, simsOf } from './sims.ts'
import { saveUses, transfersOf } from './transfers.ts'
import { saveAudit } from './audit.ts'
import { demoScans, saveScans } from './scans.ts'
import { recordedAt } from '#platform/app/server/seed/demo-time.ts'
import { demoAccounts, newcomers } from '#platform/app/server/seed/organisation.ts'

/** Calls a day and success rate of the salespeople, in the order of the accounts. */
const habits: readonly (readonly [pace: number, skill: number])[] = [
  [25, 1.3],
  [23, 0.9],
  [19, 0.75],
  [26, 1.1],
  [21, 1],
  [24, 1.45],
  [20, 0.85],
  [22, 1.05],
  [18, 1.2],
]

/** The salespeople of the demo organisation. */
const demoSellers: readonly Seller[] = demoAccounts
  .filter((account) => account.priority === 5)
  .map(({ username, group = null, brand = '' }, n) => {
    const [pace, skill] = habits[n % habits.length] ?? [20, 1]
    return { username, leader: group, branch: brand, pace, skill }
  })

async function readIds(client: PoolClient): Promise<IdOf> {
  const { rows } = await client.query<{ username: string; id: string }>('SELECT username, id FROM users')
  const ids = new Map(rows.map(({ username, id }) => [username, id]))
  return (username) => {
    const id = ids.get(username)
    if (!id) throw new Error(`the demo needs the account '${username}'`)
    return id
  }
}

/**
 * The recorded day: a Monday whose three months have 79 working days, the maximum, so that a shorter quarter is
 * part of it.
 */
export const recordedOn = new Date(instantAt('2026-08-31', recordedAt / hour))

/** All events of the quarter up to `now`; the same instant gives the same rows. */
function planDemo(now: Date) {
  const ledger: Ledger = []
  const { files, phones } = makeFiles(now, ledger, randomOf('files'))
  const all = callAllQuarter(demoSellers, files, now, ledger)
  // The carrier knows the newcomers' sales, but they have no history yet.
  const isNew = ({ username }: Care): boolean => newcomers.some((one) => one.username === username)
  const cares = all.filter((care) => !isNew(care))
  const first = registrationsOf(all.filter(isNew), [], now, randomOf('registrations of newcomers'))
  const blacklist = blacklistEntries(files, cares, () => phones('VinaPhone'), now)
  const sales = salesOf(cares, now)
  const registrations = registrationsOf(cares, sales.reported, now, randomOf('registrations'))
  const mfy = mfyOf(cares, now)
  const inMfy = new Set(mfy.requests.map(({ care }) => care.number.phone))
  const refunds = refundRequests(registrations.results, inMfy, now)
  const desk = waitingDesk(registrations.results, refunds, now)
  const sims = simsOf(now)
  const handovers = handOvers(files, ledger, now)
  return {
    files,
    ledger,
    cares: all,
    blacklist,
    registrations: {
      results: [...registrations.results, ...first.results].toSorted((a, b) => a.at - b.at),
      invitations: [...registrations.invitations, ...first.invitations],
    },
    prices: refundPrices(now),
    costs: demoCosts(now),
    sales,
    bank: [...bankMessages(cares, now), ...desk.messages],
    refunds: [...refunds, ...desk.requests],
    lookups: lookupEntries(cares, now),
    offers: offersOf(cares, now),
    mfy,
    handovers,
    payroll: payrollOf(now),
    sims,
    simOrders: simOrdersOf(sims, now),
  }
}

/** Plays the quarter that ends at `now` into a database that has the accounts of the demo and nothing else, in one transaction. */
export async function playDemo(pool: Pool, now: Date): Promise<void> {
  const {
    files,
    ledger,
    cares,
    blacklist,
    prices,
    costs,
    registrations,
    sales,
    bank,
    refunds,
    lookups,
    offers,
    mfy,
    handovers,
    payroll,
    sims,
    simOrders,
  } = planDemo(now)
  await withTransaction(pool, async (client) => {
    // Slow machines need more than the usual statement timeout. One order of rows: no parallel scans.
    await client.query(`SET LOCAL statement_timeout = '600s'; SET LOCAL max_parallel_workers_per_gather = 0`)
    await addNewcomers(now, client)
    const idOf = await readIds(client)
    await savePlain(blacklist, prices, costs, client)
    await saveFiles(files, ledger, now, client, idOf)
    await saveCares(cares, client, idOf)
    await saveHandOvers(handovers, client, idOf)
    await settledOnce(client, async () => {
      await saveRegistrations(registrations.results, registrations.invitations, client)
      await saveRefunds(refunds, now, client)
      await saveMfy(mfy, now, client)
      await saveReconciliation(now, client)
    })
    await saveAgency(now, client)
    await saveSales(sales, client)
    await saveLookups(lookups, client)
    await saveAudit(client)
    await saveOffers(offers, client)
    await saveSims(sims, now, client)
    await saveSimOrders(simOrders, client)
    await saveBank(bank, client)
    const transfers = await transfersOf(client, now)
    await saveBank(transfers.messages, client)
    await saveUses(transfers, client)
    await savePayroll(payroll, client)
    await saveSuccesses(client)
    await saveRegisters(client)
    await saveScans(demoScans(now), client)
  })
}
