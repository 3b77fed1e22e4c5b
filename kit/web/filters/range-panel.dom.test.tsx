/** A period: by a word, typed, or from the calendar. */
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { anyDay } from './any-day.ts'
import { RangePanel } from './range-panel.tsx'

function panel(start = '05/11/2026', end = '10/11/2026') {
  const onChange = vi.fn<(start: string, end: string) => void>()
  const user = open(<RangePanel start={start} end={end} onChange={onChange} />)
  return { user, onChange }
}
const box = (name: string) => screen.getByRole('textbox', { name })

test("a named period applies at once, and 'any day' is a period without ends", async () => {
  const { user, onChange } = panel()
  const today = toFilterDate(todayVn())
  await user.click(screen.getByRole('button', { name: 'Hôm nay' }))
  expect(onChange).toHaveBeenLastCalledWith(today, today)
  await user.click(screen.getByRole('button', { name: anyDay }))
  expect(onChange).toHaveBeenLastCalledWith('', '')
})

test('typed days are sent by Enter or by the button, in the format of filters', async () => {
  const { user, onChange } = panel()
  await user.clear(box('Từ ngày'))
  await user.type(box('Từ ngày'), '1-11-2026{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('01/11/2026', '10/11/2026')
  await user.clear(box('Đến ngày'))
  await user.type(box('Đến ngày'), '30-11-2026')
  await user.click(screen.getByRole('button', { name: 'Áp dụng' }))
  expect(onChange).toHaveBeenLastCalledWith('01/11/2026', '30/11/2026')
})

test('an impossible day is marked under its box, and nothing is sent', async () => {
  const { user, onChange } = panel()
  await user.clear(box('Đến ngày'))
  await user.type(box('Đến ngày'), '31/02/2026{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Không có trong lịch')
  expect(onChange).not.toHaveBeenCalled()
  await user.clear(box('Đến ngày'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the calendar waits for the second day, and shows the first one in its box', async () => {
  const { user, onChange } = panel()
  const day = (number: number) => screen.getByRole('button', { name: new RegExp(`^${number} .*11.* 2026$`) })
  await user.click(day(3))
  expect(onChange).not.toHaveBeenCalled()
  expect([box('Từ ngày'), box('Đến ngày')]).toMatchObject([{ value: '03/11/2026' }, { value: '' }])
  await user.click(day(8))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('03/11/2026', '08/11/2026')
})
