/** The settings while they are edited: what is checked, in which order they are sent, what a refusal leaves. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { settings, type SettingKey } from '#platform/contract/settings/catalogue.ts'
import { settingTexts, type SettingState } from '#subjects/settings/contract/calls/settings.ts'
import { stubCalls, written } from '#test/sent.ts'
import { hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { useSettings } from './use-settings.ts'

const dated = (Object.keys(settings) as SettingKey[]).find(
  (key) => settings[key].dated && typeof settings[key].default === 'number',
)
if (!dated) throw new Error('no dated setting')
const start: Partial<Record<SettingKey, SettingState['value']>> = {
  kenh_hoan_tien: 'khong_qua_api',
  kenh_doi_tac_ds: ['doitac1.example'],
  ti_le_chiet_khau: 5,
  'lookup.from': '07:00',
  'lookup.until': '20:00',
  [dated]: settings[dated].default as number,
}

async function opened(write: (key: string) => void = () => undefined) {
  const states = Object.entries(start).map(([key, value], index): SettingState => ({
    key,
    value,
    version: index + 1,
    updatedAt: null,
    updatedBy: null,
  }))
  const calls = stubCalls((path, { method, body }) => {
    if (method === 'GET') return states
    const key = path.split('/').at(-1) ?? ''
    write(key)
    const state = states.find((one) => one.key === key)
    const { value } = body
    const lines = Array.isArray(state?.value) ? String(value).split('\n') : value
    if (state) Object.assign(state, { value: lines, version: state.version + 1 })
    return state
  })
  const used = hookInPage(useSettings)
  await waitFor(() => expect(used.current.data).toBeDefined())
  const change = (key: SettingKey, draft: string) => act(() => used.current.change(key, draft))
  const save = () => act(() => used.current.submit())
  return { calls, used, change, save, keys: () => written(calls).map(([call]) => call.split('/').at(-1)) }
}

test('D2-SET-12: a value equal to the stored one is no change; a changed one is sent with its version', async () => {
  const { calls, used, change, save } = await opened()
  change('ti_le_chiet_khau', '5')
  expect(used.current.changed).toEqual([])
  change('ti_le_chiet_khau', '6')
  expect(used.current.changed).toEqual(['ti_le_chiet_khau'])
  await save()
  await screen.findByText(settingTexts.saved)
  expect(written(calls)).toEqual([['PUT /api/v1/setting/ti_le_chiet_khau', { value: '6', version: 3 }]])
  await waitFor(() => expect(used.current.changed).toEqual([]))
})

test('D2-SET-11: an invalid or cleared value is marked at its setting and nothing is sent', async () => {
  const { calls, used, change, save } = await opened()
  change('ti_le_chiet_khau', 'bảy')
  change('kenh_hoan_tien', '')
  await save()
  expect(Object.keys(used.current.errors).toSorted()).toEqual(['kenh_hoan_tien', 'ti_le_chiet_khau'])
  expect(written(calls)).toEqual([])
  change('ti_le_chiet_khau', '7')
  expect(used.current.errors).not.toHaveProperty('ti_le_chiet_khau')
})

test('both ends of a period are sent in the order that the server accepts; an end beyond the other is an error', async () => {
  const { change, save, keys, used } = await opened()
  change('lookup.from', '21:00')
  await save()
  expect(used.current.errors).toHaveProperty(['lookup.from'])
  expect(keys()).toEqual([])
  change('lookup.until', '23:00')
  await save()
  await waitFor(() => expect(keys()).toEqual(['lookup.until', 'lookup.from']))
})

test('D3-PAY-02: a dated setting requires a day and a reason, which are sent with it', async () => {
  const { calls, used, change, save } = await opened()
  change(dated, String(Number(start[dated]) + 1))
  await save()
  expect(used.current.errors).toEqual({ ly_do: 'Ghi lý do thay đổi' })
  expect(written(calls)).toEqual([])
  act(() => used.current.setWhen({ reason: 'quyết định 12' }))
  expect(used.current.errors).toEqual({})
  await save()
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)[0]?.[1]).toMatchObject({ tu_ngay: toFilterDate(todayVn()), ly_do: 'quyết định 12' })
})

test('a refusal is shown at its setting; settings saved before it are not sent again', async () => {
  let refused = true
  const { used, change, save, keys } = await opened((key) => {
    if (key === 'ti_le_chiet_khau' && refused) throw new AppError('CONFLICT', 'Người khác vừa đổi')
  })
  change('kenh_doi_tac_ds', 'doitac1.example\nmoi.example')
  change('ti_le_chiet_khau', '6')
  await save()
  await waitFor(() => expect(used.current.errors).toEqual({ ti_le_chiet_khau: 'Người khác vừa đổi' }))
  expect(used.current.changed).toEqual(['ti_le_chiet_khau'])
  refused = false
  await save()
  await waitFor(() => expect(used.current.changed).toEqual([]))
  expect(keys()).toEqual(['kenh_doi_tac_ds', 'ti_le_chiet_khau', 'ti_le_chiet_khau'])
})
