/** Notices of the demo's last 30 days, created by the helper that notifies (D3-BELL-01). */
import sql from 'sql-template-tag'
import { figureLabel } from '#subjects/pay/contract/reports/tinhluong.ts'
import type { PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import { fileLoaded } from '#platform/contract/messages.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'

/** Decisions on requests, forty minutes after each request. */
const decisions = sql`
  SELECT ring_bell(staff_username, CASE quyet_dinh WHEN '1' THEN 'approved' ELSE 'rejected' END,
    jsonb_build_object('resource', 'requestrefund', 'phone', number_phone, 'package', package_code, 'type', request_type,
      'reason', ly_do_tu_choi, 'day', (created_time AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, 'by', 'quanly'),
    refund_price + other_refund, 1, NULL, id::text, created_time + interval '40 minutes')
  FROM requestrefund WHERE quyet_dinh <> '0' AND deleted_at IS NULL`

/** Lines that the reconciliation failed or credited to another seller. */
const falls = sql`
  SELECT ring_bell(own_username, 'payFell', jsonb_build_object('phone', so_dien_thoai_cs, 'package', goi_cuoc,
      'month', month_of(ngay_thanh_cong), 'why', CASE WHEN set_status IS NULL THEN 'moved' ELSE 'failed' END),
    doanh_thu, 1, NULL, id::text, set_at)
  FROM revenue_line WHERE (set_status = 'FAILD' OR set_username <> own_username) AND line_id = id`

const charges = sql`
  SELECT ring_bell(w.username_nv, 'backCharge', jsonb_build_object('resource', 'mfy', 'phone', m.so_dien_thoai, 'package', m.ma_goi,
      'day', (m.created_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, 'why', 'overdue'), w.truy_thu, 1, NULL, m.id::text, w.ended)
  FROM mfy_wait w JOIN mfy m ON m.id = w.mfy_id WHERE w.truy_thu > 0 AND w.ended IS NOT NULL`

const handovers = sql`
  SELECT ring_bell(who, kind, jsonb_build_object('from', f.username, 'to', t.username, 'by', h.by_username, 'numbers', h.numbers,
    'appointments', h.appointments), NULL, 1, NULL, h.id::text, h.at)
  FROM handovers h JOIN users f ON f.id = h.from_id JOIN users t ON t.id = h.to_id,
    LATERAL (VALUES (t.username, 'received'), (f.username, 'givenAway')) AS v(who, kind)`

const closings = sql`
  SELECT tell_closed(id, chot_luc), ring_bell(chot_boi, 'job',
    jsonb_build_object('resource', 'chotluong', 'text', 'Đã chốt lương tháng ' || to_char(thang, 'MM/YYYY')), NULL, 1, NULL, id::text,
    chot_luc)
  FROM payroll_closing`

const holds = sql`
  SELECT ring_bell(h.username, 'holdEnded', jsonb_build_object('sim', s.so_dien_thoai), NULL, 1, NULL, h.id::text, h.ended_at)
  FROM sim_hold h JOIN simso s ON s.id = h.sim_id WHERE h.ended_at >= h.until`

const scans = sql`
  SELECT ring_bell(nguoi_quet, 'job', jsonb_build_object('resource', kind, 'text',
    format('Đã quét xong %s số của %s', total_numbers, "FileName")), NULL, 1, NULL, id::text, xong_luc)
  FROM scan_files WHERE xong_luc IS NOT NULL`

/** Uploaded files of subscribers, with the texts of the import. */
async function saveUploads(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string; count: number }>(`
    SELECT id, "FileName" AS name, (SELECT count(*)::int FROM customer c WHERE c.file_id = f.id) AS count FROM data_files f`)
  for (const { id, name, count } of rows)
    await client.query(sql`
      SELECT ring_bell(nguoi_upload, 'job',
        ${JSON.stringify({ resource: 'customer', text: fileLoaded(name, count, 'số') })}::jsonb, NULL, 1, NULL, id::text, ngay_upload)
      FROM data_files WHERE id = ${id}`)
}

/** Answers to questions about payslips. */
async function saveAnswers(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string; cot: PayFigure }>(
    'SELECT id, cot FROM payslip_message WHERE nguoi_gui <> username',
  )
  for (const { id, cot } of rows)
    await client.query(sql`
      SELECT ring_bell(username, 'answered', jsonb_build_object('month', thang, 'text', ${figureLabel(cot)}::text, 'by', nguoi_gui),
        NULL, 1, NULL, id::text, luc)
      FROM payslip_message WHERE id = ${id}`)
}

/** Notices of the demo's events, all read except each person's newest. Notices created now by saving the events are dropped. */
export async function saveBell(now: Date, client: PoolClient): Promise<void> {
  await client.query('DELETE FROM bell_notices')
  for (const rung of [decisions, falls, charges, handovers, closings, holds, scans]) await client.query(rung)
  await saveAnswers(client)
  await saveUploads(client)
  await client.query(sql`
    SELECT ring_bell(username, 'rights', '{"role": "Leader", "by": "admin"}', NULL, 1, NULL, 'demo', ${now}::timestamptz - interval '9 days')
    FROM users WHERE username = 'leader11'`)
  await client.query(sql`
    SELECT ring_bell(username, 'rights', '{"role": "Kế toán", "by": "admin"}', NULL, 1, NULL, 'demo', ${now}::timestamptz - interval '20 hours')
    FROM users WHERE username = 'ketoan'`)
  await client.query(sql`
    DELETE FROM bell_notices WHERE at > ${now}::timestamptz OR at < ${now}::timestamptz - interval '30 days'`)
  await client.query(sql`
    UPDATE bell_notices SET read_at = at + interval '2 hours' WHERE at < ${now}::timestamptz - interval '2 days'
      AND id NOT IN (SELECT DISTINCT ON (username) id FROM bell_notices ORDER BY username, at DESC, id)`)
}
