import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { Segments } from './segments.tsx'

test('the chosen segment is pressed; a click chooses another one, whose name includes its note', async () => {
  const onChange = vi.fn()
  const options = [
    { value: 'few', label: 'Cần giúp', note: 3 },
    { value: 'all', label: 'Cả nhóm' },
  ]
  const user = open(<Segments label="Ai" options={options} value="all" onChange={onChange} />)
  const group = screen.getByRole('group', { name: 'Ai' })
  const pressed = [...group.children].map((button) => button.getAttribute('aria-pressed'))
  expect(pressed).toEqual(['false', 'true'])
  await user.click(screen.getByRole('button', { name: 'Cần giúp 3' }))
  expect(onChange.mock.calls).toEqual([['few']])
})
