/** Which rules each file follows. */
import { expect, test } from 'vitest'
import type { RecycledFile } from '#subjects/calling/contract/calls/recycling.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { FileTable } from './file-table.tsx'

const file = (id: string, overrides: Partial<RecycledFile> = {}): RecycledFile =>
  ({
    id,
    FileName: id,
    ngay_upload: '2026-11-02T02:00:00.000Z',
    mode: null,
    covered: true,
    rules: [],
    waiting: { KBM: 1_000, KLLĐ: 20 },
    today: 7,
    ...overrides,
  }) as unknown as RecycledFile

const table = (files: RecycledFile[], running = true) =>
  read(
    <FileTable
      files={files}
      running={running}
      busy={false}
      onTurn={() => undefined}
      onOwn={() => undefined}
    />,
  )

test('D3-REC-01: each file is shown with its day, its rules and its waiting numbers; the footer sums them', () => {
  const { rows } = table([file('Một'), file('Hai', { mode: 'off', today: 3 })])
  expect(rows[1]).toEqual(['Một', '02-11', '', 'theo mặc định', '1,000', '20', '7'])
  expect(rows[2]?.slice(3)).toEqual(['tắt', '1,000', '20', '3'])
  expect(rows.at(-1)).toEqual(['Cộng', '', '', '', '2,000', '40', '10'])
  expect(table([]).text).toContain('Chưa có file nào có số.')
})

test('D3-REC-01: a file without rules is off, and a file from before the rules waits to be switched on', () => {
  const { html, rows } = table([file('Một', { mode: 'off' }), file('Hai', { covered: false })])
  expect(html.match(/data-look="over"/g)).toHaveLength(2)
  expect(rows[2]?.[3]).toBe('file của trước chưa bật')
  expect(table([file('Một')], false).rows[1]?.[3]).toBe('theo mặc định đang tắt')
})

test("when the server's limit of files is reached they are described as the newest", () => {
  const many = Array.from({ length: 50 }, (_, index) => file(`f${index}`))
  expect(table(many).text).toContain('50 file mới nhất')
  expect(table(many.slice(1)).text).not.toContain('mới nhất')
})
