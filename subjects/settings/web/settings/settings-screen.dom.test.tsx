/** 'Cài đặt': the groups that a reader has, what is changed in them, dropped and saved (D2-SET, D3-ACC-01). */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { settingGroups, settings, type SettingKey } from '#platform/contract/settings/catalogue.ts'
import type { SettingState } from '#subjects/settings/contract/calls/settings.ts'
import { stubCalls, written } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { TabProvider } from '#kit/web/tab-state.tsx'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import SettingsScreen from './settings-screen.tsx'

const rate = 'ti_le_chiet_khau'
const groupOf = (name: SettingKey): string =>
  Object.entries(settingGroups).find(([, group]) => name in group)?.[0] ?? ''
const dated = (Object.keys(settings) as SettingKey[]).find(
  (key) => settings[key].dated && typeof settings[key].default === 'number',
)
if (!dated) throw new Error('no dated setting')
const stateOf = (key: SettingKey, value: SettingState['value'], version = 2): SettingState => ({
  key,
  value,
  version,
  updatedAt: null,
  updatedBy: null,
})
const states = () => [
  stateOf(rate, 5),
  stateOf('lookup.from', '07:00', 0),
  stateOf(dated, Number(settings[dated].default)),
]

async function screenOf(search = '', write: () => void = () => undefined) {
  const now = states()
  const calls = stubCalls((path, { method, body }) => {
    if (method === 'GET') return path.endsWith('/setting') ? now : { values: [] }
    write()
    const state = now.find(({ key }) => path.endsWith(`/${key}`))
    if (state) Object.assign(state, { value: body.value, version: state.version + 1 })
    return state
  })
  const user = open(
    <TabProvider tab={{ screen: 'settings', active: true, search, keep: () => undefined }}>
      <SettingsScreen />
    </TabProvider>,
  )
  await screen.findAllByRole('region')
  return { calls, user }
}
const box = (key: SettingKey) => screen.getByRole<HTMLInputElement>('textbox', { name: settings[key].label })
const button = (name: string) => screen.getByRole('button', { name })
const groups = () => screen.getAllByRole('region').map((group) => group.getAttribute('aria-label'))

beforeEach(() => {
  queryClient.clear()
  signIn({ ...actorOf(1), permissions: new Set([String(settings[rate].write)]) })
})

test('D2-SET-11: typed changes are counted at their group and in the heading; after saving nothing is left to save', async () => {
  const { calls, user } = await screenOf()
  expect(button('Lưu')).toHaveProperty('disabled', true)
  await user.clear(box(rate))
  await user.type(box(rate), '6')
  expect(screen.getByText('1 thay đổi chưa lưu')).toBeTruthy()
  const contents = within(screen.getByRole('navigation', { name: 'Nhóm cài đặt' }))
  expect(contents.getByRole('button', { name: `${groupOf(rate)} 1` })).toBeTruthy()
  await user.click(button('Lưu'))
  await waitFor(() => expect(button('Lưu')).toHaveProperty('disabled', true))
  expect(written(calls)).toEqual([[`PUT /api/v1/setting/${rate}`, { value: '6', version: 2 }]])
})

test('D2-SET-11: dropping the changes restores the values, and nothing is sent', async () => {
  const { calls, user } = await screenOf()
  await user.clear(box(rate))
  await user.type(box(rate), '66')
  await user.click(button('Bỏ thay đổi'))
  expect(box(rate).value).toBe('5')
  expect(screen.queryByRole('button', { name: 'Bỏ thay đổi' })).toBeNull()
  expect(written(calls)).toEqual([])
})

test('D2-SET-11: an invalid value is marked at its setting and nothing is sent; Enter saves like the button', async () => {
  const { calls, user } = await screenOf()
  await user.clear(box(rate))
  await user.type(box(rate), 'bảy{Enter}')
  await waitFor(() => expect(box(rate).getAttribute('aria-invalid')).toBe('true'))
  expect(written(calls)).toEqual([])
  await user.clear(box(rate))
  await user.type(box(rate), '7{Enter}')
  await waitFor(() => expect(written(calls)).toHaveLength(1))
})

test('a refusal is shown at its setting, and the typed value stays', async () => {
  const { user } = await screenOf('', () => {
    throw new AppError('CONFLICT', 'Người khác vừa đổi')
  })
  await user.clear(box(rate))
  await user.type(box(rate), '6{Enter}')
  await screen.findAllByText(/Người khác vừa đổi/)
  expect(box(rate).value).toBe('6')
  expect(button('Lưu')).toHaveProperty('disabled', false)
})

test('D3-PAY-02: a dated setting asks once in its group for its day and reason', async () => {
  const { user } = await screenOf()
  expect(screen.queryByLabelText('Áp dụng từ')).toBeNull()
  await user.type(box(dated), '1')
  const group = within(screen.getByRole('region', { name: groupOf(dated) }))
  expect(group.getByLabelText(/^Áp dụng từ/)).toBeTruthy()
  await user.click(button('Lưu'))
  expect(await group.findByText('Ghi lý do thay đổi')).toBeTruthy()
})

test('D2-SET-01: an address that names a group shows that group alone, until all are chosen', async () => {
  const { user } = await screenOf(`nhom=${encodeURIComponent(groupOf(rate))}`)
  expect(groups()).toEqual([groupOf(rate)])
  expect(screen.queryByRole('navigation', { name: 'Nhóm cài đặt' })).toBeNull()
  await user.click(button('Tất cả cài đặt'))
  expect(groups().length).toBeGreaterThan(1)
})

test('D3-ACC-01: below managers only groups with an editable setting are shown, with the other settings read-only', async () => {
  await screenOf()
  const all = groups()
  document.body.innerHTML = ''
  queryClient.clear()
  signIn({ ...actorOf(6), permissions: new Set(['pay.manage']) })
  await screenOf()
  expect(groups().length).toBeLessThan(all.length)
  expect(groups()).toContain(groupOf(dated))
})

test('D2-SET-12: the history of a setting opens, unless it was never changed', async () => {
  const { user } = await screenOf()
  expect(button(`Lịch sử: ${settings['lookup.from'].label}`)).toHaveProperty('disabled', true)
  await user.click(button(`Lịch sử: ${settings[rate].label}`))
  expect((await screen.findByRole('dialog')).textContent).toContain(settings[rate].label)
})

test('settings that could not be loaded say so and can be retried', async () => {
  let broken = true
  stubCalls(() => {
    if (broken) throw new AppError('CONFLICT', 'Chưa đọc được')
    return states()
  })
  const user = open(<SettingsScreen />)
  await screen.findByText(/Chưa đọc được/)
  broken = false
  await user.click(button('Thử lại'))
  await screen.findAllByRole('region')
  expect(reading().text).toContain(settings[rate].label)
})
