/** Migration 092: orders from before it keep their term, and so does a term that somebody had set (D3-SIM-07). */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { simStock } from '../../test/sims.ts'
import { testDatabase } from '../../test/database.ts'

const text = await readFile(join(import.meta.dirname, 'migrations/092-unpaid-orders.sql'), 'utf8')
/** A database as it was: what the migration adds is taken away. */
const before = `
  DROP INDEX sim_order_due, sim_order_unpaid_phone, sim_order_unpaid_staff, sim_order_sent_address, sim_order_sent_device;
  ALTER TABLE sim_order DROP COLUMN han_thanh_toan, DROP COLUMN han_gio;
  ALTER TABLE sim_order_sent DROP COLUMN at, DROP COLUMN address, DROP COLUMN device;
  DROP FUNCTION hours_after;
  CREATE INDEX sim_order_unpaid ON sim_order (created_at) WHERE trang_thai = 'chua_thanh_toan' AND deleted_at IS NULL`

test.each([
  [null, null, null],
  [0, 0, null],
  [48, 48, 48],
])(
  'with %s hours set by hand, orders from before end after them and later ones too (D3-SIM-07)',
  async (set, kept, term) => {
    const db = await testDatabase()
    try {
      const stock = simStock(db.pool)
      const order = async (method: string) =>
        db.pool.query(
          `INSERT INTO sim_order (sim_id, phone, name, address, payment_method, ordered_so_dien_thoai_co_dau_cham,
           ordered_gia_khach_hang, ordered_nha_mang, ordered_number_type, created_at)
         VALUES ($1, '987654321', 'A', 'B', $2, '0', 1, 'VIETTEL', 1, now() - interval '10 hours')`,
          [(await stock.sim()).id, method],
        )
      await db.pool.query('ALTER TABLE sim_order DISABLE TRIGGER USER')
      await order('cod')
      await db.pool.query(before)
      if (set !== null)
        await db.pool.query(`INSERT INTO settings (key, value) VALUES ('sim.unpaidHours', '${set}')`)
      await db.pool.query(text)
      await db.pool.query('ALTER TABLE sim_order ENABLE TRIGGER USER')
      await order('cod')
      await order('online')
      const { rows } = await db.pool.query(`
      SELECT round(extract(epoch FROM han_thanh_toan - created_at) / 3600)::int AS hours FROM sim_order ORDER BY ma_so`)
      const later = kept === null ? [72, 24] : kept === 0 ? [null, null] : [kept, kept]
      expect(rows.map(({ hours }) => hours)).toEqual([term, ...later])
    } finally {
      await db.drop()
    }
  },
)
