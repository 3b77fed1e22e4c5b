/** Irregular rows of the time clock and their decisions. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { oddClockings, type Clocking } from '#subjects/pay/contract/calls/payroll.ts'
import { stubCalls, written } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { answered, signIn, type Reading } from '#platform/app/web/shell/reading.fixture.tsx'
import { open, readOpen as read } from '#platform/app/web/shell/page.fixture.tsx'
import { OddDialog } from './odd-dialog.tsx'

const row = (id: string, overrides: Partial<Clocking>): Clocking =>
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
    ...overrides,
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

test('D3-PAY-14: a row without one of its times, or that ends before it begins, is never counted by the hour', () => {
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

test('D3-PAY-14: waiting rows are shown and counted; decided ones are behind a checkbox', () => {
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

test('D3-PAY-14: rows waiting for the same reason are decided together, those without an account by their name', () => {
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

test('D3-PAY-14: users who manage pay assign rows without an account to somebody; others can only leave them out', () => {
  const lost = row('1', { bat_thuong: ['khong_ro'], username: 'lan cu' })
  const given = dialog(lost).html
  expect(given).toContain('Giao dòng của lan cu cho')
  signIn(actorOf(3))
  const { html, buttons } = dialog(lost)
  expect(html).not.toContain('Giao dòng của')
  expect(buttons).toContain('Không tính')
})

/** The dialog with these rows, read from a server that answers writes by `write`. */
async function pressing(values: Clocking[], write: () => unknown = () => ({ saved: 1 })) {
  const calls = stubCalls((path, { method }) => {
    if (method !== 'GET') return write()
    if (path.includes('findAllNoLimit')) return { values: [{ username: 'an', fullname: 'Trần An' }] }
    return { values }
  })
  const user = open(<OddDialog month="10/2026" onClose={() => undefined} />)
  await screen.findByText(/dòng chờ quyết định/)
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  return { calls, user }
}
/** The line of all rows that wait for one reason. */
const groupOf = (text: RegExp) => {
  const line = screen.getByText(text).closest('div')
  if (!line) throw new Error('no line')
  return within(line)
}

test('D3-PAY-14: one click decides every waiting row of its reason, with the versions shown', async () => {
  const rows = [
    row('1', { bat_thuong: ['ngay_le'] }),
    row('2', { bat_thuong: ['ngay_le'], version: 4 }),
    row('3', { bat_thuong: ['ngay_le'], cho: false, quyet_dinh: 'bo' }),
    row('4', { bat_thuong: ['thieu_ra'] }),
    row('5', { bat_thuong: ['thieu_ra'] }),
  ]
  const { calls, user } = await pressing(rows)
  // Without a time nothing is counted by the hour, for many as for one.
  expect(groupOf(/2 dòng thiếu giờ ra/).queryByRole('button', { name: 'Tính theo giờ' })).toBeNull()
  await user.click(groupOf(/2 dòng ngày lễ/).getByRole('button', { name: 'Tính theo giờ' }))
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)).toEqual([
    [
      'POST /api/v1/tinhluong/batthuong',
      {
        dong: [
          { id: '1', version: 1 },
          { id: '2', version: 4 },
        ],
        quyet_dinh: 'theo_gio',
      },
    ],
  ])
})

test('D3-PAY-14: rows of an unknown name are given to one person at once, without deciding them', async () => {
  const lost: Partial<Clocking> = { bat_thuong: ['khong_ro'], username: 'lan cu' }
  const { calls, user } = await pressing([row('1', lost), row('2', lost)])
  await user.click(groupOf(/2 dòng của 'lan cu'/).getByRole('button', { name: /^Giao dòng của lan cu cho/ }))
  await user.click(await screen.findByRole('option', { name: /Trần An/ }))
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)[0]?.[1]).toMatchObject({
    dong: [{ id: '1' }, { id: '2' }],
    quyet_dinh: null,
    username: 'an',
  })
})

test('D3-PAY-14: a refused decision is shown and the rows reload', async () => {
  const { calls, user } = await pressing([row('1', {}), row('2', {})], () => {
    throw new AppError('CONFLICT', 'Có dòng vừa được người khác quyết định')
  })
  const before = calls.length
  await user.click(groupOf(/2 dòng thiếu giờ ra/).getByRole('button', { name: '1 công' }))
  await screen.findByText(/Có dòng vừa được người khác quyết định/)
  expect(calls.slice(before).map(({ method }) => method)).toEqual(['POST', 'GET'])
})
