/** Irregular rows of the time clock and their decisions. */
import { beforeEach, expect, test } from 'vitest'
import { oddClockings, type Clocking } from '../../../contract/workflows/payroll.ts'
import { queryClient } from '../../kit/query.ts'
import { actorOf } from '../../shell/actor.fixture.ts'
import { answered, signIn, type Reading } from '../../shell/reading.fixture.tsx'
import { readOpen as read } from '../../shell/page.fixture.tsx'
import { OddDialog } from './odd-dialog.tsx'

const row = (id: string, known: Partial<Clocking>): Clocking =>
  ({
    id,
    version: 1,
    username: `nv${id}`,
    fullname: null,
    ngay: '2026-10-05',
    gioVao: '08:00',
    gioRa: null,
    bat_thuong: ['thieu_ra'],
    cho: true,
    quyet_dinh: null,
    quyet_dinh_boi: null,
    ...known,
  }) as Clocking

function dialog(...values: Clocking[]): Reading {
  answered('tinhluong', oddClockings, { startDate: '10/2026' }, { values })
  return read(<OddDialog month="10/2026" onClose={() => undefined} />)
}

beforeEach(() => {
  queryClient.clear()
  signIn()
})

const choices = (cells: string[] | undefined): string | undefined => cells?.at(-1)

test('D3-PAY-14: a row without one of its times, or that ends before it began, is never counted by the hour', () => {
  const { rows } = dialog(
    row('1', { bat_thuong: ['thieu_ra'] }),
    row('2', { bat_thuong: ['thieu_vao'] }),
    row('3', { bat_thuong: ['ra_truoc_vao'] }),
    row('4', { bat_thuong: ['ngay_le'] }),
  )
  const offers = rows.slice(1).map(choices)
  for (const offer of offers.slice(0, 3)) expect(offer).toBe('0.5 công 1 công Không tính')
  expect(offers[3]).toBe('Tính theo giờ 0.5 công 1 công Không tính')
})

test('D3-PAY-14: rows that wait are shown and counted; decided ones are behind a box', () => {
  const { rows, text } = dialog(
    row('1', {}),
    row('2', { cho: false, quyet_dinh: 'ca_ngay', quyet_dinh_boi: 'ketoan' }),
  )
  expect(rows).toHaveLength(2)
  expect(text).toContain('1 dòng chờ quyết định, đang tính 0')
  expect(text).toContain('Hiện cả 1 dòng đã quyết định')
  expect(dialog(row('2', { cho: false, quyet_dinh: 'bo' })).text).toContain(
    'Không còn dòng nào chờ quyết định',
  )
})

test('D3-PAY-14: rows that wait for one reason are decided at once, those without an account by their name', () => {
  const lost: Parameters<typeof row>[1] = { bat_thuong: ['khong_ro'], username: 'lan cu' }
  const { text } = dialog(
    row('1', {}),
    row('2', {}),
    row('3', { bat_thuong: ['thieu_vao'] }),
    // Decided already: no part of the two.
    row('4', { cho: false, quyet_dinh: 'bo' }),
    row('5', lost),
    row('6', lost),
    row('7', { ...lost, username: 'ai khac' }),
  )
  expect(text).toContain('2 dòng thiếu giờ ra:')
  expect(text).toContain("2 dòng của 'lan cu', tài khoản không có:")
  expect(text).not.toContain("'ai khac', tài khoản")
  expect(text).not.toContain('1 dòng thiếu')
})

test('D3-PAY-14: who manages pay gives rows without an account to somebody; the others may only leave them out', () => {
  const lost = row('1', { bat_thuong: ['khong_ro'], username: 'lan cu' })
  const given = dialog(lost).html
  expect(given).toContain('Giao dòng của lan cu cho')
  signIn(actorOf(3))
  const { html, buttons } = dialog(lost)
  expect(html).not.toContain('Giao dòng của')
  expect(buttons).toContain('Không tính')
})
