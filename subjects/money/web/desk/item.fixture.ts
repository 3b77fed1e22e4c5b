/** Waiting rows and a desk around them, for tests of what stands on it. */
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import type { DeskRow } from '#subjects/money/contract/calls/desk.ts'
import { queryClient } from '#kit/web/query.ts'
import type { DeskProps } from './desk-props.ts'
import type { Item } from './use-desk.ts'

const nothing = (): void => undefined

/** A waiting row of a kind, by default a refund. */
export function itemOf(id: string, overrides: Partial<DeskRow> = {}, name = 'hoan-goi'): Item {
  const kind = waitingKinds.find((one) => one.name === name)
  if (!kind) throw new Error(`no kind ${name}`)
  const row: DeskRow = {
    kind: name,
    id,
    version: 1,
    since: '2026-11-02T02:00:00.000Z',
    username: 'sale111',
    fullname: 'Cao Nhật Nam',
    warnings: [],
    editable: false,
    fields: {},
    ...overrides,
  }
  return { id, row, kind }
}

/** The desk with these rows; an hour after they came. */
export const deskOf = (rows: readonly Item[], overrides: Partial<DeskProps> = {}): DeskProps => ({
  rows,
  total: rows.length,
  listed: rows.length,
  current: { index: 0, item: rows[0], choose: nothing },
  ticks: ticksOf([]),
  isGone: () => false,
  busy: false,
  now: Date.parse('2026-11-02T03:00:00.000Z'),
  decideAll: nothing,
  fill: nothing,
  trail: nothing,
  more: undefined,
  ...overrides,
})

/** These rows ticked. */
export const ticksOf = (ticked: Item[], overrides: Partial<DeskProps['ticks']> = {}): DeskProps['ticks'] => ({
  ticked,
  isTicked: ({ id }) => ticked.some((item) => item.id === id),
  all: false,
  whole: false,
  chooseWhole: nothing,
  toggle: nothing,
  toggleAll: nothing,
  drop: nothing,
  clear: nothing,
  ...overrides,
})

/** The staff that the reader knows by name. */
export const staffNamed = (names: Readonly<Record<string, string>>): void =>
  void queryClient.setQueryData(
    ['users', 'findAllNoLimit'],
    new Map(Object.entries(names).map(([username, fullname]) => [username, { username, fullname }])),
  )
