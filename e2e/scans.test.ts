/** Scans and system accounts in a real browser: upload, start and stop over the live line, hand-over, secrets. */
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { longRun } from '#test/rounds.ts'
import { clearScans, makeScan } from '#test/scans.ts'
import { setSettings } from '#test/settings.ts'
import {
  box,
  button,
  dialog,
  footButton,
  ready,
  rowWith,
  toast,
  startApp,
  type App,
  chooseInRow,
} from './app.ts'

let app: App
let carrier: TestCarrier
beforeAll(async () => {
  carrier = await startTestCarrier()
  app = await startApp({ env: carrier.env })
  await clearScans(app.pool)
})
afterAll(async () => {
  await app.close()
  await carrier.close()
})
afterEach(() => app.leave())

test('a scan file is uploaded, scanned with visible progress, exported, handed on and deleted (D2-SCAN-01 to 03, D2-MAP-21 to 23, D2-NAV-01, D2-SCAN-04 to 12, D2-SCAN-14 to 16, D2-SCAN-23, D2-SCAN-26 to 29, D2-CONST-05, D2-Q-197, D3-SCN-04, D3-SCN-05)', async () => {
  const page = await app.open('quanly', '/sys/quetdata')
  await page.getByRole('heading', { name: 'Quét data', level: 1 }).waitFor()
  await button(page, 'Upload').click()
  const sheet = Buffer.from('Số điện thoại\r\n0912000001\r\n0912000002\r\n0912000001\r\n')
  await page
    .getByLabel('File cần nhập')
    .setInputFiles({ name: 'ba.csv', mimeType: 'text/csv', buffer: sheet })
  await button(page, 'Lưu 2 dòng').click()
  await page.getByText('Tải file thành công: "ba.csv" (2 số)').first().waitFor()
  await button(page.getByRole('dialog'), 'Đóng').last().click()

  const row = rowWith(page, 'ba.csv')
  await row.getByRole('button', { name: 'Bắt đầu quét' }).click()
  await row.getByText('Xong').waitFor()
  await row.getByText('2 / 2').waitFor()
  await row.getByRole('button', { name: /^Info/ }).click()
  const info = dialog(page, /ba\.csv/)
  await info.getByText('100.0%', { exact: true }).waitFor()
  await info.getByText('0912000002').waitFor()
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await chooseInRow(row, 'Xuất file')
  const file = await download
  expect(file.suggestedFilename()).toBe('DA-XU-LY-ba.csv.xlsx')
  expect((await readFile(await file.path())).length).toBeGreaterThan(500)
  await row.getByRole('button', { name: 'Tạo file thuê bao' }).first().click()
  await footButton(page, 'Tạo file thuê bao').click()
  await toast(page, "Đã tạo file thuê bao 'ba.csv': 2 số").waitFor()
  await row.getByText('đã tạo file thuê bao').waitFor()

  await chooseInRow(row, 'Xoá file')
  await page
    .getByText(
      'Xin lưu ý, khi xóa file này thì toàn bộ dữ liệu quét cũng sẽ xóa theo. Bạn có chắc muốn xóa file này?',
    )
    .waitFor()
  await footButton(page, 'Xoá file').click()
  await toast(page, "Xóa file 'ba.csv' thành công!").waitFor()
  await row.waitFor({ state: 'detached' })
  for (const [route, title] of [
    ['quetdatakhonggoi', 'Quét data không gói'],
    ['quetdtct', 'Quét đối tượng chương trình'],
  ]) {
    await page.goto(`${app.url}/sys/${route}`)
    await page.getByRole('heading', { name: title ?? '', level: 1 }).waitFor()
  }
}, 60_000)

test.runIf(longRun)(
  'a scan is started and stopped over the live connection; progress, speed and time left of a long scan update on screen (D2-SCAN-12, D2-SCAN-13, D2-SCAN-24, D2-SCAN-25, D2-SCAN-30, D2-SCAN-31, D3-SCN-04)',
  async () => {
    await makeScan(app.pool, 'quetdata', 'cham.xlsx', 2, { first: 913_000_000 })
    await makeScan(app.pool, 'quetdata', 'dai.xlsx', 600, { first: 914_000_000 })
    await setSettings(app.pool, { 'scan.parallel': 1 })
    const page = await app.visit('/login')
    const [sent, heard]: [string[], string[]] = [[], []]
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => void sent.push(String(payload)))
      socket.on('framereceived', ({ payload }) => void heard.push(String(payload)))
    })
    await app.signIn(page, 'quanly')
    heard.length = 0
    await page.goto(`${app.url}/sys/quetdata`)
    await ready(page)
    // Until the line is there, commands go over HTTP.
    await expect.poll(() => heard.some((frame) => frame.startsWith('40'))).toBe(true)
    // The carrier thinks long, so that the stop comes first.
    await carrier.fault({ mode: 'slow', ms: 3_000 })
    const slow = rowWith(page, 'cham.xlsx')
    await slow.getByRole('button', { name: 'Bắt đầu quét' }).click()
    await toast(page, 'Bắt đầu quét "cham.xlsx"').waitFor()
    await slow.getByText('Đang quét').waitFor()
    await slow.getByRole('button', { name: 'Dừng quét' }).click()
    await toast(page, 'Đã yêu cầu dừng quét "cham.xlsx"').waitFor()
    await slow.getByText('Đã dừng').waitFor()
    await carrier.fault()
    expect(sent.some((frame) => frame.includes('batDauQuetTHREAD1') && frame.includes('cham.xlsx'))).toBe(
      true,
    )
    expect(sent.some((frame) => frame.includes('dungQuetTHREAD1'))).toBe(true)
    await carrier.fault({ mode: 'slow', ms: 200 })
    const long = rowWith(page, 'dai.xlsx')
    await long.getByRole('button', { name: 'Bắt đầu quét' }).click()
    const progress = { done: new Set<string>(), speed: new Set<string>(), left: new Set<string>() }
    const look = async (): Promise<number> => {
      const text = await long.innerText()
      const [done] = /[1-9]\d* \/ 600/.exec(text) ?? []
      const [speed] = /[1-9][\d,]* số\/phút/.exec(text) ?? []
      const [left] = /\d+ (?:giờ|phút)(?! *\/)/.exec(text.replace(/.*số\/phút/s, '')) ?? []
      if (done) progress.done.add(done)
      if (speed) progress.speed.add(speed)
      if (left) progress.left.add(left)
      return Math.min(progress.done.size, progress.speed.size, progress.left.size)
    }
    await expect.poll(look, { timeout: 30_000 }).toBeGreaterThan(1)
    await long.getByRole('button', { name: 'Dừng quét' }).click()
    await long.getByText('Đã dừng').waitFor()
    await carrier.fault()
  },
  60_000,
)

test.runIf(longRun)(
  'the secrets of a system account show as stars until revealed, and are kept when it is edited (D2-SYSACC-01 to 06, D2-MAP-20, D2-Q-192, D3-SEC-02)',
  async () => {
    const page = await app.open('admin', '/sys/systemaccount')
    await button(page, 'Tạo mới').first().click()
    const form = {
      'Đăng nhập tại': 'Quét data',
      'Tài khoản': '0912000009',
      'Mật khẩu': 'kín-1',
      API: 'https://may.example',
    }
    for (const [label, text] of Object.entries(form)) await box(page.getByRole('dialog'), label).fill(text)
    await box(page.getByRole('dialog'), 'Nội dung bổ sung').fill('{thread')
    await footButton(page, 'Lưu').click()
    await page.getByText('Nội dung bổ sung không phải JSON hợp lệ').first().waitFor()
    await box(page.getByRole('dialog'), 'Nội dung bổ sung').fill('{"thread": 1}')
    await footButton(page, 'Lưu').click()
    const row = rowWith(page, '0912000009')
    await row.getByText('********').first().waitFor()
    await row.getByRole('button', { name: 'Sửa' }).click()
    await box(page.getByRole('dialog'), 'Đăng nhập tại').fill('Quét data mới')
    await footButton(page, 'Lưu').click()
    await rowWith(page, 'Quét data mới').getByRole('button', { name: 'Xem mật khẩu' }).click()
    const secret = dialog(page, /Quét data mới/)
    await secret.getByText('kín-1').waitFor()
    await secret.getByText('Lần xem này đã được ghi lại').waitFor()
    await page.keyboard.press('Escape')
    const { rows } = await app.pool.query(`SELECT username FROM audit_log WHERE action = 'reveal'`)
    expect(rows).toEqual([{ username: 'admin' }])
    await rowWith(page, 'Quét data mới').getByRole('button', { name: 'Xoá' }).click()
    await page.getByText('Xác nhận xoá bản ghi').waitFor()
  },
  40_000,
)
