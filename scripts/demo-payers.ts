/** The customers of the demo: now and then one of them transfers what an order waits for, as its picture says. */
import pg from 'pg'
import { transferContent } from '../contract/refund-amounts.ts'
import { transferFor, type Owed, type SentTransfer } from '../simulator/bank-transfers.ts'

type Push = (transfers: readonly SentTransfer[]) => Promise<number>
type Database = {
  query: (text: string) => Promise<{ rows: { phone: string; package: string; amount: number }[] }>
}

/** Between two of them, in ms. */
const every = 50_000

/** An order of the last days whose customer has sent nothing yet; null when all have. */
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

/** Has one customer pay; answers whether there was one, and the bank told of it. */
export async function payOne(db: Database, push: Push, now: Date): Promise<boolean> {
  const owed = await findOwed(db)
  return owed !== null && (await push([transferFor(owed, now)])) === 200
}

/** Goes on while the process runs. */
export function keepPaying(databaseUrl: string, push: Push): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  // The database goes before the process when the product stops.
  pool.on('error', () => undefined)
  const pay = async (): Promise<void> => {
    try {
      await payOne(pool, push, new Date())
    } catch {
      // The next one pays.
    }
  }
  setInterval(() => void pay(), every).unref()
}
