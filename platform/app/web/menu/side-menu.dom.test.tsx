/** The menu as people use it: rail, flyout, map, pins, keys, and a phone's bar (D3-NAV-04). */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Actor } from '#platform/contract/abilities.ts'
import { groups, menuOf } from '#platform/contract/menu.ts'
import { permissionCodes } from '#platform/contract/permissions.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { confirm, question } from '#kit/web/feedback.ts'
import { setCount } from '#kit/web/counts.ts'
import { openTab, resetTabs } from '#platform/web/tabs.ts'
import { actorOf } from '../shell/actor.fixture.ts'
import { notices, open, windowOf } from '../shell/page.fixture.tsx'
import { signIn } from '../shell/reading.fixture.tsx'
import { MenuKeys } from './menu-keys.ts'
import { packColumns } from './menu-panel.tsx'
import { menuOpen, panel, pins, toggleMenu } from './menu-state.ts'
import { SideMenu } from './side-menu.tsx'

const admin: Actor = { ...actorOf(1), permissions: new Set(permissionCodes) }
const tall = (height: number): void => {
  vi.stubGlobal('innerHeight', height)
}

beforeEach(() => {
  windowOf('no such window')
  tall(768)
  resetTabs()
  pins.set({})
  panel.set(null)
  if (menuOpen.get()) toggleMenu()
  setCount('desk', 0)
})

/** The menu of `actor`, with a box to type into beside it. */
function menu(actor: Actor = admin, onPalette = (): void => undefined, onGuide = (): void => undefined) {
  signIn(actor, 'Đào Thị Hoa')
  return open(
    <>
      <SideMenu onPalette={onPalette} onGuide={onGuide} />
      <MenuKeys />
      <input aria-label="Ô" />
    </>,
  )
}
const nav = (): HTMLElement => screen.getByRole('navigation', { name: 'Danh mục' })
const buttons = (): (string | null)[] =>
  within(nav())
    .queryAllByRole('button')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)
const group = (name: string | RegExp): HTMLElement => within(nav()).getByRole('button', { name })
const states = (name: string): (string | null)[] =>
  ['aria-haspopup', 'aria-expanded'].map((one) => group(name).getAttribute(one))
const columns = (): (string | null)[] =>
  within(screen.getByRole('menu'))
    .getAllByRole('group')
    .map((one) => one.getAttribute('aria-label'))
const items = (): (string | null)[] =>
  screen.queryAllByRole('menuitem').map((one) => one.querySelector('span')?.textContent ?? null)
const item = (name: string): HTMLElement => screen.getByRole('menuitem', { name: new RegExp(`^${name}`) })
const path = (): string => location.pathname

test('D3-NAV-04: the rail has the pins on top, the eight groups and the map; screens that a role may not open are absent', async () => {
  menu()
  await screen.findByRole('button', { name: /Sàn gọi/ })
  expect(buttons()).toEqual(['Sàn gọi', 'Bàn duyệt', ...Object.values(groups), 'Tất cả'])
})

test('D3-NAV-04: a group without a screen for the role is absent, and one with a single screen opens it at once', async () => {
  const user = menu({ ...actorOf(6) })
  expect(buttons()).not.toContain('Data')
  expect(buttons()).not.toContain('Hệ thống')
  expect(group('Tổng quan').hasAttribute('aria-haspopup')).toBe(false)
  await user.click(group('Tổng quan'))
  expect(path()).toBe('/app/dashboard')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('D3-NAV-04: a group opens a flyout with named columns, is marked as expanded, and Escape returns the focus to it', async () => {
  const user = menu()
  expect(states('Chăm sóc')).toEqual(['menu', 'false'])
  await user.click(group('Chăm sóc'))
  await screen.findByRole('menu', { name: 'Chăm sóc' })
  expect(states('Chăm sóc')).toEqual(['menu', 'true'])
  expect(columns()).toEqual(['Đã ghim', 'Gọi khách', 'Điều hành', 'Mời gói'])
  expect(items().slice(0, 2)).toEqual(['Sàn gọi', 'Chăm sóc khách hàng'])
  expect(document.activeElement).toBe(screen.getAllByRole('menuitem')[0])
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(group('Chăm sóc'))
})

test('D3-NAV-04: one entry of the rail is reached by Tab, arrows move to the others, Enter opens the screen', async () => {
  const user = menu()
  await user.click(group('Sim số'))
  await screen.findByRole('menu')
  const reachable = (): (string | null)[] =>
    screen.getAllByRole('menuitem').flatMap((one) => (one.tabIndex === 0 ? one.textContent : []))
  expect(reachable()).toHaveLength(1)
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Quản lý đơn hàng')
  expect(reachable()[0]).toContain('Quản lý đơn hàng')
  await user.keyboard('{Enter}')
  expect(path()).toBe('/app/order')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('D3-NAV-04: the entry of the current screen gets the focus first', async () => {
  openTab('order')
  const user = menu()
  expect(group('Sim số').getAttribute('aria-current')).toBe('true')
  await user.click(group('Sim số'))
  await screen.findByRole('menu')
  expect(document.activeElement?.textContent).toContain('Quản lý đơn hàng')
})

test('D3-NAV-04: P pins to and unpins from the rail, at most five screens, stored per person in the browser; the focus stays on the entry', async () => {
  const toasts = notices()
  const user = menu()
  await user.click(group('Tra cứu'))
  await screen.findByRole('menu')
  await user.keyboard('p')
  expect(buttons().slice(0, 4)).toEqual([
    'Sàn gọi',
    'Bàn duyệt',
    'Thuê bao, Tra cứu thông tin thuê bao',
    'Tổng quan',
  ])
  expect(document.activeElement).toBe(item('Tra cứu thông tin thuê bao'))
  expect(JSON.parse(localStorage.getItem('menuPins') ?? '')).toEqual({
    a: ['floor', 'desk', 'customerLookup'],
  })
  for (const name of ['Khách hàng 360', 'Kết quả đăng ký', 'Trung tâm tin nhắn'])
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: `Ghim ${name}` }))
  expect(pins.get()['a']).toHaveLength(5)
  expect(toasts.at(-1)).toContain('Đã ghim đủ 5 màn hình')
  act(() => item('Khách hàng 360').focus())
  await user.keyboard('p')
  expect(pins.get()['a']).toEqual(['floor', 'desk', 'customerLookup', 'registrationResults'])
  // Somebody else has their own.
  act(() => signIn({ ...admin, username: 'b' }))
  expect(buttons().slice(0, 3)).toEqual(['Sàn gọi', 'Bàn duyệt', 'Tổng quan'])
})

test('D3-NAV-04: a pinned screen that may no longer be opened is not in the rail', async () => {
  pins.set({ a: ['accounts', 'khr', 'care', 'baodo', 'mfy', 'order', 'simso'] })
  menu(actorOf(6))
  expect(buttons().indexOf('Tổng quan')).toBe(5)
  expect(buttons()[0]).toBe('Khách riêng, Khách hàng riêng')
  expect(buttons().join()).not.toContain('Nhân viên')
})

test('D3-NAV-04: waiting rows show as a number on a pin or entry, and as a dot on their group', async () => {
  setCount('desk', 1234)
  const user = menu()
  expect(buttons()).toContain('Bàn duyệt 1,234')
  expect(buttons()).toContain('Hoàn tiền, có việc chờ')
  expect(buttons()).toContain('Sim số')
  await user.click(group(/^Hoàn tiền ?, có việc chờ$/))
  await screen.findByRole('menu')
  expect(item('Bàn duyệt').textContent).toContain('1,234')
})

test('D3-NAV-04: in the opened menu groups have their pinned screens below them, and there is no second row of pins', async () => {
  menuOpen.set(true)
  menu()
  expect(buttons().slice(0, 4)).toEqual(['Tổng quan', 'Chăm sóc', 'Sàn gọi', 'Tra cứu'])
  expect(buttons()[buttons().indexOf('Hoàn tiền') + 1]).toBe('Bàn duyệt')
})

test('D3-NAV-04: below 640 px height the last groups are in the map, which leads to every screen', async () => {
  tall(500)
  const user = menu()
  const names = buttons()
  expect(names.slice(0, 3)).toEqual(['Sàn gọi', 'Bàn duyệt', 'Tổng quan'])
  expect(names).not.toContain('Hệ thống')
  expect(names.at(-1)).toBe('Tất cả')
  await user.click(group('Tất cả'))
  await screen.findByRole('menu', { name: 'Tất cả' })
  expect(columns()).toEqual(Object.values(groups))
  expect(new Set(items())).toEqual(
    new Set(menuOf(admin).flatMap(({ screens }) => screens.map((name) => screenOf(name).label))),
  )
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(group('Tất cả'))
  act(() => {
    tall(640)
    dispatchEvent(new Event('resize'))
  })
  expect(buttons()).toContain('Hệ thống')
})

test('D3-NAV-04: the map lists whole groups in order, in at most five columns', () => {
  const parts = menuOf(admin)
  const columnsOfMap = packColumns(parts)
  expect(columnsOfMap.length).toBeLessThanOrEqual(5)
  expect(columnsOfMap.flat()).toEqual(parts)
})

test('D3-NAV-04: G and a number, or Alt and a number, open a group; not while somebody types, composes or answers, and a number alone does nothing', async () => {
  const user = menu()
  await user.keyboard('2')
  expect(panel.get()).toBeNull()
  await user.keyboard('g2')
  expect(panel.get()).toBe('care')
  await user.keyboard('g3')
  expect(panel.get()).toBe('lookup')
  await user.keyboard('{Escape}')
  await user.keyboard('{Alt>}8{/Alt}')
  expect(panel.get()).toBe('system')
  await screen.findByRole('menu')
  await user.keyboard('{Escape}')
  await user.keyboard('gx2')
  expect(panel.get()).toBeNull()
  // Ctrl and G is the browser's search.
  await user.keyboard('{Control>}g{/Control}')
  await user.keyboard('2')
  expect(panel.get()).toBeNull()
  const box = screen.getByRole('textbox', { name: 'Ô' })
  await user.type(box, 'g2')
  expect([panel.get(), (box as HTMLInputElement).value]).toEqual([null, 'g2'])
  act(() => box.blur())
  fireEvent.keyDown(document.body, { key: 'g' })
  fireEvent.keyDown(document.body, { key: '2', isComposing: true })
  expect(panel.get()).toBeNull()
  void confirm({ title: 'Xoá', body: 'Xoá?', confirmLabel: 'Xoá' })
  await waitFor(() => expect(question.get()).not.toBeNull())
  fireEvent.keyDown(document.body, { key: 'g' })
  fireEvent.keyDown(document.body, { key: '2' })
  expect(panel.get()).toBeNull()
  act(() => question.set(null))
})

test('D3-NAV-04: a number after G does not reach the screen, and a key used by the screen does not reach the menu', async () => {
  const user = menu()
  const heard: string[] = []
  const listen = (event: KeyboardEvent): void => void heard.push(event.key)
  const take = (event: KeyboardEvent): void => void (event.altKey && event.preventDefault())
  document.addEventListener('keydown', listen)
  document.addEventListener('keydown', take)
  await user.keyboard('g2')
  expect(heard).toEqual(['g'])
  await screen.findByRole('menu')
  await user.keyboard('q{Escape}')
  expect(heard).toEqual(['g'])
  await user.keyboard('{Alt>}3{/Alt}')
  expect(panel.get()).toBeNull()
  document.removeEventListener('keydown', listen)
  document.removeEventListener('keydown', take)
})

test('D3-NAV-04: the search of a flyout opens the palette; a click elsewhere closes the flyout, and so does moving the focus', async () => {
  const onPalette = vi.fn<() => void>()
  const user = menu(admin, onPalette)
  await user.click(group('Data'))
  await user.click(await screen.findByRole('button', { name: /Tìm trong mọi màn hình/ }))
  expect([onPalette.mock.calls.length, panel.get()]).toEqual([1, null])
  await user.click(group('Data'))
  await screen.findByRole('menu')
  fireEvent.pointerDown(document.body)
  expect(panel.get()).toBeNull()
  await user.click(group('Data'))
  await screen.findByRole('menu')
  act(() => screen.getByRole('textbox', { name: 'Ô' }).focus())
  expect(panel.get()).toBeNull()
})

test('D3-NAV-04: arrow keys move along the rail and open a group', async () => {
  const user = menu()
  act(() => group('Sim số').focus())
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(group('Lương & tiền'))
  await user.keyboard('{ArrowUp}{ArrowRight}')
  expect(panel.get()).toBe('sim')
})

test.each([5, 7] as const)(
  'D3-NAV-04: priority %i has seven places, no groups and no map; a place opens its first screen, or the view that is open',
  async (priority) => {
    openTab('messageCentre')
    openTab('care')
    const user = menu(actorOf(priority))
    expect(buttons()).toEqual([
      priority === 5 ? 'Hôm nay' : 'Tổng quan',
      'Chăm sóc',
      'Khách riêng',
      'Tra cứu',
      'Hoàn tiền',
      'Sim số',
      'Lương',
    ])
    await user.click(group('Khách riêng'))
    expect(path()).toBe('/app/khr')
    await user.click(group('Tra cứu'))
    expect(path()).toBe('/app/customer-message-999')
    expect(screen.queryByRole('menu')).toBeNull()
    await user.keyboard('g6')
    expect(path()).toBe('/app/simso')
  },
)

test('D3-NAV-04: a phone has a bar of four places and the rest in a sheet, where the four are chosen', async () => {
  windowOf('640px')
  const user = menu(actorOf(4))
  await screen.findByRole('button', { name: 'Thêm' })
  expect(buttons()).toEqual([
    'Sàn gọi',
    'Bàn duyệt',
    'Gọi khách, Chăm sóc khách hàng',
    'Khách riêng, Khách hàng riêng',
    'Thêm',
  ])
  await user.click(screen.getByRole('button', { name: 'Thêm' }))
  const sheet = await screen.findByRole('dialog', { name: 'Thêm' })
  expect(
    within(sheet)
      .getAllByRole('heading')
      .map((one) => one.textContent),
  ).toEqual(menuOf(actorOf(4)).map(({ label }) => label))
  await user.click(within(sheet).getByRole('button', { name: 'Đổi 4 mục ở thanh dưới' }))
  await user.click(within(sheet).getByRole('button', { name: /Khách hàng riêng$/ }))
  await user.click(within(sheet).getByRole('button', { name: 'Blacklist' }))
  await user.click(within(sheet).getByRole('button', { name: 'Mfy' }))
  expect(pins.get()['a']).toEqual(['floor', 'desk', 'care', 'blacklist'])
  await user.click(within(sheet).getByRole('button', { name: 'Xong' }))
  await user.click(within(sheet).getByRole('button', { name: /Nhật ký chăm sóc$/ }))
  expect(path()).toBe('/app/care-history')
  await waitFor(() => expect(buttons()).toContain('Blacklist'))
})

test('D3-PHN-02: the sheet has what the top bar of a phone has no room for: profile, guide, theme, sign-out', async () => {
  windowOf('640px')
  const guide = vi.fn<() => void>()
  const user = menu(actorOf(4), undefined, guide)
  const sheet = async (): Promise<HTMLElement> => {
    await user.click(await screen.findByRole('button', { name: 'Thêm' }))
    return screen.findByRole('dialog', { name: 'Thêm' })
  }
  const theme = () => document.documentElement.dataset['mantineColorScheme']
  await user.click(within(await sheet()).getByRole('button', { name: 'Giao diện tối' }))
  expect(theme()).toBe('dark')
  await user.click(screen.getByRole('button', { name: 'Giao diện sáng' }))
  expect(theme()).toBe('light')
  await user.click(screen.getByRole('button', { name: 'Hướng dẫn' }))
  expect(guide).toHaveBeenCalledOnce()
  expect(panel.get(), 'the guide is not under the sheet').toBeNull()
  await user.click(within(await sheet()).getByRole('button', { name: /Đào Thị Hoa/ }))
  expect(path()).toBe('/sys/profile')
  await user.click(within(await sheet()).getByRole('button', { name: 'Đăng xuất' }))
  expect(path()).toBe('/logout')
})
