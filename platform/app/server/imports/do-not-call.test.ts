/** Imports of do-not-call numbers, and imports that contain such numbers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

test('the do-not-call list is read by position: source, reason, requester and end are columns 3 to 6; an unknown source or day is reported by row and field (D3-RULE-03, D3-RULE-05)', async () => {
  const rows = [
    ['0987650001', 'Danh sách tháng 11', '5656', 'Theo quy định', 'Cục An toàn thông tin', '31/12/2099'],
    ['0987650002', '', 'Toà án'],
    ['0987650003'],
    ['0987650004', '', 'Báo chí'],
    ['0987650005', '', 'khach', '', '', '31/02/2026'],
  ]
  const { id, counts } = await server.ready('admin', 'blacklist', 'khong-goi.csv', csv(rows))
  expect(counts).toMatchObject({ bad: 2 })
  const { values: bad } = await server.rows('admin', id, '?verdict=bad')
  expect(bad.map(({ row, notes }) => [row, Object.keys(notes)])).toEqual([
    [4, ['nguon']],
    [5, ['den_ngay']],
  ])
  await server.save('admin', id)
  const { rows: stored } = await server.pool.query(`
    SELECT phone_number, description, nguon, ly_do, nguoi_yeu_cau, den_ngay::text FROM blacklist
    WHERE phone_number LIKE '98765000_' ORDER BY phone_number`)
  const none = { description: null, ly_do: null, nguoi_yeu_cau: null, den_ngay: null }
  expect(stored).toEqual([
    {
      phone_number: '987650001',
      description: 'Danh sách tháng 11',
      nguon: '5656',
      ly_do: 'Theo quy định',
      nguoi_yeu_cau: 'Cục An toàn thông tin',
      den_ngay: '2099-12-31',
    },
    { ...none, phone_number: '987650002', nguon: 'toa_an' },
    { ...none, phone_number: '987650003', nguon: 'noi_bo' },
  ])
})

test('the preview of a subscriber file names do-not-call numbers with source and date and saves them blocked; a masked role is not told (D3-RULE-03, D3-SEC-05)', async () => {
  const admin = await server.as('admin')
  await admin.post('/api/v1/blacklist', { phone_number: '987660001', nguon: '5656', den_ngay: '2099-12-31' })
  const rows = [
    ['SĐT', 'Gói cước'],
    ['0987660001', 'VD89'],
    ['0987660002', 'VD89'],
  ]
  const { id } = await server.ready('admin', 'uploadchiadata', 'co-so-chan.csv', csv(rows))
  const { values } = await server.rows('admin', id)
  expect(values.map(({ verdict }) => verdict)).toEqual(['odd', 'new'])
  expect(values[0]?.notes.so_dien_thoai).toMatch(
    /^Số trong blacklist: Danh sách 5656, từ .* đến hết 31-12-2099$/,
  )
  await server.save('admin', id)
  const { rows: stages } = await server.pool.query(`
    SELECT phone, stage FROM customer WHERE phone LIKE '98766000_' ORDER BY phone`)
  expect(stages).toEqual([
    { phone: '987660001', stage: 'blocked' },
    { phone: '987660002', stage: 'left' },
  ])
  const masked = await server.ready('leader11', 'customer', 'che.csv', csv(rows))
  expect((await server.rows('leader11', masked.id)).values.map(({ verdict }) => verdict)).toEqual([
    'new',
    'new',
  ])
})
