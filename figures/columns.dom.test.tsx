import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { CardScreen, Column, Columns } from './columns.tsx'

test('a column with a name is a focusable region, one without a name is neither', () => {
  open(
    <Columns widths="minmax(0, 1fr) 300px" busy>
      <Column>Danh sách</Column>
      <Column label="Bên cạnh">Tổng</Column>
    </Columns>,
  )
  const region = screen.getByRole('region')
  expect(region.getAttribute('aria-label')).toBe('Bên cạnh')
  expect(region.tabIndex).toBe(0)
  expect(screen.getByText('Danh sách').getAttribute('tabindex')).toBeNull()
  const columns = region.parentElement
  expect(columns?.style.getPropertyValue('--widths')).toBe('minmax(0, 1fr) 300px')
  expect(columns?.getAttribute('aria-busy')).toBe('true')
})

test('a screen of cards is marked as flat, for its heading and the surrounding sheet', () => {
  open(<CardScreen>Thẻ</CardScreen>)
  expect(screen.getByText('Thẻ').dataset).toMatchObject({ flat: 'true' })
})
