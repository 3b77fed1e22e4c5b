/** A day that is typed or picked. */
import { screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { WithState, open } from '#platform/app/web/shell/page.fixture.tsx'
import { DateBox } from './date-box.tsx'

function dateBox(first = '', more: Partial<ComponentProps<typeof DateBox>> = {}) {
  const user = open(
    <WithState first={first}>
      {(value, set) => <DateBox aria-label="Ngày" value={value} onChange={set} {...more} />}
    </WithState>,
  )
  return { user, box: screen.getByRole<HTMLInputElement>('textbox', { name: 'Ngày' }) }
}

test('the text stays as typed until the box is left, then a day is written in full', async () => {
  const { user, box } = dateBox()
  await user.type(box, '5/12/2026')
  expect(box.value).toBe('5/12/2026')
  await user.tab()
  expect(box.value).toBe('05-12-2026')
})

test('an invalid day stays in the box for correction', async () => {
  const { user, box } = dateBox()
  await user.type(box, '31/02/2026')
  await user.tab()
  expect(box.value).toBe('31/02/2026')
})

test('D2-COST-47: six digits are YYMMDD only where costs are entered', async () => {
  const { user, box } = dateBox('', { entry: true })
  await user.type(box, '261105')
  await user.tab()
  expect(box.value).toBe('05-11-2026')
  document.body.innerHTML = ''
  const elsewhere = dateBox()
  await elsewhere.user.type(elsewhere.box, '261105')
  await elsewhere.user.tab()
  expect(elsewhere.box.value).not.toBe('05-11-2026')
})

test('dates in filters are written with slashes', async () => {
  const { user, box } = dateBox('', { slashes: true })
  await user.type(box, '5-12-2026')
  await user.tab()
  expect(box.value).toBe('05/12/2026')
})

test('the calendar opens at the day of the box; choosing a day writes it and closes the calendar', async () => {
  const { user, box } = dateBox('05-11-2026')
  const button = screen.getByRole('button', { name: 'Chọn ngày' })
  await user.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await user.click(await screen.findByRole('button', { name: /^17 .*11.* 2026$/ }))
  expect(box.value).toBe('17-11-2026')
  expect(button.getAttribute('aria-expanded')).toBe('false')
})
