/** Marks of the demo's managers on the radar. */
import sql from 'sql-template-tag'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { monthsOf } from './demo-days.ts'

const notes = {
  hoan_hai_lan: 'Khách đổi gói giữa kỳ, hai lần hoàn đều đúng',
  tin_hai_don: 'Khách chuyển một lần cho hai việc, đã nhắc nhân viên ghi rõ đơn',
  khong_xac_nhan: 'Đã xem ảnh chụp tin nhắn của khách',
  mat_thanh_cong: 'Nhà mạng huỷ gói do khách nhắn HUY, đã báo nhân viên',
  khong_dang_ky: 'Khách hẹn cuối tháng nạp tiền rồi đăng ký',
  ti_le_hoan: 'Đã trao đổi với leader, theo dõi thêm tháng sau',
}

/** Most evidence older than four days is marked; none about the share of refunds in the current month. */
export async function saveRadar(now: Date, client: PoolClient): Promise<void> {
  const [before, last, running] = monthsOf(now)
  for (const [from, to] of [
    [before, last],
    [last, running],
    [running, null],
  ]) {
    await client.query(sql`
      INSERT INTO radar_seen (id, ghi_chu, nguoi_xem, luc_xem)
      SELECT e.id, ${JSON.stringify(notes)}::jsonb ->> e.loai, CASE WHEN abs(hashtext(e.id)) % 4 = 0 THEN 'admin' ELSE 'quanly' END,
        least(e.luc + interval '50 hours', ${now}::timestamptz)
      FROM radar(month_start(${from}::date), coalesce(month_start(${to}::date), ${now}::timestamptz)) e
      WHERE e.luc < ${now}::timestamptz - interval '4 days' AND (${to}::date IS NOT NULL OR e.loai <> 'ti_le_hoan')
        AND abs(hashtext(e.id || 'x')) % 9 < 7
      ON CONFLICT DO NOTHING`)
  }
}
