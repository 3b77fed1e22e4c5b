/** A file of registration results, from upload to list (D1-Q-107). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startImportServer, type ImportServer } from '#test/imports.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

const header = '#,Kênh,Số điện thoại,Tên gói cước,Giá bán,Thời gian,Mã trạng thái,Nhân viên,Nội dung'
const file = (...rows: string[]): Buffer => Buffer.from([header, ...rows].join('\n'))
const list = async () =>
  (await (await server.as('admin')).get('/api/v1/customer-message-9084?count=100')).data as {
    values: Record<string, unknown>[]
    count: number
  }

test('an uploaded file is previewed, saved once and settles sales like any result (D1-Q-107)', async () => {
  const bytes = file(
    '1,D1,0912.345.678,VD90,90.000,05/11/2026 09:14,1,sale111,Đăng ký thành công',
    '2,vg8,84912345679,VD120,120000,05/11/2026 09:20,0,,Tài khoản không đủ tiền',
    '3,vg8,12,VD120,120000,05/11/2026 09:20,0,,Sai số',
  )
  for (const name of ['ket-qua.csv', 'lan-hai.csv']) {
    const preview = await server.ready('quanly', 'customer-message-9084', name, bytes)
    expect(preview.state).toBe('ready')
    expect(await server.save('quanly', preview.id)).toMatchObject({ state: 'done', saved: 2 })
  }
  const { values, count } = await list()
  expect(count).toBe(2)
  expect(values).toMatchObject([
    { SubAgent: 'vg8', NumberPhone: '912345679', state: '0', username_nv: null },
    {
      SubAgent: 'd1',
      NumberPhone: '912345678',
      Price: 90_000,
      Time: expect.stringContaining('2026-11-05T02:14'),
      state: '1',
      username_nv: 'sale111',
      ten_nv: 'Nguyễn Hồng Nhung',
    },
  ])
})

test('a file with an unknown user stops with the name and saves nothing (D1-Q-107)', async () => {
  const bytes = file('1,d1,0912345000,VD90,90000,05/11/2026 09:14,1,khongco,x')
  const preview = await server.ready('quanly', 'customer-message-9084', 'sai.csv', bytes)
  expect(await server.save('quanly', preview.id)).toMatchObject({
    state: 'failed',
    msg: expect.stringContaining('Không có nhân viên khongco'),
  })
  expect((await list()).count).toBe(2)
})

test('a sheet whose headings name every column is read by them, also with moved or added columns (D1-Q-107, D1-IMP-05)', async () => {
  const moved = [
    'Ghi chú nội bộ,Nội dung,Tên gói,SĐT,Kênh,Nhân viên,Mã trạng thái,Thời gian,Giá bán',
    'x,Đăng ký thành công,vd149,0912345700,DAG9,SALE112,1,05.11.2026 12:00:05,"149,000"',
  ]
  const preview = await server.ready(
    'quanly',
    'customer-message-9084',
    'doi-cot.csv',
    Buffer.from(moved.join('\n')),
  )
  expect(await server.save('quanly', preview.id)).toMatchObject({ state: 'done', saved: 1 })
  expect((await list()).values).toContainEqual(
    expect.objectContaining({
      SubAgent: 'dag9',
      NumberPhone: '912345700',
      PackageCode: 'vd149',
      Price: 149_000,
      Time: expect.stringContaining('2026-11-05T05:00'),
      state: '1',
      username_nv: 'sale112',
      Result: 'Đăng ký thành công',
    }),
  )
})

test('a sheet with unknown headings is read with the columns that people choose (D3-FILE-04)', async () => {
  const loose = [
    'Mã,Thuê bao,Gói,Giá,Lúc,Kết quả,NV,Tin nhắn',
    'vg8,0912345701,VD90,90000,05/11/2026 10:00,1,,Thành công',
  ]
  const bytes = Buffer.from(loose.join('\n'))
  const target = 'customer-message-9084'
  const { id, asks } = await server.ready('quanly', target, 'ten-khac.csv', bytes)
  // With the proposed mapping by position every column would be right.
  expect(asks).toHaveLength(8)
  expect((await (await server.as('quanly')).post(`/api/v1/imports/${id}/save`)).status).toBe(400)
  const answered = `?columns=${asks.map(({ field }) => field).join(',')}`
  const read = await server.ready('quanly', target, 'ten-khac.csv', bytes, answered)
  expect(await server.save('quanly', read.id)).toMatchObject({ state: 'done', saved: 1 })
  expect((await list()).values).toContainEqual(
    expect.objectContaining({ SubAgent: 'vg8', NumberPhone: '912345701', PackageCode: 'VD90' }),
  )
})

test('only managers upload results (D1-Q-107)', async () => {
  const bytes = file('1,d1,0912345000,VD90,90000,05/11/2026 09:14,1,,x')
  expect((await server.upload('chinhanh1', 'customer-message-9084', 'a.csv', bytes)).status).toBe(403)
})
