/** The demo organisation: one account per place in the hierarchy, all with the same password. Demo only. */
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { hashPassword } from '#subjects/people/server/session/password.ts'

export const demoPassword = 'Demo@2026'

export type DemoAccount = {
  username: string
  fullname: string
  priority: number
  brand?: string
  group?: string
}

/** Accounts in order of creation: referenced ones come first. */
export const demoAccounts: readonly DemoAccount[] = [
  { username: 'admin', fullname: 'Phạm Minh Châu', priority: 1 },
  { username: 'quanly', fullname: 'Trần Quốc Bảo', priority: 2 },
  { username: 'chinhanh1', fullname: 'Chi nhánh 1', priority: 3 },
  { username: 'chinhanh2', fullname: 'Chi nhánh 2', priority: 3 },
  { username: 'HNIMB', fullname: 'Chi nhánh Hà Nội IMB', priority: 3 },
  { username: 'QCMB', fullname: 'Chi nhánh QC MB', priority: 3 },
  { username: 'leader11', fullname: 'Đặng Văn Kiên', priority: 4, brand: 'chinhanh1' },
  { username: 'leader12', fullname: 'Đỗ Quỳnh Ngân', priority: 4, brand: 'chinhanh1' },
  { username: 'leader21', fullname: 'Ngô Thanh Phương', priority: 4, brand: 'chinhanh2' },
  { username: 'sale111', fullname: 'Nguyễn Hồng Nhung', priority: 5, brand: 'chinhanh1', group: 'leader11' },
  { username: 'sale112', fullname: 'Lê Thị Thuỷ Tiên', priority: 5, brand: 'chinhanh1', group: 'leader11' },
  { username: 'sale113', fullname: 'Hoàng Gia Bảo', priority: 5, brand: 'chinhanh1', group: 'leader11' },
  { username: 'sale121', fullname: 'Phạm Đức Trọng', priority: 5, brand: 'chinhanh1', group: 'leader12' },
  { username: 'sale122', fullname: 'Vũ Hoàng Việt', priority: 5, brand: 'chinhanh1', group: 'leader12' },
  { username: 'sale211', fullname: 'Bùi Thị Mỹ Duyên', priority: 5, brand: 'chinhanh2', group: 'leader21' },
  { username: 'sale212', fullname: 'Trịnh Ngọc Ánh', priority: 5, brand: 'chinhanh2', group: 'leader21' },
  { username: 'HNIMB01', fullname: 'Lý Khánh Huyền', priority: 5, brand: 'HNIMB' },
  { username: 'QCMB01', fullname: 'Dương Tuấn Anh', priority: 5, brand: 'QCMB' },
  { username: 'doitac1', fullname: 'Công ty Đối tác 1', priority: 7, brand: 'chinhanh2' },
  { username: 'ketoan', fullname: 'Nguyễn Thị Thanh Mai', priority: 6 },
]

const floor = { priority: 5, brand: 'chinhanh1', group: 'leader11' } as const

/** Accounts of recent hires (demo-newcomers.ts), which only the demo has, not the tests' organisation. */
export const newcomers: readonly DemoAccount[] = [
  { username: 'sale114', fullname: 'Tô Minh Khang', ...floor },
  { username: 'sale115', fullname: 'Cao Nhật Nam', ...floor },
  { username: 'sale116', fullname: 'Phan Thị Ngọc Lan', ...floor },
  { username: 'sale117', fullname: 'Trần Bảo An', ...floor },
  { username: 'sale118', fullname: 'Lâm Mỹ Linh', ...floor },
  { username: 'sale119', fullname: 'Hồ Thị Bích Ngọc', ...floor },
  { username: 'sale120', fullname: 'Đoàn Thu Trang', ...floor },
  { username: 'sale130', fullname: 'Kiều Anh Tuấn', ...floor },
]

/** Creates the demo accounts in an empty database. */
export async function seedOrganisation(pool: Pool): Promise<void> {
  const stored = await hashPassword(demoPassword)
  for (const { username, fullname, priority, brand = null, group = null } of demoAccounts) {
    await pool.query(sql`
      INSERT INTO users (username, fullname, email, phone, role_id, brand_id, group_id, password_hash)
      SELECT ${username}, ${fullname}, ${`${username.toLowerCase()}@vasdesk.example`}, NULL, r.id,
        (SELECT id FROM users WHERE username = ${brand}), (SELECT id FROM users WHERE username = ${group}), ${stored}
      FROM roles r WHERE r.priority = ${priority} LIMIT 1`)
  }
}
