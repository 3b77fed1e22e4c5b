/** Each wall finds its planted import and leaves honest ones alone. */
import { expect, test } from 'vitest'
import { arrowProblems, arrowsOf, wallBreaches } from './walls.ts'

// Written so that this file does not match the rule of paths.
const up = '..'

const breaches = (file: string, ...specifiers: string[]): number =>
  specifiers.reduce((sum, one) => sum + wallBreaches(file, `import { a } from '${one}'`).length, 0)

test('a side imports only its own files and the contract, also as a type or dynamically', () => {
  expect(breaches('subjects/pay/web/a.tsx', '#subjects/pay/server/b.ts', '#platform/server/b.ts')).toBe(2)
  expect(breaches('kit/contract/a.ts', '#kit/server/b.ts', '#figures/b.tsx')).toBe(2)
  expect(wallBreaches('kit/web/a.ts', `type T = import('#kit/server/b.ts').T`)).toHaveLength(1)
  expect(wallBreaches('subjects/pay/server/a.ts', `await import("#subjects/pay/web/b.ts")`)).toHaveLength(1)
  expect(breaches('subjects/pay/web/a.tsx', '#subjects/pay/contract/b.ts', '#figures/b.tsx', './b.ts')).toBe(
    0,
  )
  expect(breaches('tools/start.ts', '#platform/app/server/main.ts')).toBe(0)
})

test('files outside the own side are imported by name, files beside by path', () => {
  expect(breaches('subjects/pay/web/payroll/a.tsx', [up, up, up, up, 'figures/card.tsx'].join('/'))).toBe(1)
  expect(breaches('subjects/pay/web/payroll/a.tsx', '#subjects/pay/web/radar/b.ts')).toBe(1)
  expect(breaches('subjects/pay/web/payroll/a.tsx', '#figures/card.tsx', '../radar/b.ts')).toBe(0)
})

test('kit and platform import no subject, and nobody imports the start of the program; the catalogue of lists may', () => {
  expect(breaches('kit/server/a.ts', '#subjects/pay/server/index.ts')).toBe(1)
  expect(breaches('figures/a.tsx', '#subjects/pay/web/index.ts')).toBe(1)
  expect(breaches('platform/server/live/a.ts', '#platform/app/server/main.ts')).toBe(1)
  expect(breaches('subjects/pay/server/a.ts', '#platform/app/server/jobs.ts')).toBe(1)
  expect(breaches('kit/contract/a.ts', '#subjects/pay/contract/b.ts')).toBe(1)
  expect(breaches('platform/app/web/shell/a.tsx', '../app.tsx')).toBe(1)
  expect(breaches('platform/app/web/main.tsx', './app.tsx')).toBe(0)
  expect(breaches('platform/contract/lists/index.ts', '#subjects/pay/contract/lists/b.ts')).toBe(0)
  expect(breaches('platform/app/server/lists.ts', '#subjects/pay/server/radar/b.ts')).toBe(0)
})

test('the kit may use the lower half of the platform, figures the kit, and the rest of the platform both', () => {
  for (const one of ['live/b.ts', 'feeds/b.ts', 'openapi/b.ts', 'long-step.ts'])
    expect(breaches('kit/server/a.ts', `#platform/server/${one}`)).toBe(1)
  for (const one of ['db/b.ts', 'running/b.ts', 'sheet/b.ts', 'gateways/b.ts'])
    expect(breaches('kit/server/a.ts', `#platform/server/${one}`)).toBe(0)
  expect(breaches('kit/web/a.ts', '#figures/card.tsx', '#platform/web/tabs.ts')).toBe(2)
  expect(breaches('kit/web/a.ts', '#platform/web/theme/parts.ts')).toBe(0)
  expect(breaches('figures/a.tsx', '#platform/web/tabs.ts')).toBe(1)
  expect(breaches('platform/server/live/a.ts', '#kit/server/b.ts', '../db/b.ts')).toBe(0)
})

test('a subject uses another through its index; the contract is data, and tests may import anything', () => {
  expect(breaches('subjects/pay/server/a.ts', '#subjects/money/server/desk/b.ts')).toBe(1)
  expect(breaches('subjects/pay/server/a.ts', '#subjects/money/server/index.ts')).toBe(0)
  expect(breaches('subjects/pay/server/a.ts', '#subjects/money/contract/desk.ts')).toBe(0)
  expect(breaches('subjects/pay/server/a.test.ts', '#subjects/money/server/desk/b.ts')).toBe(0)
})

test('an arrow missing in the table, an unused one, and a cycle are reported', () => {
  const uses = (from: string, to: string): [string, string] => [
    `subjects/${from}/server/${to}.ts`,
    `import { a } from '#subjects/${to}/server/index.ts'`,
  ]
  const drawn = arrowsOf(new Map([uses('pay', 'money'), uses('sims', 'money')]))
  expect(drawn.server).toEqual({ pay: ['money'], sims: ['money'] })
  expect(arrowProblems(drawn, drawn)).toEqual([])
  expect(arrowProblems(drawn, { server: { pay: ['money', 'people'] }, web: {} })).toEqual([
    'server: sims -> money is not in arrows of tools/walls.ts',
    'server: pay -> people: no file draws this arrow',
  ])
  const circle = arrowsOf(new Map([uses('pay', 'money'), uses('money', 'sims'), uses('sims', 'pay')]))
  expect(arrowProblems(circle, circle)).toHaveLength(3)
  // An invitation and the call around it know each other, on screens alone.
  const pair = { server: {}, web: { calling: ['registrations'], registrations: ['calling'] } }
  expect(arrowProblems(pair, pair)).toEqual([])
})
