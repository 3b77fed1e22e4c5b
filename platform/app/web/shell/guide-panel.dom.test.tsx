/** The guide: at the screen in front, or at the daily work of its reader. */
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Priority } from '#platform/contract/abilities.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { gridKeys, keyHelp } from '#kit/web/keys.ts'
import { queryClient } from '#kit/web/query.ts'
import { actorOf } from './actor.fixture.ts'
import { GuidePanel } from './guide-panel.tsx'
import { open, reading } from './page.fixture.tsx'
import { signIn } from './reading.fixture.tsx'

const keys = keyHelp.get()
afterEach(() => keyHelp.set(keys))

function guide(current: ScreenName | null, priority: Priority = 2) {
  signIn(actorOf(priority))
  const page = (text: string, screens = {}) => ({ title: '', blocks: [{ line: [text] }], screens })
  const khr = [
    { blocks: [{ line: ['Của mọi người, xem ', { to: 'khr' }] }] },
    { for: [2], blocks: [{ line: ['Của quản lý'] }] },
    { for: [5], blocks: [{ line: ['Của nhân viên'] }] },
  ]
  queryClient.setQueryData(['guide', `screens/${screenOf('khr').group}`], page('', { khr }))
  for (const day of ['quan-ly', 'ke-toan', 'nhan-vien'])
    queryClient.setQueryData(['guide', day], page(`Ngày ${day}`))
  const onClose = vi.fn<() => void>()
  const user = open(<GuidePanel screen={current} onClose={onClose} />)
  return { user, onClose }
}
const tabs = (): (string | null)[] => screen.getAllByRole('tab').map((tab) => tab.textContent)
const current = (): string | null | undefined => screen.getByRole('tab', { selected: true }).textContent

test("the guide opens at the current screen, in the part for the reader's role and with the keys", () => {
  keyHelp.set(new Map([['Danh sách', [{ keys: 'N', what: 'Tạo mới' }, gridKeys]]]))
  guide('khr')
  expect([tabs(), current()]).toEqual([['Màn hình này', 'Quản lý', 'Kế toán'], 'Màn hình này'])
  const { text } = reading()
  expect(text).toContain('Của quản lý')
  expect(text).not.toContain('Của nhân viên')
  expect(text).toContain('Phím tắt: Danh sách Tạo mới N Chọn ô;')
  expect(text).toContain(
    'Hoàn tác lần sửa cuối của bạn ở danh sách này Ctrl Z Phím tắt: Mọi màn hình Tìm màn hình',
  )
  expect(text).not.toContain('F2')
})

test('without a screen, or on one that is not for the reader, the guide opens at the daily work', async () => {
  const { user } = guide(null, 5)
  expect([tabs(), current()]).toEqual([['Một ngày của tôi', 'Phím tắt'], 'Một ngày của tôi'])
  expect(reading().text).toContain('Ngày nhan-vien')
  await user.click(screen.getByRole('tab', { name: 'Phím tắt' }))
  expect(reading().text).toContain('Mọi màn hình Nhận khách hàng tiếp theo F2')
  document.body.innerHTML = ''
  guide('accounts', 7)
  expect(tabs()).not.toContain('Màn hình này')
})

test('the guides of other roles, and the list of keys, are behind their tabs', async () => {
  keyHelp.set([['Danh sách', [{ keys: 'N', what: 'Tạo mới' }]]] as never)
  const { user } = guide(null)
  await user.click(screen.getByRole('tab', { name: 'Kế toán' }))
  expect(reading().text).toContain('Ngày ke-toan')
  await user.click(screen.getByRole('tab', { name: 'Phím tắt' }))
  expect(reading().text).toContain('Tạo mới N')
  expect(reading().text).not.toContain('Ngày ke-toan')
})

test('a screen named in the guide opens by a click, and the guide closes', async () => {
  const { user, onClose } = guide('khr')
  await user.click(screen.getByRole('button', { name: screenOf('khr').label }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(location.pathname).toBe(screenOf('khr').routes[0])
})

test('the guide prints, and closes by its cross and by Esc', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { user, onClose } = guide('khr')
  await user.click(screen.getByRole('button', { name: 'In' }))
  expect(print).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Đóng' }))
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(2)
})
