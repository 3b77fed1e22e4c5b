/** The top bar of a phone: which screen is in front, and the other tabs (D3-PHN-02). */
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { unsaved } from '#kit/web/tab-state.tsx'
import { openTab, resetTabs, tabs } from '#platform/web/tabs.ts'
import { open, windowOf } from './page.fixture.tsx'
import { TopBar } from './top-bar.tsx'

const nothing = (): void => undefined

beforeEach(() => {
  windowOf('640px')
  resetTabs()
})

const items = (): (string | null)[] => screen.getAllByRole('menuitem').map((one) => one.textContent)

test('D3-PHN-02: the name of the screen in front opens the other tabs, which are changed to and closed there', async () => {
  for (const name of ['care', 'requestrefund', 'blacklist'] as const) openTab(name)
  act(() => unsaved.set(new Map([['care', new Set(['form'])]])))
  const user = open(<TopBar onPalette={nothing} onGuide={nothing} />)
  await user.click(await screen.findByRole('button', { name: /^Blacklist/ }))
  expect(items()).toEqual([
    'Chăm sóc khách hàng, chưa lưu',
    'Yêu cầu hoàn tiền',
    'Blacklist',
    'Đóng tab này',
    'Đóng các tab khác',
    'Đóng tất cả',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Yêu cầu hoàn tiền' }))
  expect(location.pathname).toBe('/app/requestrefund')
  act(() => openTab('requestrefund'))
  await user.click(await screen.findByRole('button', { name: /^Yêu cầu hoàn tiền/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Đóng tab này' }))
  expect(tabs.get().open).toEqual(['care', 'blacklist'])
})

test('D3-PHN-02: search and bell are the only other buttons', async () => {
  const search = vi.fn<() => void>()
  const user = open(<TopBar onPalette={search} onGuide={nothing} />)
  await user.click(await screen.findByRole('button', { name: /^Tìm màn hình/ }))
  expect(search).toHaveBeenCalledOnce()
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Tìm màn hình, nhân viên, gói cước, số điện thoại',
    'Thông báo',
  ])
})
