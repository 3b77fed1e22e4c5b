/** 'Bàn duyệt': all kinds of rows that wait for the reader's decision, with their evidence (D3-APR). */
import { IconRefresh } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { WaitingKind } from '../../../contract/desk.ts'
import { formatMoney } from '../../../contract/money.ts'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import { screenOf } from '../../../contract/screens.ts'
import { useKeyHelp } from '../../kit/keys.ts'
import { refresh } from '../../kit/query.ts'
import { useTab } from '../../kit/tab-state.tsx'
import { Button, IconButton } from '../../kit/ui/button.tsx'
import { HeadTotal, ScreenHead } from '../../kit/ui/screen-head.tsx'
import { EmptyNote, ErrorNote, OldRowsNote } from '../../kit/ui/state.tsx'
import { decideMany, type Decision, type Selection } from './decide.ts'
import { Detail } from './detail.tsx'
import { FieldsDialog } from './fields-dialog.tsx'
import { KeyCaps } from './key-caps.tsx'
import { KindsBar } from './kinds-bar.tsx'
import { People } from './people.tsx'
import { PhoneList } from './phone-list.tsx'
import { Queue } from './queue.tsx'
import { WaitingRowDrawer } from './waiting-row-drawer.tsx'
import {
  deskKey,
  useCurrent,
  useKinds,
  useMinutes,
  useTicks,
  useWaiting,
  type Item,
  type DeskFilter,
} from './use-desk.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import { useNarrow } from './use-narrow.ts'
import css from './desk.module.css'

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

/** The kinds shown at first: those of the address, else all. */
function firstKinds(bank: boolean, search: string): readonly string[] {
  const query = new URLSearchParams(search)
  if (bank) return [query.get('chua_doc') === '1' ? 'tin-chua-doc' : 'tin-ngan-hang']
  return query.get('kinds')?.split(',') ?? []
}

type OpenDialog = { what: 'fields' | 'trail'; item: Item } | null

/** New and decided rows since the list was read; nothing moves until the reader releases them (D3-DEC-05). */
function HeldBar({ held: { fresh, gone, release } }: Pick<ReturnType<typeof useWaiting>, 'held'>) {
  if (fresh + gone.size === 0) return null
  const words = [fresh > 0 && `${fresh} đơn mới`, gone.size > 0 && `${gone.size} đơn đã có người xử lý`]
  return (
    <div className={css.held} role="status">
      <Button small onClick={release}>
        {words.filter(Boolean).join(', ')}
      </Button>
    </div>
  )
}

/** The screen of both addresses. */
export default function DeskScreen() {
  const { screen, search } = useTab()
  const bank = screen === 'approval'
  const narrow = useNarrow()
  const [filter, setFilter] = useState<DeskFilter>(() => ({
    kinds: firstKinds(bank, search),
    warned: false,
    asker: null,
    month: new URLSearchParams(search).get('thang'),
  }))
  const { kinds, read } = useKinds(bank ? isBankKind : anyKind, filter.month)
  const [byPerson, setByPerson] = useState(false)
  const screenBox = useRef<HTMLDivElement>(null)
  const waiting = useWaiting(filter)
  const { list, rows, isGone, held } = waiting
  const current = useCurrent(rows)
  const ticks = useTicks(rows, isGone)
  const [open, setOpen] = useState<OpenDialog>(null)
  const now = useMinutes()
  const [busy, setBusy] = useState(false)
  /** Keys continue in the queue: the clicked segment would take Space and Enter for itself. */
  const show = (next: DeskFilter): void => {
    setFilter(next)
    setByPerson(false)
    ticks.clear()
    const box = screenBox.current
    const queue = box?.querySelector<HTMLElement>('[data-queue]') ?? box
    queue?.focus()
  }
  const run = async (decision: Decision, selection: Selection, all: number): Promise<void> => {
    if (busy) return
    setBusy(true)
    ticks.drop(await decideMany(decision, selection, all))
    setBusy(false)
  }
  const openTrail = (item: Item): void => setOpen({ what: 'trail', item })
  useKeyHelp(screenOf(screen).label, keyHelp)

  const shownKinds = kinds.filter(({ name }) => filter.kinds.length === 0 || filter.kinds.includes(name))
  const count = shownKinds.reduce((sum, kind) => sum + (kind.count ?? 0), 0)
  const money = shownKinds.reduce((sum, kind) => sum + (kind.sum ?? 0), 0)
  const warned = shownKinds.some((kind) => kind.warned === null)
    ? null
    : shownKinds.reduce((sum, kind) => sum + (kind.warned ?? 0), 0)
  const listed = filter.asker ? (filter.warned ? null : filter.asker.count) : filter.warned ? warned : count
  const decideAll = (decision: Decision, items: readonly Item[] | 'whole'): void => {
    if (items === 'whole') void run(decision, { filter }, listed ?? rows.length)
    else if (items.length > 0) void run(decision, { items }, items.length)
  }
  useDeskKeys({ current, isGone, ticks, decideAll, open: openTrail, noRows: byPerson })
  const parts = {
    rows,
    listed,
    total: Math.max(listed ?? 0, rows.length),
    current,
    ticks,
    isGone,
    busy,
    now,
    decideAll,
    fill: (item: Item) => setOpen({ what: 'fields', item }),
    trail: openTrail,
    more: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
  }
  const empty = list.data !== undefined && rows.length === 0
  return (
    <div
      ref={screenBox}
      tabIndex={-1}
      className={css.screen}
      data-flat
      aria-busy={list.isPending || !read || undefined}
    >
      <div className={css.top}>
        <ScreenHead
          title={screenOf(screen).label}
          note={
            read && (
              <>
                {count.toLocaleString('en-US')} đơn chờ
                {money > 0 && <HeadTotal label="Tổng">{formatMoney(money)} đ</HeadTotal>}
              </>
            )
          }
        >
          <KeyCaps />
          <IconButton label="Tải lại" onClick={() => void refresh(deskKey)}>
            <IconRefresh size={16} stroke={1.9} />
          </IconButton>
        </ScreenHead>
        <KindsBar
          kinds={kinds}
          all={!bank}
          filter={filter}
          onFilter={show}
          byPerson={byPerson}
          onByPerson={setByPerson}
        />
      </div>
      <HeldBar held={held} />
      {list.error && !list.data ? (
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      ) : (
        <>
          <OldRowsNote error={list.error} readAt={list.dataUpdatedAt} retry={() => void list.refetch()} />
          {byPerson ? (
            <People
              filter={filter}
              busy={busy}
              choose={(asker) => show({ ...filter, asker })}
              reject={(asker) => void run('reject', { filter: { ...filter, asker } }, asker.count)}
            />
          ) : empty ? (
            <div className={css.empty}>
              <EmptyNote title="Không có đơn nào chờ bạn duyệt" text="Đơn mới sẽ tự hiện ở đây" />
            </div>
          ) : narrow ? (
            <PhoneList {...parts} />
          ) : (
            <div className={css.desk}>
              <Queue {...parts} />
              {current.item && <Detail key={current.item.id} item={current.item} {...parts} />}
            </div>
          )}
        </>
      )}
      {open?.what === 'fields' && <FieldsDialog item={open.item} onClose={() => setOpen(null)} />}
      {open?.what === 'trail' && <WaitingRowDrawer item={open.item} onClose={() => setOpen(null)} />}
    </div>
  )
}
