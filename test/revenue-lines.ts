/** Reports and refund requests for revenue tests as their sources write them, and the resulting lines. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Pool } from '#platform/server/db/pool.ts'
import type { Line, Report } from './naive-lines.ts'

let phones = 900_000_000

/** Writes and reads lines of VD90 in the database of `pool`, which exists once the tests run. */
export function revenueLines(pool: () => Pool) {
  const nextPhone = (): string => String((phones += 1))

  async function arrive(phone: string, report: Pick<Report, 'track0' | 'at' | 'owner'>) {
    const track1 = randomUUID()
    const { rows } = await pool().query<{ id: string }>(sql`
      INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, username_he_thong, own_username)
      VALUES (${report.track0}, ${track1}, ${phone}, 'VD90', ${new Date(report.at)}, ${report.owner}, ${report.owner})
      RETURNING id`)
    return { id: rows[0]?.id ?? '', track1 }
  }
  const report = async (...args: Parameters<typeof arrive>): Promise<string> => (await arrive(...args)).track1

  async function request(phone: string, time: number, other = 0, type = 1): Promise<string> {
    const { rows } = await pool().query<{ id: string }>(sql`
      INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, other_refund, created_time)
      VALUES ('sale111', '', ${phone}, 'vd90', ${type}, ${other}, ${new Date(time)}) RETURNING id`)
    return rows[0]?.id ?? ''
  }

  async function stored(phone: string): Promise<Line[]> {
    const { rows } = await pool().query<Line>(sql`
      SELECT l.track0 || ':' || l.track1 AS track,
        (SELECT array_agg(m.track0 || ':' || m.track1 ORDER BY (m.track0 || ':' || m.track1) COLLATE "C")
          FROM revenue_line m WHERE m.line_id = l.id) AS reports,
        l.username_nv AS owner, l.status, l.ti_le_doanh_thu::float8 AS ratio, l.request_id AS request, l.tien_hoan AS refund
      FROM revenue_line l WHERE l.so_dien_thoai_cs = ${phone} AND l.goi_cuoc = 'VD90' AND l.line_id = l.id AND l.deleted_at IS NULL
      ORDER BY (l.track0 || ':' || l.track1) COLLATE "C"`)
    return rows
  }
  return { nextPhone, arrive, report, request, stored }
}
