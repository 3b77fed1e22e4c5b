/** State of 'Bàn duyệt': what is shown, what of it is in hand, ticked or opened, and what is done to it (D3-APR). */
import { useRef, useState } from 'react'
import type { WaitingKind } from '../../../contract/desk.ts'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import { screenOf } from '../../../contract/screens.ts'
import type { DeskAsker } from '../../../contract/workflows/desk.ts'
import { useKeyHelp } from '../../kit/keys.ts'
import { useTab } from '../../kit/tab-state.tsx'
import { decideMany, type Decision, type Lot } from './decide.ts'
import type { Parts } from './parts.ts'
import { useCurrent, useKinds, useMinutes, useTicks, useWaiting, type Item, type Shown } from './use-desk.ts'
import { useDeskKeys } from './use-desk-keys.ts'

const keyHelp = [
  { keys: 'J / K', what: 'Đơn sau / trước' },
  { keys: 'A', what: 'Duyệt' },
  { keys: 'R', what: 'Từ chối' },
  { keys: 'Space', what: 'Chọn đơn' },
  { keys: 'Enter', what: 'Mở đơn và lịch sử' },
]

const every = (): boolean => true
/** The address for bank messages shows theirs alone (D1-ROUTE-21, D1-Q-016). */
const ofBank = ({ resource }: WaitingKind): boolean => resource.path === mesbank.path

/** What the screen begins with: by the address, else all kinds. */
function firstShown(bank: boolean, search: string): Shown {
  const asked = new URLSearchParams(search)
  const kinds = bank
    ? [asked.get('chua_doc') === '1' ? 'tin-chua-doc' : 'tin-ngan-hang']
    : (asked.get('kinds')?.split(',') ?? [])
  return { kinds, warned: false, asker: null, month: asked.get('thang') }
}

type Kinds = ReturnType<typeof useKinds>['kinds']

/** How much waits in the kinds that are shown; `listed`: of the rows as they are filtered, null where nobody has counted. */
function countsOf(kinds: Kinds, { kinds: names, warned, asker }: Shown) {
  const counted = kinds.filter(({ name }) => names.length === 0 || names.includes(name))
  const sum = (name: 'count' | 'sum' | 'warned'): number =>
    counted.reduce((all, kind) => all + (kind[name] ?? 0), 0)
  const known = !counted.some((kind) => kind.warned === null)
  const ofAll = warned ? (known ? sum('warned') : null) : sum('count')
  const ofAsker = asker && !warned ? asker.count : null
  return { count: sum('count'), money: sum('sum'), listed: asker ? ofAsker : ofAll }
}

/** Decides one lot at a time; what is decided is ticked no longer. */
function useLots(drop: (done: ReadonlySet<string>) => void) {
  const [busy, setBusy] = useState(false)
  const run = async (decision: Decision, lot: Lot, all: number): Promise<void> => {
    if (busy) return
    setBusy(true)
    drop(await decideMany(decision, lot, all))
    setBusy(false)
  }
  return { busy, run }
}

type Open = { what: 'fields' | 'trail'; item: Item } | null

/** Everything the screen needs. */
export function useDeskScreen() {
  const { screen, search } = useTab()
  const bank = screen === 'approval'
  const { label } = screenOf(screen)
  const [shown, setShown] = useState<Shown>(() => firstShown(bank, search))
  const { kinds, read } = useKinds(bank ? ofBank : every, shown.month)
  const [byPerson, setByPerson] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { list, rows, isGone, held } = useWaiting(shown)
  const current = useCurrent(rows)
  const ticks = useTicks(rows, isGone)
  const { busy, run } = useLots(ticks.drop)
  const [open, setOpen] = useState<Open>(null)
  const now = useMinutes()
  const { count, money, listed } = countsOf(kinds, shown)
  /** Keys go on in the queue: the segment that was pressed has a meaning of its own for Space and Enter. */
  const show = (next: Shown): void => {
    setShown(next)
    setByPerson(false)
    ticks.clear()
    const queue = box.current?.querySelector<HTMLElement>('[data-queue]') ?? box.current
    queue?.focus()
  }
  const fill = (item: Item): void => setOpen({ what: 'fields', item })
  const trail = (item: Item): void => setOpen({ what: 'trail', item })
  const decideAll = (decision: Decision, items: readonly Item[] | 'whole'): void => {
    if (items === 'whole') void run(decision, { shown }, listed ?? rows.length)
    else if (items.length > 0) void run(decision, { items }, items.length)
  }
  useKeyHelp(label, keyHelp)
  useDeskKeys({ current, isGone, ticks, decideAll, open: trail, still: byPerson })
  const total = Math.max(listed ?? 0, rows.length)
  const more = list.hasNextPage ? () => void list.fetchNextPage() : undefined
  const parts: Parts = {
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
    kinds: { kinds, all: !bank, shown, onShow: show, byPerson, onByPerson: setByPerson },
    people: {
      shown,
      busy,
      choose: (asker: DeskAsker) => show({ ...shown, asker }),
      reject: (asker: DeskAsker) => void run('reject', { shown: { ...shown, asker } }, asker.count),
    },
    box,
    list,
    held,
    parts,
    open,
    close: () => setOpen(null),
  }
}
