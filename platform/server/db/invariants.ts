/** Invariants of the data, each as SQL that returns the violating rows: for tests and restored backups. */
import type { Queryable } from './pool.ts'
import { auditInvariants } from './audit-chain.ts'

export const invariants: Record<string, string> = {
  'one open care per person': `
    SELECT holder_id FROM customer WHERE stage = 'open' GROUP BY 1 HAVING count(*) > 1`,
  'one holder per phone': `
    SELECT phone FROM customer WHERE stage = 'open' GROUP BY 1 HAVING count(*) > 1`,
  'the ledger has no gap: each movement begins where the last one ended': `
    SELECT id FROM (
      SELECT id, from_holder, from_stage, lag(to_holder) OVER w AS holder, lag(to_stage) OVER w AS stage, lag(at) OVER w AS since
      FROM movements WINDOW w AS (PARTITION BY customer_id ORDER BY id)) m
    -- Movements in between may be in an archive file.
    WHERE since >= archived_until('movements')
      AND (from_holder IS DISTINCT FROM holder OR from_stage IS DISTINCT FROM stage)`,
  'every number stands where its last movement put it': `
    SELECT c.id FROM customer c LEFT JOIN LATERAL (
      SELECT * FROM movements m WHERE m.customer_id = c.id ORDER BY m.id DESC LIMIT 1) m ON true
    WHERE m.id IS NULL OR (m.to_holder, m.to_stage) IS DISTINCT FROM (c.holder_id, c.stage)`,
  'balances are counts of rows': `
    SELECT coalesce(c.file_id, b.file_id) FROM (
      SELECT file_id, holder_id, stage, count(*) AS n FROM customer GROUP BY 1, 2, 3) c
    FULL JOIN node_balances b ON c.file_id = b.file_id AND c.holder_id IS NOT DISTINCT FROM b.holder_id
      AND c.stage = b.stage
    WHERE coalesce(c.n, 0) <> coalesce(b.n, 0)`,
  'no balance is below zero': `SELECT file_id FROM node_balances WHERE n < 0`,
  'received = called + open + left (+ blocked) at every node of every file': `
    SELECT f.id FROM data_files f
    LEFT JOIN LATERAL (SELECT count(DISTINCT customer_id) AS n FROM movements WHERE file_id = f.id
      AND kind IN ('import', 'seed')) arrived ON true
    LEFT JOIN LATERAL (SELECT coalesce(sum(n), 0) AS n FROM node_balances WHERE file_id = f.id) stands ON true
    WHERE arrived.n <> stands.n`,
  'nothing was handed out of a stopped file': `
    SELECT m.id FROM movements m JOIN data_files f ON f.id = m.file_id
    WHERE m.kind = 'claim' AND f.kind = 'pool' AND f.is_activated = 0 AND m.at > f.stopped_at
      -- A number requested again was handed out before the stop; its holder may still call it.
      AND NOT EXISTS (
        SELECT FROM movements r WHERE r.customer_id = m.customer_id AND r.kind = 'reinvite' AND r.id < m.id)`,
  'every result has its movement': `
    SELECT h.id FROM care_history h WHERE NOT EXISTS (
      SELECT FROM movements m WHERE m.customer_id = h.customer_id AND m.kind IN ('result', 'seed'))
      AND NOT EXISTS (SELECT FROM customer c WHERE c.id = h.customer_id AND c.appointment_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM movements m WHERE m.customer_id = h.customer_id AND m.to_stage = 'called')`,
  'the floor counts the results of today': 'SELECT user_id FROM floor_differences()',
  'no mask and no foreign format is stored': `
    SELECT id FROM customer WHERE phone !~ '^[1-9][0-9]{8}$'`,
  'nothing stays with a locked account': `
    SELECT c.id FROM customer c JOIN users u ON u.id = c.holder_id WHERE u.is_deleted
      AND (c.stage IN ('left', 'open', 'blocked') OR (c.stage = 'called' AND c.appointment_at IS NOT NULL))`,
  'no money without an approval': `
    SELECT o.id FROM provider_orders o JOIN requestrefund r ON r.id = o.request_id
    WHERE o.state <> 'cancelled' AND NOT CASE r.request_type
      WHEN 5 THEN r.status_duyet_don IS NOT DISTINCT FROM 1 ELSE r.trang_thai_duyet_hoan_goi = 1 END`,
  'an order carries the amount that was approved': `
    SELECT o.id FROM provider_orders o JOIN requestrefund r ON r.id = o.request_id
    WHERE o.state <> 'cancelled'
      AND o.amount <> CASE r.request_type WHEN 5 THEN r.refund_price ELSE r.refund_price + r.other_refund END`,
  'the amounts of a request agree': `
    SELECT id FROM requestrefund WHERE (transfer_final_amount, tien_hoan_sau_chiet_khau) IS DISTINCT FROM
      CASE request_type WHEN 5
        THEN (transfer_amount(refund_price, ti_le_chiet_khau), transfer_amount(refund_price, ti_le_chiet_khau))
        ELSE (0::bigint, refund_after_discount(refund_price + other_refund, ti_le_chiet_khau_hoan_tien)) END`,
  'every report belongs to the line of its registration': `
    SELECT l.id FROM revenue_line l LEFT JOIN reports_by_registration(l.so_dien_thoai_cs, l.goi_cuoc) r ON r.id = l.id
    WHERE l.line_id IS DISTINCT FROM r.head`,
  'a line is matched with the refund it serves, else the nearest, at its amount': `
    SELECT l.id FROM revenue_line l
    LEFT JOIN refunds_of(l.so_dien_thoai_cs, l.goi_cuoc) m ON m.line = l.id
    LEFT JOIN requestrefund r ON r.id = m.request
    WHERE (l.request_id, l.tien_hoan) IS DISTINCT FROM (m.request, coalesce(r.refund_price + r.other_refund, 0))`,
  'the back-charge of a Mfy request is what its waits cost': `
    SELECT m.id FROM mfy m LEFT JOIN mfy_wait w ON w.mfy_id = m.id GROUP BY m.id
    HAVING m.truy_thu <> coalesce(sum(w.truy_thu), 0)`,
  'a Mfy request has a running wait exactly while it waits': `
    SELECT m.id FROM mfy m LEFT JOIN mfy_wait w ON w.mfy_id = m.id AND w.ended IS NULL
    WHERE (m.trang_thai IN ('duyet', 'duyet_lan_2') AND m.deleted_at IS NULL) <> (w.id IS NOT NULL)
      OR w.username_nv <> m.username_nv`,
  'a Mfy request has a revenue line exactly while it is registered': `
    SELECT coalesce(l.track1, m.id::text) AS id FROM mfy m
    FULL JOIN (SELECT track1 FROM revenue_line WHERE track0 = 'mfy') l ON l.track1 = m.id::text
    WHERE (m.trang_thai = 'dang_ky_thanh_cong' AND m.deleted_at IS NULL) IS DISTINCT FROM (l.track1 IS NOT NULL)`,
  'a bank message pays an order only while neither is given up': `
    SELECT u.id FROM transfer_use u JOIN mesbank m ON m.id = u.message_id
    LEFT JOIN requestrefund r ON r.id = u.order_id LEFT JOIN mfy y ON y.id = u.order_id
    LEFT JOIN sim_order s ON s.id = u.order_id
    WHERE u.ended_at IS NULL AND (m.deleted_at IS NOT NULL OR m.trang_thai_duyet_thong_tin IS NOT DISTINCT FROM '2'
      OR NOT coalesce(r.is_transfer = 1 AND r.deleted_at IS NULL,
        y.trang_thai_thu_tien = 'da_chuyen_khoan' AND y.deleted_at IS NULL,
        s.trang_thai = 'da_thanh_toan' AND s.deleted_at IS NULL, false))`,
  'a number stands as its order says': `
    SELECT o.id FROM sim_order o JOIN simso s ON s.id = o.sim_id
    WHERE o.deleted_at IS NULL AND (s.deleted_at IS NOT NULL OR s.nguoi_giu IS NOT NULL
      OR s.trang_thai <> CASE o.trang_thai WHEN 'da_thanh_toan' THEN 'da_ban' ELSE 'giu_so' END)`,
  'a hold runs exactly while its number is held': `
    SELECT s.id FROM simso s FULL JOIN (SELECT * FROM sim_hold WHERE ended_at IS NULL) h ON h.sim_id = s.id
    WHERE (s.nguoi_giu, s.giu_den) IS DISTINCT FROM (h.username, h.until)`,
  'a search by words knows every word of the texts': `
    SELECT list || ': ' || term AS id FROM missing_terms()`,
  'an import chunk is saved once': `
    SELECT import_id FROM import_chunks GROUP BY import_id, chunk HAVING count(*) > 1`,
  // By the order of the entries, as each is written under a lock that the other waits for; only if every lock has an audit entry.
  'who decided was not locked then': `
    SELECT d.id FROM (
      SELECT u.username, u.is_deleted, l.id, l.action, lead(l.id) OVER w AS until,
        first_value(l.action) OVER (PARTITION BY u.id ORDER BY l.id DESC) AS newest
      FROM audit_log l JOIN users u ON u.id::text = l.resource_id
      WHERE l.resource = 'users' AND l.action IN ('lock', 'unlock')
      WINDOW w AS (PARTITION BY u.id ORDER BY l.id)) s
    JOIN audit_log d ON d.username = s.username AND d.id > s.id AND (s.until IS NULL OR d.id < s.until)
    WHERE s.action = 'lock' AND (s.newest = 'lock') = s.is_deleted
      AND d.id > (SELECT held_after FROM trail_chained)
      AND d.action IN ('approve', 'reject', 'reopen', 'lock', 'unlock', 'reset-password', 'reset-factor')`,
  ...auditInvariants,
}

/** Names of violated invariants with the number of violating rows; empty if there are none. */
export async function brokenInvariants(
  db: Queryable,
  statements = invariants,
): Promise<Record<string, number>> {
  const broken: Record<string, number> = {}
  for (const [name, statement] of Object.entries(statements)) {
    const { rowCount } = await db.query(statement)
    if (rowCount) broken[name] = rowCount
  }
  return broken
}
