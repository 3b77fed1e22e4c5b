/** What Mantine's parts are told that they do not say by themselves. */
import { expect, test } from 'vitest'
import { theme, variables } from './theme.ts'

test('weekends of a calendar have the red that can be read on each ground', () => {
  const { light, dark } = variables(theme as Parameters<typeof variables>[0])
  for (const scheme of [light, dark]) expect(scheme['--mantine-color-red-6']).toBe('var(--red)')
})
