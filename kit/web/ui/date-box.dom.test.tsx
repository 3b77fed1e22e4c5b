/** A date that gets the focus. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WithState, open } from '#platform/app/web/shell/page.fixture.tsx'
import { DateBox } from './date-box.tsx'

test('a date that gets the focus, as from a form that was refused, is selected, so that typing replaces it (D3-UX-01)', async () => {
  const user = open(
    <WithState first="01-12-2026">{(value, set) => <DateBox value={value} onChange={set} />}</WithState>,
  )
  const box = screen.getByRole<HTMLInputElement>('textbox')
  box.focus()
  await user.keyboard('512')
  expect(box.value).toBe('512')
})
