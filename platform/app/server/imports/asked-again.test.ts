/** The question before the same content is imported again, for each list (D3-FILE-02). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'
import { priceSheet } from '#test/prices.ts'
import { targets } from './targets.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

test('a user who uploads a content again is told what saving does in its list: add, overwrite, or skip (D3-FILE-02)', async () => {
  const price = priceSheet(
    ['ten_goi_cuoc', 'gia_goi'],
    [
      ['LAI1', '1000'],
      ['LAI2', '2000'],
    ],
  )
  const overwrites =
    'Lưu lần nữa không thêm dòng trùng nhưng ghi đè 2 dòng bằng giá trị trong file, kể cả dòng đã sửa sau đó'
  const clock = [
    ['Mã nhân viên', 'Họ và tên', 'Ngày', 'Ca', 'Giờ vào', 'Giờ ra'],
    ['sale111', 'An', '05/10/2026', '', '08:00', '17:30'],
    ['sale111', 'An', '06/10/2026', '', '08:00', '17:30'],
  ]
  const questionAndRefusal = async (target: string, rows: (string | number)[][], query = '') => {
    const send = () => server.ready('admin', target, `lai-${target}.csv`, csv(rows), query)
    await server.save('admin', (await send()).id)
    const { id, seenBefore } = await send()
    const refused = await (
      await server.as('admin')
    ).post(`/api/v1/imports/${id}/save`, { far: 1, days: 'replace' })
    return [seenBefore?.again, refused.status, String(refused.body.msg).replace(/^.*? lúc .*?\. /, '')]
  }
  expect(await questionAndRefusal('giahoantien', price)).toEqual(['overwrites', 409, overwrites])
  expect(await questionAndRefusal('chamcong', clock, '?thangTinhLuong=10/2026')).toEqual([
    'overwrites',
    409,
    overwrites,
  ])
  // The same times in another month overwrite nothing of it.
  const other = await server.ready('admin', 'chamcong', 'lai.csv', csv(clock), '?thangTinhLuong=09/2026')
  expect(other.seenBefore?.again).toBe('adds')
  expect(
    await questionAndRefusal('uploadscannumber', [['Số điện thoại'], ['0912345000'], ['0912345001']]),
  ).toEqual(['skips', 409, 'Lưu lần nữa, dòng đã có được giữ nguyên'])
})

test('every list that takes files declares what saving a content again does (D3-FILE-02)', () => {
  const of = (policy: string) =>
    [...targets].flatMap(([path, { again }]) => (again === policy ? [path] : [])).toSorted()
  const adds = [
    'blacklist',
    'chiphihoantien',
    'chiphihotro',
    'chiphikhac',
    'chiphiquanly',
    'doanhthutinhluong',
  ]
  expect(of('adds')).toEqual(adds)
  const skips = [
    'customer-message-9084',
    'mesbank',
    'uploadquetdatakhonggoi',
    'uploadquetdtct',
    'uploadscannumber',
  ]
  expect(of('skips')).toEqual([...skips, 'users'])
  const overwrites =
    'chamcong chamcongluot customer dsdttinhluong dulieunhaptay giagoimfy giahoantien report90849332 saokedoitac simso systemaccount uploadchiadata'
  expect(of('overwrites').join(' ')).toBe(overwrites)
})
