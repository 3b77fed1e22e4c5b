/** What a row of a scan shows of its progress. */
import { expect, test } from 'vitest'
import type { ScanNow } from '#subjects/scans/contract/calls/scans.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import type { ScanRow } from './scan-actions.ts'
import { scanColumns } from './scan-columns.tsx'

const row = (overrides: Partial<ScanRow>): ScanRow =>
  ({
    id: 'f',
    FileName: 'Tệp 1',
    so_da_quet: 1_500,
    total_numbers: 6_000,
    goi_da_quet: 1_200,
    khong_tra_duoc: 0,
    trang_thai: 'running',
    ngay_upload: '2026-11-02T02:00:00.000Z',
    nguoi_upload: 'an',
    file_thue_bao: null,
    ...overrides,
  }) as ScanRow

const pace = {
  open: true,
  openFor: 600,
  from: '08:00',
  until: '20:00',
  files: [{ id: 'f', perMinute: 1_250, minutesLeft: 4, waitsFor: [] }],
} as unknown as ScanNow

const cell = (key: string, of: ScanRow, now: ScanNow | undefined = pace) => {
  const column = scanColumns('quetgoicuoc' as never, now).find((one) => one.key === key)
  if (!column) throw new Error(`no column ${key}`)
  return read(<>{column.cell(of)}</>)
}

test('D2-SCAN-06: the columns show the scanned numbers of all, those with a package, and the speed', () => {
  expect(cell('so_da_quet', row({})).text).toBe('1,500 / 6,000')
  expect(cell('so_da_quet', row({})).html).toMatch(/25%/)
  expect(cell('so_da_quet', row({ so_da_quet: 0, total_numbers: 0 })).html).not.toContain('NaN')
  expect(cell('goi_da_quet', row({})).text).toBe('1,200')
  expect(cell('speed', row({})).text).toBe('1,250 số/phút')
  expect(cell('speed', row({ trang_thai: 'stopped' })).text).toBe('-')
  expect(cell('speed', row({}), { ...pace, files: [] }).text).toBe('0 số/phút')
})

test('D3-SCN-04: the time left is shown during a scan; afterwards the next step, once', () => {
  expect(cell('left', row({})).text).toBe('4 phút')
  expect(cell('left', row({ trang_thai: 'done' })).buttons).toEqual(['Tạo file thuê bao'])
  const made = cell('left', row({ trang_thai: 'done', file_thue_bao: 'Tệp 1 quét' }))
  expect([made.text, made.buttons]).toEqual(['đã tạo file thuê bao', []])
})

test('D2-SCAN-11: the state is that of the file, or the reason why it waits', () => {
  expect(cell('trang_thai', row({})).text).toBe('Đang quét')
  expect(cell('trang_thai', row({}), { ...pace, open: false }).text).toBe('Ngoài giờ')
  expect(cell('trang_thai', row({ trang_thai: 'stopped' })).text).toBe('Đã dừng')
})
