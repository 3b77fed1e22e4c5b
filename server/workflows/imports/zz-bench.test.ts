import { writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { afterAll, beforeAll, test } from 'vitest'
import { writeSheet } from '/work/main/server/sheet/write-sheet.ts'
import { startImportServer } from '/work/main/server/workflows/imports/imports.fixture.ts'
import { subscriberSheet } from '/work/main/contract/resources/subscriber-sheet.ts'
import { buffer } from 'node:stream/consumers'
let server: Awaited<ReturnType<typeof startImportServer>>
beforeAll(async () => { server = await startImportServer() })
afterAll(() => server.close())
const N = 100_000
const phone = (n: number) => String(900_000_000 + n * 7)
test('bench', async () => {
  const header = Object.values(subscriberSheet.fields).map((f) => f.label)
  const rows = Array.from({ length: N }, (_, n) => ['0' + phone(n), n % 3 ? 'MC' : 'MG', ['VD90','NA120','BK149','MG199'][n % 4], '2026-10-22', '2026-11-21', n % 12, 'Đang hoạt động', 'VD120, VD150', n % 5])
  const xlsx = await buffer(writeSheet(header, (async function* () { yield rows })(), ['text','text','text','date','date','number','text','text','number']))
  const black = await buffer(writeSheet(['0911111111','x'], (async function* () { yield rows.map((r) => [r[0], 'Khách đề nghị không gọi']) })(), ['text','text']))
  console.log('bytes', xlsx.length)
  const pool = server.pool
  const time = async (name: string, f: () => Promise<unknown>) => { const t = performance.now(); const r = await f(); console.log(name, Math.round(performance.now() - t), 'ms', 'rss', Math.round(process.memoryUsage().rss / 1e6)); return r }
  const copy = async (sqls: string[], stmt: string, line: (n: number) => string) => {
    const c = await pool.connect()
    await c.query("SET statement_timeout = 0")
    for (const s of sqls) await c.query(s)
    const lines = Array.from({ length: N }, (_, n) => line(n))
    await time('COPY ' + stmt.slice(0, 30), () => pipeline(Readable.from([lines.join('')]), c.query(from(stmt))))
    await c.query('RESET statement_timeout'); c.release()
  }
  for (let round = 0; round < 2; round++) {
    await pool.query('TRUNCATE blacklist')
    await pool.query('DROP TABLE IF EXISTS bcopy; DROP TABLE IF EXISTS ccopy')
    await copy(['CREATE TABLE bcopy (LIKE blacklist INCLUDING ALL)'], 'COPY bcopy (phone_number, description) FROM STDIN', (n) => `${phone(n)}\tKhách đề nghị không gọi\n`)
    await copy(['CREATE TABLE ccopy (LIKE customer INCLUDING ALL)'], 'COPY ccopy (file_id, phone, type, package, "packageRegisterAt", "packageExpiredAt", "packageCycle", state, "packagesCanRegister", so_chu_ky_mien_phi_con_lai, rank) FROM STDIN', (n) => `018f0000-0000-7000-8000-000000000001\t${phone(n)}\tMC\tVD90\t2026-10-22\t2026-11-21\t3\tĐang hoạt động\tVD120, VD150\t2\t${n}\n`)
    const f = (await pool.query(`INSERT INTO data_files (kind, "FileName", nguoi_upload, owner_id) SELECT 'pool', 'copy${round}', username, id FROM users WHERE username = 'admin' RETURNING id`)).rows[0].id
    await copy([], 'COPY customer (file_id, phone, type, package, "packageRegisterAt", "packageExpiredAt", "packageCycle", state, "packagesCanRegister", so_chu_ky_mien_phi_con_lai, rank) FROM STDIN', (n) => `${f}\t${phone(n)}\tMC\tVD90\t2026-10-22\t2026-11-21\t3\tĐang hoạt động\tVD120, VD150\t2\t${n}\n`)
    const b = await time('read blacklist', () => server.ready('admin', 'blacklist', 'b.xlsx', black)) as any
    await time('save blacklist', () => server.save('admin', b.id))
    const c = await time('read customer', () => server.ready('admin', 'uploadchiadata', `c${round}.xlsx`, xlsx)) as any
    await time('save customer', () => server.save('admin', c.id))
    console.log(c.counts)
  }
}, 180_000)
