/** 'Luật mời lại' in a real browser: rules typed in place with their preview, saved, and a file of before switched on. */
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makePool } from '#test/pool.ts'
import { longRun } from '#test/rounds.ts'
import { button, dialog, toast, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

/** Three numbers of a file, called two hours ago without an answer. */
async function calledFile(): Promise<string> {
  const file = await makePool(app.pool, { rows: 3 })
  await app.pool.query(sql`
    WITH movement AS MATERIALIZED (SELECT set_config('vas.movement', 'claim', true))
    UPDATE customer c SET stage = 'called', status = 'TAKECARE', holder_id = u.id
    FROM movement, users u WHERE c.file_id = ${file} AND u.username = 'sale111'`)
  await app.pool.query(sql`
    INSERT INTO care_history (customer_id, user_id, username, phone, package, status, created_at)
    SELECT c.id, u.id, u.username, c.phone, c.package, 'KBM', now() - interval '2 hours'
    FROM customer c, users u WHERE c.file_id = ${file} AND u.username = 'sale111'`)
  const { rows } = await app.pool.query<{ name: string }>(
    sql`SELECT "FileName" AS name FROM data_files WHERE id = ${file}`,
  )
  return rows[0]?.name ?? ''
}

test.runIf(longRun)(
  'a rule is typed in place, previewed and saved; when somebody else saved meanwhile this is reported and the typed cell stays; an earlier file is restored after a question (D3-REC-01)',
  async () => {
    const name = await calledFile()
    const page = await app.open('quanly', '/app/luatmoilai')
    const after = page.getByLabel('Gọi lại sau, Không bắt máy', { exact: true })
    await page.getByRole('switch', { name: 'Gọi lại Không bắt máy' }).click()
    await after.fill('2')
    await page.getByText('Sửa 2 ô, chưa lưu').waitFor()
    expect(await button(page, 'Lưu luật').isDisabled()).toBe(true)
    await after.fill('30 phut')
    await page.getByRole('button', { name: /^Buổi, Không bắt máy/ }).click()
    await page.getByLabel('bất kỳ').check()
    await page.keyboard.press('Escape')
    await page.getByText('so với luật đang chạy').or(page.getByText('bằng luật đang chạy')).waitFor()
    await button(page, 'Lưu luật').click()
    await toast(page, 'Đã lưu luật mời lại').waitFor()
    expect(await after.inputValue()).toBe('30 phút')
    await page.getByText('đang chạy từ').waitFor()

    await page.getByRole('switch', { name: `Gọi lại ${name}` }).click()
    const question = dialog(page, 'Bật gọi lại cho file')
    await question.getByText('3 số đang chờ, hôm nay về thêm 3 số').waitFor()
    await button(question, 'Bật gọi lại').click()
    await toast(page, `${name} gọi lại theo mặc định`).waitFor()
    expect(await page.getByRole('switch', { name: `Gọi lại ${name}` }).getAttribute('aria-checked')).toBe(
      'true',
    )
    await page.getByLabel('Xem trước hôm nay').getByText('3', { exact: true }).first().waitFor()

    const most = page.getByLabel('Nhiều nhất, Không bắt máy', { exact: true })
    await most.fill('5')
    await app.pool.query('UPDATE recycle_version SET version = version + 1')
    await button(page, 'Lưu luật').click()
    await page.getByText('Luật vừa được người khác sửa, tải lại để xem').first().waitFor()
    expect(await most.inputValue()).toBe('5')
    await button(page, 'Tải lại, giữ ô đã sửa').click()
    await button(page, 'Lưu luật').click()
    await page.getByText('ô, chưa lưu').waitFor({ state: 'detached' })
    await page.reload()
    await expect.poll(() => most.inputValue()).toBe('5')
  },
)
