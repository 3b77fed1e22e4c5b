/** Channels of an account, saved as they are ticked. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import {
  chooseFailed,
  unchooseFailed,
  type ChannelChoice,
} from '#subjects/registrations/contract/calls/channels.ts'
import { messages } from '#platform/contract/messages.ts'
import { stubCalls, written } from '#test/sent.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { accountOf } from './account.fixture.ts'
import { ChannelDialog } from './channel-dialog.tsx'

const choice = (staff_username: string, kenh: ChannelChoice['kenh'], active = true): ChannelChoice => ({
  staff_username,
  kenh,
  active,
})
const box = (name: string) => screen.getByRole('checkbox', { name })
const ticked = (): string[] =>
  screen.getAllByRole('checkbox', { checked: true }).map((one) => one.getAttribute('aria-label') ?? '')

async function dialog(write: () => unknown, values: ChannelChoice[] = []) {
  const all = [choice('lan', 'd1'), choice('lan', 'd9', false), choice('ha', 'ga22'), ...values]
  const calls = stubCalls((_, { method }) =>
    method === 'GET' ? { values: all, count: all.length } : write(),
  )
  const user = open(<ChannelDialog account={accountOf('lan')} onClose={() => undefined} />)
  await waitFor(() => expect(box('d1')).toHaveProperty('checked', true))
  return { calls, user, all }
}

test('D1-CHAN-02: the ticked channels are this account’s active ones, and none of another', async () => {
  await dialog(() => null, [choice('lan', 'ma_xac_nhan_1')])
  expect(ticked()).toEqual(['d1', 'ma_xac_nhan_1'])
})

test('D1-CHAN-02, D1-CHAN-03: ticking chooses the channel, unticking removes it; both lists reload', async () => {
  const { calls, user, all } = await dialog(() => {
    all.push(choice('lan', 'd9'))
    return null
  })
  await user.click(box('d9'))
  await waitFor(() => expect(ticked()).toEqual(['d1', 'd9']))
  await user.click(box('d1'))
  await waitFor(() => expect(written(calls)).toHaveLength(2))
  expect(written(calls)).toEqual([
    ['POST /api/v1/userkenhmoigoi/chonKenh', { accountUsername: 'lan', channelText: 'd9' }],
    ['POST /api/v1/userkenhmoigoi/huyChonKenh', { accountUsername: 'lan', channelText: 'd1' }],
  ])
})

test('while one channel is being saved it shows the new state and the others cannot be clicked', async () => {
  let answer: (value: unknown) => void = () => undefined
  const { user, all } = await dialog(() => new Promise((resolve) => (answer = resolve)))
  await user.click(box('ga23'))
  expect(box('ga23')).toHaveProperty('checked', true)
  expect(box('d1').closest('fieldset')?.disabled).toBe(true)
  all.push(choice('lan', 'ga23'))
  answer(null)
  await waitFor(() => expect(box('d1').closest('fieldset')?.disabled).toBe(false))
  expect(ticked()).toEqual(['d1', 'ga23'])
})

test('D1-CHAN-08, D1-CHAN-09: a failed tick is reverted; the message names channel and account', async () => {
  const { user } = await dialog(() => {
    throw new AppError('INTERNAL', messages.unknownError)
  })
  await user.click(box('tr8'))
  await screen.findByText(chooseFailed('tr8', 'lan'))
  expect(ticked()).toEqual(['d1'])
  await user.click(box('d1'))
  await screen.findByText(unchooseFailed('d1', 'lan'))
  await waitFor(() => expect(ticked()).toEqual(['d1']))
})
