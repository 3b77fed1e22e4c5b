/** A message is booked for its order in the version that was shown (D3-DEC-03). */
import { afterEach, expect, test, vi } from 'vitest'
import { stubCalls } from '../../../test/sent.ts'
import { acceptProposal } from './accept-proposal.ts'

vi.mock('../../kit/feedback.ts', () => ({
  confirm: async () => true,
  showError: (error: unknown) => {
    throw error
  },
}))
afterEach(() => vi.unstubAllGlobals())

test('a bank message is booked in the version shown (D3-DEC-03)', async () => {
  const sent = stubCalls(() => null)
  const row = { id: 'a', version: 7, str_mes: 'DH1', de_xuat: 'Đơn DH1', de_xuat_id: 'b' }
  expect(await acceptProposal(row)).toBe(true)
  expect(sent).toEqual([{ path: '/api/v1/mesbank/ghiNhan/a', body: { don_id: 'b', version: 7 } }])
})
