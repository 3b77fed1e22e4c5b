/** Writes the demo's requests, their settings and audit entries. */
import type { PoolClient } from '#platform/server/db/pool.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { atPricesOfTheDay } from './prices.ts'
import type { DemoRequest } from './refunds.ts'
import { iso } from './save-files.ts'

/** Discounts, and the account for transfers. */
const settings = {
  ti_le_chiet_khau: 7,
  ti_le_chiet_khau_tra_sau: 5,
  'vietqr.bank_bin': '970418',
  'vietqr.account': '9000000632',
  'vietqr.name': 'CONG TY VAS DEMO',
}

/** Amounts, names and texts are set by the table's triggers. */
export async function saveRefunds(
  requests: readonly DemoRequest[],
  now: Date,
  client: PoolClient,
): Promise<void> {
  await client.query(
    `INSERT INTO settings (key, value) SELECT key, value FROM jsonb_each($1::jsonb) ON CONFLICT DO NOTHING`,
    [JSON.stringify(settings)],
  )
  const topUp = ({ type }: DemoRequest): boolean => type === 5
  await atPricesOfTheDay('giahoantien', requests, now, client, (batch) =>
    copyRows(client, 'requestrefund', batch, {
      id: ({ id }) => id,
      staff_username: ({ username }) => username,
      staff_fullname: () => '',
      number_phone: ({ phone }) => phone,
      number_type: ({ numberType }) => numberType,
      package_code: (request) => request.package,
      request_type: ({ type }) => type,
      request_method: ({ method }) => method,
      refund_price: ({ amount }) => amount,
      other_refund: ({ extra }) => extra,
      other_reason: ({ reason }) => reason,
      created_time: ({ at }) => iso(at),
      millisecond_created_at: ({ at }) => at,
      click: ({ at, username, phone, type }) => `${username} ${phone} ${type === 5 ? 'nap' : 'hoan'} ${at}`,
      ma_trang_thai_giao_dich_doi_tac: ({ code }) => code,
      kenh_doi_tac: ({ channel }) => channel,
      is_transfer: ({ paid }) => paid,
      username_duyet_trang_thai_chuyen_khoan: ({ paid, decider }) =>
        paid === 1 ? (decider ?? 'quanly') : null,
      chenh_lech: ({ difference }) => difference,
      username_cap_nhat_chenh_lech: ({ difference }) => (difference === 0 ? null : 'quanly'),
      approver: (request) => (topUp(request) ? request.decider : null),
      status_duyet_don: (request) => (topUp(request) && request.decision !== 0 ? request.decision : null),
      trang_thai_duyet_hoan_goi: (request) => (topUp(request) ? 0 : request.decision),
      username_duyet_trang_thai_duyet_hoan_goi: (request) => (topUp(request) ? null : request.decider),
      ly_do_tu_choi: ({ refusalReason }) => refusalReason,
    }),
  )
  // A partner has returned one after reporting it completed.
  await client.query(`
    UPDATE requestrefund SET doi_tac_sua = 'Hoàn thành → Hoàn tiền', doi_tac_sua_luc = now() - interval '40 minutes', doi_tac_sua_xem = 0
    WHERE id = (SELECT id FROM requestrefund WHERE khoa_trang_thai = 'hoan_tien' ORDER BY created_time DESC, id LIMIT 1)`)
  await client.query(`
    INSERT INTO audit_log (at, actor_id, username, role_name, action, resource, resource_id, before, after)
    SELECT e.at, u.id, e.by, r.name, e.action, 'requestrefund', e.id::text, e.before, e.after FROM (
      SELECT id, created_time AS at, staff_username AS by, 'create' AS action, NULL::jsonb AS before,
        jsonb_build_object('package_code', package_code, 'request_type', request_type) AS after FROM requestrefund
      UNION ALL
      SELECT id, least(created_time + interval '70 minutes', now()), nguoi_quyet_dinh,
        CASE quyet_dinh WHEN '1' THEN 'approve' ELSE 'reject' END,
        jsonb_build_object('trang_thai_giao_dich_doi_tac', 'Đang chờ duyệt'),
        jsonb_build_object('trang_thai_giao_dich_doi_tac',
          CASE quyet_dinh WHEN '1' THEN 'Đã tạo đơn không qua API' ELSE 'Đơn bị từ chối' END,
          'kenh_doi_tac', kenh_doi_tac)
      FROM requestrefund WHERE nguoi_quyet_dinh IS NOT NULL
      UNION ALL
      SELECT id, least(created_time + interval '5 hours', now()), 'quanly', 'update',
        jsonb_build_object('trang_thai_giao_dich_doi_tac', 'Đã tạo đơn không qua API'),
        jsonb_build_object('trang_thai_giao_dich_doi_tac', trang_thai_giao_dich_doi_tac)
      FROM requestrefund WHERE khoa_trang_thai IN ('hoan_thanh', 'hoan_tien')
    ) e LEFT JOIN users u ON u.username = e.by LEFT JOIN roles r ON r.id = u.role_id ORDER BY e.at, e.id`)
}
