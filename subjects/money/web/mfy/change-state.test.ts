/** A state set in its cell names the version of the row that was shown (D3-DEC-03). */
import { expect, test } from 'vitest'
import { setMfyState } from '#subjects/money/contract/lists/mfy.ts'
import { stubCalls } from '#test/sent.ts'
import { agreeToAll } from '#platform/app/web/shell/agree.fixture.ts'
import { changeState } from './change-state.ts'
import type { Row } from './rows.ts'

test('the state of a Mfy request is set with the version shown (D3-DEC-03)', async () => {
  agreeToAll()
  const sent = stubCalls(() => null)
  const row = {
    id: 'a',
    version: 7,
    trang_thai: 'dang_cho_duyet',
    so_dien_thoai: '912000001',
    ma_goi: 'VD90',
  }
  await changeState(row as Row, setMfyState, 'duyet')
  expect(sent).toMatchObject([
    { path: '/api/v1/mfy/setTrangThai/a', body: { trang_thai: 'duyet', version: 7 } },
  ])
})
