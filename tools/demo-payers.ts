/** Simulated customers of the demo: now and then one transfers the amount of an order by its QR code. */
import pg from 'pg'
import { transferContent } from '#subjects/money/contract/refund-amounts.ts'
import { transferFor, type Owed, type SentTransfer } from '#simulator/bank-transfers.ts'

type Push = (transfers: readonly SentTransfer[]) => Promise<number>
type Database = {
  query: (text: string) => Promise<{ rows: { phone: string; package: string; amount: number }[] }>
}

/** Interval in ms. */
const every = 50_000

/** A recent order without a transfer yet; null if there is none. */
async function findOwed(db: Database): Promise<Owed | null> {
  const { rows } = await db.query(`
    SELECT p.phone, o.package, o.amount::float8 AS amount
    FROM (SELECT number_phone::text AS phone FROM requestrefund WHERE request_type = 5 AND is_transfer = 0
      UNION SELECT so_dien_thoai::text FROM mfy WHERE trang_thai_thu_tien = 'chua_thu_tien') p
    CROSS JOIN LATERAL waiting_orders(p.phone) o
    WHERE o.amount > 0 AND o.since BETWEEN now() - interval '3 days' AND now() - interval '20 seconds'
      AND proposed_message(p.phone, o.id) IS NULL
    ORDER BY o.since DESC, o.id LIMIT 1`)
  const [order] = rows
  return order ? { content: transferContent(order.phone, order.package), amount: order.amount } : null
}

/** Makes one customer pay; returns whether there was one and the bank accepted it. */
export async function payOne(db: Database, push: Push, now: Date): Promise<boolean> {
  const owed = await findOwed(db)
  return owed !== null && (await push([transferFor(owed, now)])) === 200
}

/** Runs for the life of the process. */
export function keepPaying(databaseUrl: string, push: Push): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  // The database stops before the process does.
  pool.on('error', () => undefined)
  const pay = async (): Promise<void> => {
    try {
      await payOne(pool, push, new Date())
    } catch {
      // The next run pays.
    }
  }
  setInterval(() => void pay(), every).unref()
}
