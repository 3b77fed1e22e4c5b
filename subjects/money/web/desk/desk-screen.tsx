/** 'Bàn duyệt': all kinds of rows that wait for the reader's decision, with their evidence (D3-APR). */
import { IconRefresh } from '@tabler/icons-react'
import { thousands } from '#kit/contract/thousands.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { CardScreen } from '#figures/columns.tsx'
import { Panel } from '#figures/card.tsx'
import { refresh } from '#kit/web/query.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { HeadTotal, ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { EmptyNote, ErrorNote, OldRowsNote } from '#kit/web/ui/state.tsx'
import { useNarrow } from '#kit/web/use-narrow.ts'
import { Detail } from './detail.tsx'
import { KindsBar } from './kinds-bar.tsx'
import type { DeskProps } from './desk-props.ts'
import { People } from './people.tsx'
import { PhoneList } from './phone-list.tsx'
import { Queue } from './queue.tsx'
import { deskKey, type Item } from './use-desk.ts'
import { useDeskScreen } from './use-desk-screen.ts'
import css from './desk.module.css'
import { RowDrawer } from '#kit/web/resource/row-drawer.tsx'
import { nameOf } from './decide.ts'
import { Kbd } from '@mantine/core'
import { Fragment } from 'react'
import { fieldOf } from '#kit/contract/resource.ts'
import { callsOf } from '#kit/web/resource-api.ts'
import { EditDialog } from '#kit/web/resource/edit-dialog.tsx'
import { markOwn } from '#kit/web/resource/held-rows.ts'

/**
 * Fills in fields that could not be read, so that the row can be approved (D3-DEC-07). Empty fields are not sent
 * (D1-Q-050).
 */
function FieldsDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const { row, kind, id } = item
  const { resource } = kind
  const names = resource.inline ?? []
  return (
    <EditDialog
      title={`Điền thông tin, ${nameOf(item)}`}
      fields={names.map((name) => [name, fieldOf(resource, name)])}
      row={{ ...row.fields, id: row.id, version: row.version }}
      onClose={onClose}
      onSave={async (values, { key, version }) => {
        const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
        await callsOf(resource).update(
          row.id,
          { ...filled, ...(version !== undefined && { version }) },
          { idempotencyKey: key },
        )
        markOwn([id])
        await Promise.all([refresh(resource), refresh(deskKey)])
      }}
    />
  )
}

const caps = [
  { keys: ['J', 'K'], word: 'đổi đơn' },
  { keys: ['Space'], word: 'chọn' },
  { keys: ['A'], word: 'duyệt' },
  { keys: ['R'], word: 'từ chối' },
  { keys: ['Enter'], word: 'mở' },
]

/** The keys of the desk as hints. Wide screens only. */
const KeyCaps = () => (
  <span className={css.caps} aria-hidden>
    {caps.map(({ keys, word }) => (
      <span key={word}>
        {keys.map((key) => (
          <Fragment key={key}>
            <Kbd>{key}</Kbd>
          </Fragment>
        ))}
        {word}
      </span>
    ))}
  </span>
)

/** All fields of a row and its history, opened by Enter. */
const WaitingRowDrawer = ({ item, onClose }: { item: Item; onClose: () => void }) => (
  <RowDrawer
    resource={item.kind.resource}
    row={{ ...item.row.fields, id: item.row.id, version: item.row.version }}
    title={nameOf(item)}
    note={item.kind.label}
    onClose={onClose}
  />
)

type Desk = ReturnType<typeof useDeskScreen>

function Head({ title, read, count, money }: Desk['head']) {
  const note = (
    <>
      {thousands(count)} đơn chờ
      {money > 0 && <HeadTotal label="Tổng">{formatMoney(money)} đ</HeadTotal>}
    </>
  )
  return (
    <ScreenHead title={title} note={read && note}>
      <KeyCaps />
      <IconButton label="Tải lại" onClick={() => void refresh(deskKey)}>
        <IconRefresh size={16} stroke={1.9} />
      </IconButton>
    </ScreenHead>
  )
}

/** New and removed rows: nothing moves until the user lets them in (D3-DEC-05). */
function HeldBar({ held: { fresh, gone, release } }: Pick<Desk, 'held'>) {
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

/** The rows, as cards on a phone; the current row beside the list. */
function Rows(parts: DeskProps) {
  const narrow = useNarrow('(max-width: 760px)')
  const { item } = parts.current
  if (narrow) return <PhoneList {...parts} />
  return (
    <div className={css.desk}>
      <Queue {...parts} />
      {item && <Detail key={item.id} item={item} {...parts} />}
    </div>
  )
}

/** The people with requests, or the rows; data read before an error stays. */
function Waiting({ list, kinds, people, parts }: Desk) {
  const retry = (): void => void list.refetch()
  if (list.error && !list.data) return <ErrorNote error={list.error} retry={retry} />
  const empty = list.data !== undefined && parts.rows.length === 0
  return (
    <>
      <OldRowsNote error={list.error} readAt={list.dataUpdatedAt} retry={retry} />
      {kinds.byPerson ? (
        <People {...people} />
      ) : empty ? (
        <Panel className={css.empty}>
          <EmptyNote title="Không có đơn nào chờ bạn duyệt" text="Đơn mới sẽ tự hiện ở đây" />
        </Panel>
      ) : (
        <Rows {...parts} />
      )}
    </>
  )
}

/** The screen of both addresses. */
export default function DeskScreen() {
  const desk = useDeskScreen()
  const { box, list, head, kinds, held, open, close } = desk
  return (
    <CardScreen
      spaced
      ref={box}
      tabIndex={-1}
      className={css.screen}
      aria-busy={list.isPending || !head.read || undefined}
    >
      <Panel className={css.top}>
        <Head {...head} />
        <KindsBar {...kinds} />
      </Panel>
      <HeldBar held={held} />
      <Waiting {...desk} />
      {open?.dialog === 'fields' && <FieldsDialog item={open.item} onClose={close} />}
      {open?.dialog === 'trail' && <WaitingRowDrawer item={open.item} onClose={close} />}
    </CardScreen>
  )
}
