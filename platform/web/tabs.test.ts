/** The tab workspace: what is open, what is active, what the browser keeps of it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#test/browser-storage.ts'
import {
  addressOf,
  openAddress,
  changeView,
  closeTabs,
  forgetTabs,
  keepTabs,
  moveTab,
  openFirst,
  openTab,
  placeOf,
  resetTabs,
  restoreTabs,
  tabs,
} from './tabs.ts'
import { unsaved } from '#kit/web/tab-state.tsx'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'

const admin = actorOf(1)
const sale = actorOf(5)

let storage: Map<string, string>
beforeEach(() => {
  storage = stubStorage()
  resetTabs()
})
afterEach(() => vi.unstubAllGlobals())

test('opening an open tab activates it and adds no second one (D1-TAB-04)', () => {
  openTab('blacklist')
  openTab('care')
  openTab('blacklist')
  expect(tabs.get()).toEqual({ open: ['blacklist', 'care'], active: 'blacklist' })
})

test('closing any tab activates the last one that remains (D1-TAB-06, D1-Q-029)', () => {
  openTab('blacklist')
  openTab('care')
  openTab('tilebatso')
  closeTabs(['tilebatso'])
  expect(tabs.get().active).toBe('care')
  openTab('blacklist')
  closeTabs(['care'])
  expect(tabs.get()).toEqual({ open: ['blacklist'], active: 'blacklist' })
})

test('closing the only tab leaves an empty workspace and no last active tab (D1-Q-029)', () => {
  openTab('care')
  closeTabs(['care'])
  expect(tabs.get()).toEqual({ open: [], active: null })
  expect([storage.get('tabList'), storage.get('lastActiveTab')]).toEqual(['[]', ''])
})

test('the open tabs are restored by their raw names (D1-TAB-09, D1-TAB-10)', () => {
  openTab('care')
  openTab('blacklist')
  openTab('care')
  expect(JSON.parse(storage.get('tabList') ?? '')).toEqual(['CustomerCareList', 'Blacklist'])
  resetTabs()
  restoreTabs(sale)
  expect(tabs.get()).toEqual({ open: ['care', 'blacklist'], active: 'care' })
})

test('unknown, repeated and forbidden names are dropped (D1-Q-030)', () => {
  storage.set('tabList', JSON.stringify(['Blacklist', 'Nothing', 'Giahoantien', 'Blacklist', '__proto__']))
  storage.set('lastActiveTab', 'Giahoantien')
  restoreTabs(sale)
  expect(tabs.get()).toEqual({ open: ['blacklist'], active: 'blacklist' })
  storage.set('tabList', JSON.stringify(['Blacklist', 'Giahoantien']))
  storage.set('lastActiveTab', 'Giahoantien')
  restoreTabs(admin)
  expect(tabs.get()).toEqual({ open: ['blacklist', 'giahoantien'], active: 'giahoantien' })
})

test.each(['', '{', '"Blacklist"', '[1,2]', 'null', '{"0":"Blacklist"}'])(
  'corrupt storage %j counts as empty (D1-Q-030)',
  (text) => {
    storage.set('tabList', text)
    storage.set('lastActiveTab', 'Blacklist')
    restoreTabs(admin)
    expect(tabs.get()).toEqual({ open: [], active: null })
  },
)

test('a tab is moved before another one or to the end', () => {
  for (const name of ['care', 'blacklist', 'tilebatso'] as const) openTab(name)
  moveTab('tilebatso', 'care')
  expect(tabs.get().open).toEqual(['tilebatso', 'care', 'blacklist'])
  moveTab('tilebatso', null)
  expect(tabs.get().open).toEqual(['care', 'blacklist', 'tilebatso'])
})

test('an ended session forgets the tab names, and the same user gets the tabs of the page back (D1-SESS-22)', () => {
  openTab('care')
  forgetTabs()
  expect([storage.has('tabList'), tabs.get().open]).toEqual([false, ['care']])
  keepTabs()
  expect(storage.get('tabList')).toBe('["CustomerCareList"]')
})

test('a link opens the tab of its screen or resets it; the stored address omits the phone (D3-NAV-02)', () => {
  openAddress('customerLookup', 'phone=0912345678')
  expect([tabs.get(), addressOf('customerLookup')]).toEqual([
    { open: ['customerLookup'], active: 'customerLookup' },
    '/app/customer-lookup?phone=0912345678',
  ])
  openAddress('blacklist', 'description=a')
  const { times } = placeOf('blacklist')
  openAddress('blacklist', 'description=a')
  expect(placeOf('blacklist').times).toBe(times)
  openAddress('blacklist', 'description=b')
  expect(placeOf('blacklist')).toEqual({ search: 'description=b', link: 'description=b', times: times + 1 })
  const filters = { CustomerLookup: '', Blacklist: 'description=b' }
  expect(JSON.parse(storage.get('tabFilters') ?? '')).toEqual(filters)
  resetTabs()
  restoreTabs(sale)
  expect([addressOf('customerLookup'), addressOf('blacklist')]).toEqual([
    '/app/customer-lookup',
    '/app/blacklist?description=b',
  ])
})

test('the route of a screen without a raw name is stored; a forbidden screen is not restored (D3-NAV-02)', () => {
  openTab('moigoihomsau')
  expect(storage.get('tabList')).toBe('["/app/moigoihomsau"]')
  storage.set('tabList', '["/app/moigoihomsau","/sys/settings"]')
  resetTabs()
  restoreTabs(sale)
  expect(tabs.get().open).toEqual(['moigoihomsau'])
})

test('the first permitted screen opens, and none beside restored tabs (D3-NAV-03)', () => {
  const office = ['desk', 'dashboard'] as const
  openFirst(sale, office)
  expect(tabs.get()).toEqual({ open: ['dashboard'], active: 'dashboard' })
  openFirst(actorOf(2), office)
  expect(tabs.get()).toEqual({ open: ['dashboard'], active: 'dashboard' })
  resetTabs()
  openFirst(actorOf(2), office)
  expect(tabs.get().active).toBe('desk')
})

test('another view replaces the current tab and keeps its filters; an open tab of that view is activated, and a tab with typed text stays (D3-NAV-05)', () => {
  vi.stubGlobal('history', { pushState: () => undefined, replaceState: () => undefined })
  for (const name of ['care', 'requestrefund', 'blacklist'] as const) openTab(name)
  openAddress('requestrefund', 'phone=1')
  changeView('requestrefund', 'requestrefundreport')
  expect(tabs.get()).toEqual({
    open: ['care', 'requestrefundreport', 'blacklist'],
    active: 'requestrefundreport',
  })
  expect(JSON.parse(storage.get('tabList') ?? '')).toEqual([
    'CustomerCareList',
    'Requestrefundreport',
    'Blacklist',
  ])
  changeView('requestrefundreport', 'requestrefund')
  expect(addressOf('requestrefund')).toBe('/app/requestrefund?phone=1')
  openTab('requestrefundreport')
  changeView('requestrefundreport', 'requestrefund')
  expect(tabs.get().open).toEqual(['care', 'requestrefund', 'blacklist', 'requestrefundreport'])
  const went: string[] = []
  vi.stubGlobal('history', { pushState: (_: unknown, __: string, to: string) => void went.push(to) })
  unsaved.set(new Map([['requestrefund', new Set(['form'])]]))
  changeView('requestrefund', 'approval')
  expect([tabs.get().open.includes('requestrefund'), went]).toEqual([true, ['/app/approval']])
})
