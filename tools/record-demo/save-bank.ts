/** Writes the demo's bank messages with audit entries. */
import type { PoolClient } from '#platform/server/db/pool.ts'
import type { BankMessage } from './bank.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { iso } from './save-files.ts'

/** All came through the bank feed; anybody who filled in or decided one did so within the hour. */
export async function saveBank(messages: readonly BankMessage[], client: PoolClient): Promise<void> {
  await copyRows(client, 'mesbank', messages, {
    id: ({ id }) => id,
    ma_giao_dich: ({ transaction }) => transaction,
    sender: ({ sender }) => sender,
    money: ({ money }) => money,
    datetime: ({ at }) => iso(at),
    str_mes: ({ content }) => content,
    so_dien_thoai: ({ phone }) => phone,
    goi_cuoc: (message) => message.package,
    nhan_dang: ({ confidence }) => confidence,
    ly_do_nhan_dang: ({ reason }) => reason,
    nguoi_cap_nhat: ({ updater }) => updater,
    is_read: ({ processed }) => processed,
    trang_thai_duyet_thong_tin: ({ decision }) => decision,
    username_duyet_trang_thai_duyet_thong_tin: ({ decider }) => decider,
    ly_do_tu_choi: ({ refusalReason }) => refusalReason,
    createdAt: ({ at }) => iso(at + 2_000),
  })
  await client.query(
    `
    INSERT INTO audit_log (at, actor_id, username, role_name, action, resource, resource_id, before, after)
    SELECT e.at, u.id, coalesce(u.username, e.by), r.name, e.action, 'mesbank', e.id::text, e.before, e.after FROM (
      SELECT id, "createdAt" AS at, 'cổng ngân hàng' AS by, 'create' AS action, NULL::jsonb AS before,
        jsonb_build_object('sender', sender, 'money', money, 'str_mes', str_mes) AS after FROM mesbank
      UNION ALL
      SELECT id, "createdAt" + interval '20 minutes', nguoi_cap_nhat, 'update', '{"goi_cuoc": null}',
        jsonb_build_object('goi_cuoc', goi_cuoc) FROM mesbank WHERE nguoi_cap_nhat IS NOT NULL
      UNION ALL
      SELECT id, least("createdAt" + interval '50 minutes', now()), username_duyet_trang_thai_duyet_thong_tin,
        CASE trang_thai_duyet_thong_tin WHEN '1' THEN 'approve' ELSE 'reject' END,
        '{"trang_thai_duyet_thong_tin": null}',
        jsonb_strip_nulls(jsonb_build_object('trang_thai_duyet_thong_tin', trang_thai_duyet_thong_tin, 'ly_do_tu_choi', ly_do_tu_choi))
      FROM mesbank WHERE trang_thai_duyet_thong_tin IS NOT NULL
    ) e LEFT JOIN users u ON u.username = e.by LEFT JOIN roles r ON r.id = u.role_id
    WHERE e.id = ANY($1::uuid[]) ORDER BY e.at, e.id`,
    [messages.map(({ id }) => id)],
  )
}
