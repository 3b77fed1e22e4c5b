/** Figures link to lists that have every filter of the link: a list would ignore unknown ones and show too much. */
import { expect, test } from 'vitest'
import { resources } from '../lists/index.ts'
import { screenNames, screenOf } from '../screens.ts'
import { reports } from './index.ts'

const links = reports.flatMap((report) =>
  Object.entries(report.behind).map(([figure, behind]) => ({ report, figure, behind })),
)

test.each(links)(
  '$report.path: the rows behind $figure are filtered by filters that their list knows (D2-REVF-35)',
  ({ report, behind }) => {
    const screen = screenNames.find((name) => name === behind.screen)
    if (!screen) throw new Error(`no screen '${behind.screen}'`)
    const paths = [screen, screenOf(screen).resource, screen.replace(/([A-Z])/g, '/$1').toLowerCase()]
    const list = resources.find(({ path }) => paths.includes(path))
    if (!list) throw new Error(`no list of the screen '${screen}'`)
    const parameters = [
      ...Object.keys(list.filter),
      ...(list.periods ?? []).flatMap(({ from, to }) => [from, to]),
    ]
    const sent = [
      ...report.periods.flatMap(({ from, to }) => [from, to]),
      ...Object.keys(report.filter).filter((name) => !report.filter[name]?.callOnly),
      ...Object.keys({ ...behind.row, ...behind.all, ...behind.fixed }),
    ]
    expect(parameters).toEqual(expect.arrayContaining(sent))
  },
)
