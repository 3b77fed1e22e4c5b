/** The guides say what is there: every screen has its section, every way leads somewhere, every label is on a screen. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { can, mayHaveRefunds, priorities, type Actor, type Priority } from '#platform/contract/abilities.ts'
import {
  dayNames,
  days,
  daysFor,
  sectionFor,
  type DayName,
  type GuideBlock,
  type GuideWord,
} from '#platform/contract/guide.ts'
import { guideGroups, screenNames, screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { baseRoles } from '#platform/app/server/seed/base.ts'
import { demoAccounts } from '#platform/app/server/seed/organisation.ts'
import { guidePage, readGuide } from './guide-pages.ts'
import { pictureAccounts, pictureStops } from './guide-pictures.ts'
import { isOn } from './sides.ts'
import { root, sourceFiles } from './source-files.ts'

const groups = guideGroups.filter((group) => screenNames.some((name) => screenOf(name).group === group))
const sections = new Map(groups.map((group) => [group, guidePage(`screens/${group}`).screens]))
const partsOf = (name: ScreenName) => sections.get(screenOf(name).group)?.[name] ?? []
const dayPages = new Map(dayNames.map((name) => [name, guidePage(name)]))

/** Somebody with what a role has at installation. */
function actorOf(priority: Priority, seesRefunds = true): Actor {
  const role = baseRoles.find((one) => one.priority === priority)
  return {
    id: '',
    username: '',
    fullname: '',
    priority,
    roleName: '',
    permissions: new Set(role?.permissions),
    brandId: null,
    groupId: null,
    restricted: false,
    seesRefunds,
    deskByCode: false,
    decidesOwn: true,
  }
}
const everybody = [...priorities.map((priority) => actorOf(priority)), actorOf(3, false), actorOf(5, false)]

const wordsOf = (blocks: readonly GuideBlock[]): GuideWord[] =>
  blocks.flatMap((block): GuideWord[] => {
    if ('line' in block) return block.line
    if ('list' in block) return block.list.flat()
    return 'stop' in block ? [{ to: block.stop }] : []
  })
const waysOf = (blocks: readonly GuideBlock[]): ScreenName[] =>
  wordsOf(blocks).flatMap((word) => (typeof word === 'object' && 'to' in word ? [word.to] : []))

test('every screen has a section for each role that may open it', () => {
  const silent = everybody.flatMap((actor) =>
    screenNames
      .filter((name) => can(actor, screenOf(name).may))
      .filter((name) => wordsOf(sectionFor(partsOf(name), actor.priority)).length < 2)
      .map((name) => `${actor.priority} ${name}`),
  )
  expect(silent).toEqual([])
})

test('no page has sections of screens that are elsewhere in the menu', () => {
  for (const [group, screens] of sections)
    expect(Object.keys(screens).filter((name) => screenOf(name as ScreenName).group !== group)).toEqual([])
})

test('a section about a screen for a role is for a screen that the role may open', () => {
  const vain = screenNames.flatMap((name) =>
    partsOf(name)
      .flatMap((part) => part.for ?? [])
      .filter((priority) => !can(actorOf(priority), screenOf(name).may))
      .map((priority) => `${name} for ${priority}`),
  )
  expect(vain).toEqual([])
})

test('every role has a day, and every link in it leads to a screen that the role may open', () => {
  const closed = everybody.flatMap((actor) =>
    daysFor(actor)
      .slice(0, actor.seesRefunds ? undefined : 1)
      .flatMap((day) => waysOf(dayPages.get(day)?.blocks ?? []))
      .filter((name) => !can(actor, screenOf(name).may))
      .map((name) => `${actor.priority} ${name}`),
  )
  expect(closed).toEqual([])
  const described = new Set<DayName>(everybody.flatMap((actor) => daysFor(actor)))
  expect(dayNames.filter((name) => !described.has(name))).toEqual([])
})

const stops = dayNames.flatMap((name) =>
  (dayPages.get(name)?.blocks ?? []).filter((block) => 'stop' in block),
)

test('every picture is taken as a role that reads the day and may open its screen', () => {
  const blind = dayNames.flatMap((day) => {
    const account = demoAccounts.find(({ username }) => username === pictureAccounts[day])
    const actor =
      account && actorOf(account.priority as Priority, mayHaveRefunds(account.username, ['HNIMB']))
    if (!actor || !daysFor(actor).includes(day)) return [`nobody for ${day}`]
    return pictureStops(day)
      .filter((stop) => !can(actor, screenOf(stop).may))
      .map((stop) => `${day} ${stop}`)
  })
  expect(blind).toEqual([])
  expect(dayNames.filter((day) => pictureStops(day).length === 0)).toEqual([])
})

test('a day names its screens, in at most 120 lines; the days have at most 40 pictures', () => {
  expect(stops.length).toBeLessThanOrEqual(40)
  for (const name of dayNames) {
    expect(dayPages.get(name)?.title).toBe(days[name].title)
    const lines = readFileSync(join(root, `docs/guides/${name}.md`), 'utf8').split('\n').length
    expect({ name, lines }).toEqual({ name, lines: Math.min(lines, 120) })
    const ways = waysOf(dayPages.get(name)?.blocks ?? [])
    expect({ name, few: ways.length < 4 }).toEqual({ name, few: false })
  }
})

/** What the screens are written of: texts in quotes and between tags. */
const sources = sourceFiles(/(?<!\.test)\.tsx?$/)
  .filter((file) => isOn(file, 'contract', 'web'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')
  .replaceAll(/\s+/g, ' ')

/** Whether the label stands in the sources whole: from quote to quote, or from tag to tag. */
function isOnScreen(label: string): boolean {
  for (let index = sources.indexOf(label); index >= 0; index = sources.indexOf(label, index + 1)) {
    const before = sources.slice(0, index).trimEnd().at(-1) ?? ''
    const after =
      sources
        .slice(index + label.length)
        .trimStart()
        .at(0) ?? ''
    if (`'"\`>}`.includes(before) && `'"\`<{`.includes(after)) return true
  }
  return false
}

test('every label named by a guide is a text of the product, letter for letter', () => {
  const blocks = [
    ...screenNames.flatMap((name) => partsOf(name).flatMap((part) => part.blocks)),
    ...dayNames.flatMap((name) => dayPages.get(name)?.blocks ?? []),
  ]
  const labels = wordsOf(blocks).flatMap((word) =>
    typeof word === 'object' && 'label' in word ? [word.label] : [],
  )
  expect(labels.length).toBeGreaterThan(100)
  expect([...new Set(labels)].filter((label) => !isOnScreen(label))).toEqual([])
  expect(isOnScreen('Nút không có')).toBe(false)
})

test('a page with an unknown screen, a wrong screen name or an unknown role is refused with its file', () => {
  expect(() => readGuide('[Báo đỏ](/app/mat)', 'a')).toThrow("docs/guides/a.md: no screen at '/app/mat'")
  expect(() => readGuide('[Báo xanh](/app/baodo)', 'a')).toThrow("the link 'Báo xanh' leads to 'Báo đỏ'")
  expect(() => readGuide('## [Báo đỏ](/app/baodo)\n\n### Giám đốc\n\nx', 'a')).toThrow(
    "'Giám đốc' is no role",
  )
  expect(() => readGuide('<b>x</b>\n\ny', 'a')).toThrow('a guide has no')
})
