/** A message is booked for its order in the version that was shown (D3-DEC-03). */
import { expect, test } from 'vitest'
import { stubCalls } from '#test/sent.ts'
import { agreeToAll } from '#platform/app/web/shell/agree.fixture.ts'
import { acceptProposal } from './accept-proposal.ts'

test('accepting a bank message sends the version shown (D3-DEC-03)', async () => {
  agreeToAll()
  const sent = stubCalls(() => null)
  const row = { id: 'a', version: 7, str_mes: 'DH1', de_xuat: 'Đơn DH1', de_xuat_id: 'b' }
  expect(await acceptProposal(row)).toBe(true)
  expect(sent).toMatchObject([{ path: '/api/v1/mesbank/ghiNhan/a', body: { don_id: 'b', version: 7 } }])
})
