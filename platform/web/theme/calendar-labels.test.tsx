/** Mantine's calendars have arrows without a name of their own. */
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Calendar, RangeCalendar } from '#kit/web/ui/calendar.tsx'
import Months from '#subjects/pay/web/payroll/month-picker.tsx'

const markup = (part: ReactNode): string => renderToStaticMarkup(<MantineProvider>{part}</MantineProvider>)

test('the arrows of every calendar have a name', () => {
  const none = (): void => undefined
  const day = markup(<Calendar value={null} onChange={none} />)
  const range = markup(<RangeCalendar value={[null, null]} onChange={none} />)
  for (const html of [day, range]) {
    expect(html).toContain('aria-label="Tháng trước"')
    expect(html).toContain('aria-label="Tháng sau"')
  }
  const months = markup(<Months value="11/2026" first={null} onChange={none} />)
  expect(months).toContain('aria-label="Năm trước"')
  expect(months).toContain('aria-label="Năm sau"')
})
