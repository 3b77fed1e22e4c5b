/** A decision names the version of the row that was shown: nobody decides on what he has not seen (D3-DEC-03). */
import { expect, test } from 'vitest'
import { isSteps } from '#kit/contract/action.ts'
import { khr } from '#subjects/registrations/contract/lists/khr.ts'
import { stubCalls } from '#test/sent.ts'
import { agreeToAll } from '#platform/app/web/shell/agree.fixture.ts'
import type { BulkContext } from '../resource/screen-context.ts'
import { doStepInBulk } from './do-step-in-bulk.ts'
import { doStep } from './do-step.ts'

const [choice] = Object.values(khr.actions)
  .filter(isSteps)
  .flatMap((action) => action.steps.map((step) => ({ action, step })))
if (!choice) throw new Error('khr has no steps')

test('a step on one row sends the version of the row on screen (D3-DEC-03)', async () => {
  agreeToAll()
  const sent = stubCalls(() => null)
  expect(await doStep(khr, choice, { id: 'a', version: 7 }, '')).toBe(true)
  expect(sent).toMatchObject([{ path: '/api/v1/khr/approve/a', body: { version: 7 } }])
})

test('a step on many rows sends the version in which each was counted (D3-DEC-03, D3-DEC-04)', async () => {
  const counted = {
    rows: [
      { id: 'a', version: 7, name: 'A' },
      { id: 'b', version: 9, name: 'B' },
    ],
    sum: null,
    leftOut: 0,
    warned: [],
    unfit: [],
    closed: 0,
  }
  agreeToAll()
  const sent = stubCalls((path) => (path.endsWith('/count') ? counted : { done: 2, refused: [] }))
  const context = {
    resource: khr,
    state: { query: {} },
    ids: new Set(['a', 'b']),
    all: false,
    clear: () => undefined,
  }
  await doStepInBulk(choice, context as unknown as BulkContext)
  expect(sent.map(({ body }) => body)).toMatchObject([
    { ids: ['a', 'b'] },
    { ids: ['a', 'b'], versions: { a: 7, b: 9 } },
  ])
})
