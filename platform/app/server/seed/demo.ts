/** A quarter of plausible data for the demo organisation, so that no screen is empty at the first start. */
import { dayStart } from '#kit/contract/dates.ts'
import { withTransaction, type Pool, type PoolClient } from '#platform/server/db/pool.ts'
import { bankMessages } from './demo-bank.ts'
import { saveBell } from './demo-bell.ts'
import { blacklistEntries } from './demo-blacklist.ts'
import { callAllQuarter } from './demo-care.ts'
import { saveClosings } from './demo-close.ts'
import { saveFloor } from './demo-floor.ts'
import { addNewcomers } from './demo-newcomers.ts'
import type { Care, Seller } from './demo-seller-day.ts'
import { makeFiles } from './demo-files.ts'
import { handOvers, saveHandOvers } from './demo-handovers.ts'
import type { Ledger } from './demo-ledger.ts'
import { lookupEntries, saveLookups } from './demo-lookups.ts'
import { offersOf, saveOffers } from './demo-offers.ts'
import { waitingDesk } from './demo-desk.ts'
import { mfyOf, saveMfy } from './demo-mfy.ts'
import { payrollOf, savePayroll } from './demo-payroll.ts'
import { savePayslips } from './demo-payslips.ts'
import { demoCosts, refundPrices } from './demo-plain.ts'
import { saveRadar } from './demo-radar.ts'
import { randomOf } from './demo-random.ts'
import { registrationsOf } from './demo-registrations.ts'
import { saveAgency, saveReconciliation, settledOnce } from './demo-reconcile.ts'
import { refundRequests } from './demo-refunds.ts'
import { salesOf, saveSales } from './demo-sales.ts'
import { saveBank } from './demo-save-bank.ts'
import { saveCares } from './demo-save-cares.ts'
import { saveFiles, type IdOf } from './demo-save-files.ts'
import { savePlain } from './demo-save-plain.ts'
import { saveRefunds } from './demo-save-refunds.ts'
import { saveRegisters } from './demo-save-registers.ts'
import { saveRegistrations } from './demo-save-registrations.ts'
import { saveSimOrders, simOrdersOf } from './demo-sim-orders.ts'
import { saveSims, simsOf } from './demo-sims.ts'
import { saveUses, transfersOf } from './demo-transfers.ts'
import { saveAudit } from './demo-audit.ts'
import { demoScans, saveScans } from './demo-scans.ts'
import { monthsOf } from './demo-days.ts'
import { saveSystemAccounts } from './demo-system-accounts.ts'
import type { Secrets } from '#platform/server/running/secrets.ts'
import { demoAccounts, newcomers } from './organisation.ts'

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
export const demoSellers: readonly Seller[] = demoAccounts
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

/** All events of the quarter up to `now`; the same instant gives the same rows. */
export function planDemo(now: Date) {
  const ledger: Ledger = []
  const { files, phones } = makeFiles(now, ledger, randomOf('files'))
  const all = callAllQuarter(demoSellers, files, now, ledger)
  // Of the newcomers' sales the carrier has heard, but they have no history yet.
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

/**
 * Fills a database that only has the demo organisation, in one transaction. `now` is the end of the quarter. Without a
 * key there are no system accounts.
 */
export async function seedDemo(pool: Pool, now: Date = new Date(), secrets?: Secrets): Promise<void> {
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
    // Slow machines need more than the usual statement timeout.
    await client.query(`SET LOCAL statement_timeout = '600s'`)
    // The staff has worked since the quarter began: reports count people of the last day, and there are no payslips
    // before an account exists.
    await client.query(`UPDATE users SET "createdAt" = '${dayStart(monthsOf(now)[0])}'`)
    await addNewcomers(now, client)
    const idOf = await readIds(client)
    await savePlain(blacklist, prices, costs, client)
    await saveFiles(files, ledger, now, client, idOf)
    await saveCares(cares, client, idOf)
    await saveHandOvers(handovers, client, idOf)
    await saveFloor(client)
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
    await saveClosings(now, client)
    await savePayslips(now, client)
    await saveRadar(now, client)
    await saveRegisters(client)
    await saveScans(demoScans(now), client)
    if (secrets) await saveSystemAccounts(now, secrets, client)
    await saveBell(now, client)
    // Invented history: not every change of it has an audit entry.
    await client.query('UPDATE trail_chained SET after_entry = (SELECT max(id) FROM audit_log)')
    // Statistics, so that the first screens are as fast as later ones.
    await client.query(
      'ANALYZE customer, movements, balances, care_history, blacklist, audit_log, customer_message_9084, mesbank, lstracuu, revenue_line, requestrefund, mfy, mfy_wait, timekeeping, payroll_input, transfer_use, simso, sim_order, scan_files, scan_numbers, bell_notices',
    )
  })
}
