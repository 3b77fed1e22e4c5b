/** The menu by role and right: every screen that may be opened stands in it once, and no other. */
import { expect, test } from 'vitest'
import { can, priorities, type Actor, type Priority } from './abilities.ts'
import { groupLabel, groups, hasGroups, menuOf, shortLabel, viewsOf } from './menu.ts'
import { columnsOf } from './menu-columns.ts'
import { permissionCodes } from './permissions.ts'
import { screenNames, screenOf, type ScreenName } from './screens.ts'

const actorOf = (priority: Priority, ...permissions: string[]): Actor => ({
  id: 'a',
  username: 'a',
  fullname: 'A',
  priority,
  roleName: 'A',
  permissions: new Set(permissions),
  brandId: null,
  groupId: null,
  restricted: priority === 5 || priority === 7,
  seesRefunds: true,
  deskByCode: false,
  decidesOwn: true,
})

/** Each level without rights, with each single one, with all, and without refunds. */
const everybody: [string, Actor][] = priorities.flatMap((priority): [string, Actor][] => [
  [`${priority}`, actorOf(priority)],
  [`${priority} with everything`, actorOf(priority, ...permissionCodes)],
  [`${priority} without refunds`, { ...actorOf(priority), seesRefunds: false }],
  ...permissionCodes.map((code): [string, Actor] => [`${priority} ${code}`, actorOf(priority, code)]),
])
const inMenu = (actor: Actor): ScreenName[] => menuOf(actor).flatMap(({ screens }) => screens)
/** What is reached from the menu: entries of flyouts, or first screens of places, and the views in their heads. */
const reached = (actor: Actor): ScreenName[] => {
  const entries = menuOf(actor).flatMap(({ screens }) =>
    hasGroups(actor)
      ? columnsOf(screens).flatMap((column) => column.entries.map(({ name }) => name))
      : [screens[0]!],
  )
  return [...new Set(entries.flatMap((name) => [name, ...viewsOf(name, actor).map((view) => view.name)]))]
}

test('every screen that a role may open is in exactly one place of its menu, and no other screen is (D3-NAV-04, D1-SHELL-44 to 52, D1-SHELL-60)', () => {
  for (const [who, actor] of everybody) {
    const may = screenNames.filter((name) => name !== 'profile' && can(actor, screenOf(name).may)).toSorted()
    expect([who, inMenu(actor).toSorted()]).toEqual([who, may])
    expect([who, reached(actor).toSorted()]).toEqual([who, may])
  }
})

test('there are eight numbered groups; salespeople and partners have at most seven places and no groups; nothing empty is shown (D3-NAV-04)', () => {
  expect(Object.values(groups)).toEqual([
    'Tổng quan',
    'Chăm sóc',
    'Tra cứu',
    'Data',
    'Hoàn tiền',
    'Sim số',
    'Lương & tiền',
    'Hệ thống',
  ])
  expect(menuOf(actorOf(1, ...permissionCodes)).map(({ label }) => label)).toEqual(Object.values(groups))
  for (const [who, actor] of everybody) {
    const parts = menuOf(actor)
    const few = actor.priority === 5 || actor.priority === 7
    expect([who, parts.length <= (few ? 7 : 8), hasGroups(actor)]).toEqual([who, true, !few])
    for (const { screens } of parts) {
      expect([who, screens.length > 0]).toEqual([who, true])
      for (const { entries } of columnsOf(screens)) expect([who, entries.length > 0]).toEqual([who, true])
    }
  }
})

const columnOf = (actor: Actor, label: string): string[] | undefined =>
  menuOf(actor)
    .flatMap(({ screens }) => columnsOf(screens))
    .find((column) => column.label === label)
    ?.entries.map((entry) => entry.label)

test('the four costs and the payroll revenue are views of pay and money, each with its own permission only (D1-SHELL-44 to 51, D3-NAV-04)', () => {
  const costs = ['Chi phí hoàn tiền', 'Chi phí quản lý', 'Chi phí hỗ trợ', 'Chi phí khác']
  const codes = ['chiphihoantien.get', 'chiphiquanly.get', 'chiphihotro.get', 'chiphikhac.get']
  expect(columnOf(actorOf(2, ...codes), 'Chi phí')).toEqual(costs)
  codes.forEach((code, index) => expect(columnOf(actorOf(6, code), 'Chi phí')).toEqual([costs[index]]))
  expect(columnOf(actorOf(1), 'Chi phí')).toBeUndefined()
  expect(columnOf(actorOf(2, 'doanhthutinhluong.get'), 'Doanh thu')).toContain('Doanh thu tính lương')
  expect(columnOf(actorOf(2), 'Doanh thu')).not.toContain('Doanh thu tính lương')
  const pay = menuOf(actorOf(1, ...permissionCodes)).find(({ name }) => name === 'pay')
  expect(columnsOf(pay?.screens ?? []).map(({ label }) => label)).toEqual(['Lương', 'Doanh thu', 'Chi phí'])
})

test.each<[string, ScreenName[]]>([
  ['the requests and their report', ['requestrefund', 'requestrefundreport']],
  ['the desk and the bank messages', ['desk', 'approval']],
  [
    'the steps of a file',
    ['upload', 'uploadchiadata', 'phanquyendata', 'division', 'chiadata', 'luatmoilai'],
  ],
  ['the scans', ['quetdata', 'quetdatakhonggoi', 'quetdtct']],
  ['the costs', ['chiphihoantien', 'chiphiquanly', 'chiphihotro', 'chiphikhac']],
  ['revenue by line, person and branch', ['report90849332', 'reportstaffrevenue', 'reportbranchrevenue']],
])('%s are views of one place, whichever is open; each has its own address (D3-NAV-05)', (_, views) => {
  const actor = actorOf(1, ...permissionCodes)
  for (const name of views) expect(viewsOf(name, actor).map((view) => view.name)).toEqual(views)
  expect(new Set(views.map((name) => screenOf(name).routes[0])).size).toBe(views.length)
})

test('a place with one permitted view shows no views in its heading (D3-NAV-05)', () => {
  expect(viewsOf('chiphikhac', actorOf(6, 'chiphikhac.get'))).toEqual([])
  expect(viewsOf('blacklist', actorOf(1))).toEqual([])
  expect(viewsOf('profile', actorOf(1))).toEqual([])
})

test('a user who sees no refunds has neither the requests nor their report in the menu (D1-SHELL-60)', () => {
  for (const priority of priorities) {
    const actor = { ...actorOf(priority, ...permissionCodes), seesRefunds: false }
    expect(inMenu(actor).filter((name) => name.startsWith('requestrefund'))).toEqual([])
    expect(viewsOf('mfy', actor).filter(({ name }) => name.startsWith('requestrefund'))).toEqual([])
  }
})

test('names of the rail are distinct and short; a note names the group (D3-NAV-04)', () => {
  const all = screenNames.filter((name) => name !== 'profile').map(shortLabel)
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((label) => label.length > 12)).toEqual([])
  expect([groupLabel('accounts'), groupLabel('profile')]).toEqual(['Hệ thống', ''])
})

test("a higher role has every screen of the next lower one, except the salesperson's day, and more (D1-SHELL-07)", () => {
  for (const [higher, lower] of [
    [2, 3],
    [3, 4],
    [4, 5],
  ] as const) {
    const more = inMenu(actorOf(higher))
    const less = inMenu(actorOf(lower)).filter((name) => name !== 'homnay')
    expect([higher, less.filter((name) => !more.includes(name))]).toEqual([higher, []])
    expect(more.length).toBeGreaterThan(less.length)
  }
})
