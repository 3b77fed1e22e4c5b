/** The upload of a partner's statement: of which partner and of which days. */
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { nothingThere, stubCalls } from '#test/sent.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { StatementImport } from './statement-import.tsx'

const days = (): string[] =>
  screen.getAllByLabelText(/Từ ngày|Đến ngày/).map((box) => (box as HTMLInputElement).value)

/** The dialog as it opens on this day. */
function on(day: string) {
  vi.setSystemTime(`${day}T05:00:00.000Z`)
  stubCalls(() => nothingThere)
  try {
    return open(<StatementImport partners={['Đối tác A', 'Đối tác B']} onClose={() => undefined} />)
  } finally {
    vi.useRealTimers()
  }
}

test('D3-ACC-05: the import starts with the first partner and the days of this month until yesterday', async () => {
  const user = on('2026-11-23')
  expect(days()).toEqual(['01-11-2026', '22-11-2026'])
  await user.click(screen.getByRole('button', { name: /Đối tác A/ }))
  await user.click(await screen.findByRole('option', { name: 'Đối tác B' }))
  expect(screen.getByRole('button', { name: /Đối tác B/ })).toBeTruthy()
})

test('D3-ACC-05: on the first of a month the import starts with the whole previous month', () => {
  on('2026-11-01')
  expect(days()).toEqual(['01-10-2026', '31-10-2026'])
})
