/** What Mantine's parts are told that they do not say by themselves. */
import { expect, test } from 'vitest'
import { theme, variables } from './theme.ts'

test('weekends in a calendar have a readable red on each background', () => {
  const { light, dark } = variables(theme as Parameters<typeof variables>[0])
  for (const scheme of [light, dark]) expect(scheme['--mantine-color-red-6']).toBe('var(--red)')
})
