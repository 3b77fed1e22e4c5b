/** What Mantine's parts are told that they do not say by themselves. */
import { expect, test } from 'vitest'
import { theme, variables } from './theme.ts'

test('the arrows of every calendar have a name, and its weekends the red that can be read on each ground', () => {
  for (const part of ['DatePicker', 'MonthPicker']) {
    const told = theme.components?.[part]?.defaultProps as { ariaLabels: Record<string, string> } | undefined
    for (const arrow of ['previousMonth', 'nextMonth', 'previousYear', 'nextYear'])
      expect(told?.ariaLabels[arrow]).toMatch(/\S/)
  }
  const { light, dark } = variables(theme as Parameters<typeof variables>[0])
  for (const scheme of [light, dark]) expect(scheme['--mantine-color-red-6']).toBe('var(--red)')
})
