/** State and actions of 'Bàn duyệt': filter, current row, ticks, open drawer, decisions (D3-APR). */
import { useRef, useState } from 'react'
import type { WaitingKind } from '#subjects/money/contract/desk.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { screenOf } from '#platform/contract/screens.ts'
import type { DeskAsker } from '#subjects/money/contract/calls/desk.ts'
import { useKeyHelp } from '#kit/web/keys.ts'
import { useTab } from '#kit/web/tab-state.tsx'
import { decideMany, type Decision, type Selection } from './decide.ts'
import type { DeskProps } from './desk-props.ts'
import {
  useCurrent,
  useKinds,
  useMinutes,
  useTicks,
  useWaiting,
  type DeskFilter,
  type Item,
} from './use-desk.ts'
import { useDeskKeys } from './use-desk-keys.ts'

const keyHelp = [
  { keys: 'J / K', what: 'Đơn sau / trước' },
  { keys: 'A', what: 'Duyệt' },
  { keys: 'R', what: 'Từ chối' },
  { keys: 'Space', what: 'Chọn đơn' },
  { keys: 'Enter', what: 'Mở đơn và lịch sử' },
]

const anyKind = (): boolean => true
/** The address for bank messages shows only theirs (D1-ROUTE-21, D1-Q-016). */
const isBankKind = ({ resource }: WaitingKind): boolean => resource.path === mesbank.path

/** The filter at first: that of the address, else all kinds. */
function firstFilter(bank: boolean, search: string): DeskFilter {
  const query = new URLSearchParams(search)
  const kinds = bank
    ? [query.get('chua_doc') === '1' ? 'tin-chua-doc' : 'tin-ngan-hang']
    : (query.get('kinds')?.split(',') ?? [])
  return { kinds, warned: false, asker: null, month: query.get('thang') }
}

type Kinds = ReturnType<typeof useKinds>['kinds']

/** Count and sum of the shown kinds; `listed`: number of rows that the filter matches, null where the server did not count them. */
function countsOf(kinds: Kinds, { kinds: names, warned, asker }: DeskFilter) {
  const counted = kinds.filter(({ name }) => names.length === 0 || names.includes(name))
  const sum = (name: 'count' | 'sum' | 'warned'): number =>
    counted.reduce((total, kind) => total + (kind[name] ?? 0), 0)
  const isKnown = !counted.some((kind) => kind.warned === null)
  const ofAll = warned ? (isKnown ? sum('warned') : null) : sum('count')
  const ofAsker = asker && !warned ? asker.count : null
  return { count: sum('count'), money: sum('sum'), listed: asker ? ofAsker : ofAll }
}

/** Decides on one selection at a time and unticks the decided rows. */
function useDecideMany(drop: (decided: ReadonlySet<string>) => void) {
  const [busy, setBusy] = useState(false)
  const run = async (decision: Decision, selection: Selection, listed: number): Promise<void> => {
    if (busy) return
    setBusy(true)
    drop(await decideMany(decision, selection, listed))
    setBusy(false)
  }
  return { busy, run }
}

type Open = { dialog: 'fields' | 'trail'; item: Item } | null

/**
 * The filter of the queue, and how to change it: the focus returns to the queue, because a clicked segment would
 * take Space and Enter.
 */
function useFilter(bank: boolean, search: string) {
  const [filter, setFilter] = useState<DeskFilter>(() => firstFilter(bank, search))
  const [byPerson, setByPerson] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const show = (next: DeskFilter): void => {
    setFilter(next)
    setByPerson(false)
    const queue = box.current?.querySelector<HTMLElement>('[data-queue]') ?? box.current
    queue?.focus()
  }
  return { filter, show, byPerson, setByPerson, box }
}

export function useDeskScreen() {
  const { screen, search } = useTab()
  const bank = screen === 'approval'
  const { label } = screenOf(screen)
  const { filter, show: showFilter, byPerson, setByPerson, box } = useFilter(bank, search)
  const { kinds, read } = useKinds(bank ? isBankKind : anyKind, filter.month)
  const { list, rows, isGone, held } = useWaiting(filter)
  const current = useCurrent(rows)
  const ticks = useTicks(rows, isGone)
  const { busy, run } = useDecideMany(ticks.drop)
  const [open, setOpen] = useState<Open>(null)
  const now = useMinutes()
  const { count, money, listed } = countsOf(kinds, filter)
  const show = (next: DeskFilter): void => {
    showFilter(next)
    ticks.clear()
  }
  const fill = (item: Item): void => setOpen({ dialog: 'fields', item })
  const trail = (item: Item): void => setOpen({ dialog: 'trail', item })
  const decideAll = (decision: Decision, items: readonly Item[] | 'whole'): void => {
    if (items === 'whole') void run(decision, { filter }, listed ?? rows.length)
    else if (items.length > 0) void run(decision, { items }, items.length)
  }
  useKeyHelp(label, keyHelp)
  useDeskKeys({ current, isGone, ticks, decideAll, open: trail, noRows: byPerson })
  const total = Math.max(listed ?? 0, rows.length)
  const more = list.hasNextPage ? () => void list.fetchNextPage() : undefined
  const parts: DeskProps = {
    rows,
    listed,
    total,
    current,
    ticks,
    isGone,
    busy,
    now,
    decideAll,
    fill,
    trail,
    more,
  }
  return {
    head: { title: label, read, count, money },
    kinds: { kinds, mayListAll: !bank, filter, onFilter: show, byPerson, onByPerson: setByPerson },
    people: {
      filter,
      busy,
      choose: (asker: DeskAsker) => show({ ...filter, asker }),
      reject: (asker: DeskAsker) => void run('reject', { filter: { ...filter, asker } }, asker.count),
    },
    box,
    list,
    held,
    parts,
    open,
    close: () => setOpen(null),
  }
}
