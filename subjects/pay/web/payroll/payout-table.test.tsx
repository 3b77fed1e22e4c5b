/** The list that the bank's file is made of, as the accountant reads it. */
import { expect, test } from 'vitest'
import type { PayoutRow } from '#subjects/pay/contract/calls/payouts.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { PayoutTable } from './payout-table.tsx'

const row = (username: string, overrides: Partial<PayoutRow>): PayoutRow => ({
  id: username,
  username,
  fullname: username,
  ten: username.toUpperCase(),
  ngan_hang: 'VCB',
  so_tai_khoan: '…6789',
  so: 0,
  con: 0,
  kieu: 'chi',
  noi_dung: 'LUONG 10/2026',
  doi_boi: null,
  doi_luc: null,
  chung: [],
  lan: null,
  da_tai: null,
  nhac_luc: null,
  tien_mat_boi: null,
  tien_mat_luc: null,
  tien_mat: null,
  ...overrides,
})

const table = (rows: readonly PayoutRow[], busy = false) =>
  read(<PayoutTable rows={rows} busy={busy} onAccount={() => undefined} onReturn={() => undefined} />)

const rows = [
  row('an', { so: 5_000_000 }),
  // Was paid a part: the file pays the rest.
  row('binh', { kieu: 'bu', so: 4_000_000, con: 250_000, lan: 1 }),
  row('chi', { kieu: 'da_tai', so: 3_000_000, lan: 2 }),
]

test('D3-ACC-04: each person has the amount that the file pays, and the footer is their sum', () => {
  const { rows: lines, text } = table(rows)
  expect(lines.slice(1).map((cells) => [cells[0], cells[1], cells[5]])).toEqual([
    ['1', 'an', '5,000,000'],
    ['2', 'binh', '250,000'],
    ['3', 'chi', '3,000,000'],
  ])
  expect(text).toContain('Cộng 3 dòng 8,250,000')
  expect(text).toContain('3 người')
})

test('D3-PAY-16: only amounts paid by a file can be returned, and not while a return is being noted', () => {
  const { rows: lines, buttons } = table(rows)
  expect(lines.slice(1).map((cells) => cells[7])).toEqual(['', 'lần 1 Bị trả lại', 'lần 2 Bị trả lại'])
  expect(buttons.filter((name) => name === 'Bị trả lại')).toHaveLength(2)
  expect(table(rows, true).buttons).not.toContain('Bị trả lại')
})

test('D3-ACC-04: accounts changed after the closing, or shared, are marked and counted', () => {
  const doubtful = [
    row('an', { doi_luc: '2026-11-03T02:15:00.000Z', doi_boi: 'ketoan' }),
    row('binh', { chung: ['an', 'chi'] }),
    row('chi', {}),
  ]
  const { text, html } = table(doubtful)
  expect(text).toContain('1 tài khoản đổi sau khi chốt, 1 người dùng chung số tài khoản')
  const marks = [...html.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, words]) => words)
  expect(marks).toEqual(['Đổi sau khi chốt: 03-11-2026 09:15:00, ketoan', 'Cùng số tài khoản với an, chi'])
  expect(table(rows).text).toContain('Số tài khoản hiện đủ trong file, mỗi lần tải được ghi lại')
})
