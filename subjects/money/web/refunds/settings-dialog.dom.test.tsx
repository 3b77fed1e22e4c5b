/** Channels and discounts of refunds: what is sent of them, and what a refusal leaves. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { settingTexts, type SettingState } from '#subjects/settings/contract/calls/settings.ts'
import { stubCalls, written } from '#test/sent.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

const partner = 'doitac1.example'
const state = (key: string, value: SettingState['value'], version = 2): SettingState => ({
  key,
  value,
  version,
  updatedAt: null,
  updatedBy: null,
})

async function dialog(write: (key: string) => void = () => undefined) {
  const states = [
    state('kenh_hoan_tien', partner, 7),
    state('kenh_hoan_tien_tra_sau', 'khong_qua_api'),
    state('kenh_nap_chiet_khau', 'khac.example'),
    state('kenh_nap_chiet_khau_tra_sau', ''),
    state('ti_le_chiet_khau', 7.5, 3),
    state('ti_le_chiet_khau_tra_sau', 0),
    state('kenh_doi_tac_ds', [partner]),
  ]
  const calls = stubCalls((path, { method, body }) => {
    if (method === 'GET') return states
    const key = path.split('/').at(-1) ?? ''
    write(key)
    const index = states.findIndex((one) => one.key === key)
    states[index] = state(key, body.value as string, Number(body.version) + 1)
    return states[index]
  })
  let closed = 0
  const user = open(<SettingsDialog onClose={() => void closed++} />)
  const rate = await screen.findByLabelText(/Chiết khấu trả trước/)
  const pick = async (label: RegExp, name: string): Promise<void> => {
    await user.click(screen.getByLabelText(label))
    await user.click(await screen.findByRole('option', { name }))
  }
  const save = () => user.click(screen.getByRole('button', { name: /^Lưu/ }))
  return { calls, user, rate, pick, save, closed: () => closed }
}

test('D2-SET-02: only changed settings are sent, each with its own version', async () => {
  const { calls, user, rate, pick, save, closed } = await dialog()
  expect(rate).toHaveProperty('value', '7.5')
  await user.clear(rate)
  await user.type(rate, '8,25')
  await pick(/Kênh hoàn tiền trả trước/, 'Không qua API')
  await save()
  await waitFor(() => expect(closed()).toBe(1))
  expect(written(calls)).toEqual([
    ['PUT /api/v1/setting/kenh_hoan_tien', { value: 'khong_qua_api', version: 7 }],
    ['PUT /api/v1/setting/ti_le_chiet_khau', { value: 8.25, version: 3 }],
  ])
  await screen.findByText(settingTexts.saved)
})

test('D2-SET-03: a channel may be manual, a partner, or the current value', async () => {
  const { user } = await dialog()
  await user.click(screen.getByLabelText(/Kênh nạp chiết khấu trả sau/))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual(['Chưa chọn', 'Không qua API', partner, 'khac.example'])
})

test('D2-SET-05: an invalid discount, and a refund without a channel, are not sent', async () => {
  const { calls, user, rate, pick, save } = await dialog()
  await user.clear(rate)
  await user.type(rate, 'bảy')
  await pick(/Kênh hoàn tiền trả trước/, 'Chưa chọn')
  await save()
  expect(written(calls)).toEqual([])
  expect(reading().text).toContain(messages.missingField)
})

test('a refused setting is shown and the dialog stays open; settings saved before it are not sent again', async () => {
  let refused = true
  const { calls, user, rate, pick, save, closed } = await dialog((key) => {
    if (key === 'ti_le_chiet_khau' && refused) throw new AppError('CONFLICT', 'Người khác vừa đổi')
  })
  await pick(/Kênh hoàn tiền trả trước/, 'Không qua API')
  await user.clear(rate)
  await user.type(rate, '9')
  await save()
  await screen.findByText(/Người khác vừa đổi/)
  expect(closed()).toBe(0)
  refused = false
  await save()
  await waitFor(() => expect(closed()).toBe(1))
  expect(written(calls).map(([call]) => call.split('/').at(-1))).toEqual([
    'kenh_hoan_tien',
    'ti_le_chiet_khau',
    'ti_le_chiet_khau',
  ])
})
