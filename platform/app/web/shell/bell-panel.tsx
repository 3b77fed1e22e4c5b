/** The content of the bell: waiting decisions, the notices of 30 days by day, and the setting for system notices. */
import {
  IconArrowsExchange,
  IconBell,
  IconBuildingBank,
  IconBox,
  IconCheck,
  IconChecks,
  IconClock,
  IconDeviceSim,
  IconKey,
  IconMessage,
  IconRotate,
  IconSquareCheck,
  IconTrendingDown,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { formatDate, formatInstant, todayVn } from '#kit/contract/dates.ts'
import { weekdayOf } from '#kit/contract/weekday.ts'
import type { BellKind } from '#platform/contract/bell.ts'
import type { BellNotice } from '#platform/contract/calls/bell.ts'
import { useStore } from '#kit/web/store.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import { unreadNotices } from './bell-count.ts'
import { markAllNotices, openNotice, refreshBell, useNotices } from './bell-data.ts'
import { Waiting } from './waiting.tsx'
import css from './bell.module.css'
import { allowSystemNotices, refuseSystemNotices, systemNotices } from '#platform/web/system-notice.ts'

const words = {
  ask: 'Báo lịch hẹn và đồng hồ cả khi ở cửa sổ khác',
  on: 'Đang báo cả khi ở cửa sổ khác',
  off: 'Không báo khi ở cửa sổ khác',
  blocked: 'Trình duyệt đang chặn thông báo của trang này',
  none: '',
} as const

/** The setting for system notices while another window is in front: asked for only here (D3-BELL-02). */
function SystemNotices() {
  const state = useStore(systemNotices)
  if (state === 'none') return null
  return (
    <footer className={css.ask} data-quiet={state !== 'ask' || undefined}>
      <IconBell size={16} stroke={1.9} aria-hidden />
      <span>{words[state]}</span>
      {(state === 'ask' || state === 'off') && (
        <Button small look={state === 'ask' ? 'outline' : 'ghost'} onClick={() => void allowSystemNotices()}>
          Bật
        </Button>
      )}
      {state === 'ask' && (
        <Button small look="ghost" onClick={refuseSystemNotices}>
          Không
        </Button>
      )}
      {state === 'on' && (
        <Button small look="ghost" onClick={refuseSystemNotices}>
          Tắt
        </Button>
      )}
    </footer>
  )
}

const icons: Record<BellKind, Icon> = {
  approved: IconCheck,
  rejected: IconX,
  reopened: IconRotate,
  answered: IconMessage,
  payFell: IconTrendingDown,
  adjusted: IconTrendingDown,
  backCharge: IconTrendingDown,
  adjustment: IconSquareCheck,
  monthClosed: IconSquareCheck,
  received: IconArrowsExchange,
  givenAway: IconArrowsExchange,
  released: IconRotate,
  lateGiven: IconArrowsExchange,
  lateReceived: IconArrowsExchange,
  mfyReceived: IconClock,
  rights: IconKey,
  highAccount: IconKey,
  ownAccount: IconKey,
  payoutChanged: IconBuildingBank,
  payoutOfOther: IconBuildingBank,
  payoutMissing: IconBuildingBank,
  factorReset: IconKey,
  factorChanged: IconKey,
  recoveryCode: IconKey,
  holdEnded: IconDeviceSim,
  orderEnded: IconDeviceSim,
  job: IconBox,
}

/** 'Hôm nay', or 'Thứ Bảy, 21-11-2026' for a day YYYY-MM-DD. */
const dayLabel = (day: string): string =>
  day === todayVn() ? 'Hôm nay' : `${weekdayOf(day)}, ${formatDate(day)}`

function NoticeRow({ notice, onOpen }: { notice: BellNotice; onOpen: () => void }) {
  const { kind, tone, title, detail, address, at, read } = notice
  const Sign = icons[kind]
  return (
    <li>
      <a
        className={css.notice}
        data-new={!read || undefined}
        href={address}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey) return
          event.preventDefault()
          openNotice(notice)
          onOpen()
        }}
      >
        <span className={css.dot} {...(!read && { role: 'img', 'aria-label': 'chưa đọc' })} />
        <span className={css.sign} data-tone={tone}>
          <Sign size={14} stroke={1.9} aria-hidden />
        </span>
        <span className={css.text}>
          <b>{title}</b>
          {detail !== '' && <small>{detail}</small>}
        </span>
        <time dateTime={at} title={formatInstant(at)}>
          {formatInstant(at).slice(11, 16)}
        </time>
      </a>
    </li>
  )
}

const byDay = (notices: readonly BellNotice[]): [string, BellNotice[]][] => [
  ...Map.groupBy(notices, ({ at }) => todayVn(new Date(at))),
]

function Notices({ unread, onOpen }: { unread: boolean; onOpen: () => void }) {
  const { notices, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useNotices(unread)
  if (error && !notices) return <ErrorNote error={error} retry={refreshBell} />
  if (!notices) return <div className={css.list} aria-busy />
  if (notices.length === 0)
    return (
      <div className={css.list}>
        <EmptyNote
          icon={<IconBell size={24} stroke={1.5} />}
          title={unread ? 'Đã đọc hết' : 'Chưa có thông báo'}
        />
      </div>
    )
  return (
    <div className={css.list}>
      {byDay(notices).map(([day, of]) => (
        <section key={day} aria-label={dayLabel(day)}>
          <h3 className={css.day}>{dayLabel(day)}</h3>
          <ul>
            {of.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <div className={css.more}>
          <Button small look="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Xem thêm
          </Button>
        </div>
      )}
    </div>
  )
}

/** The opened bell; `onClose` runs when a notice is opened. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const [unreadOnly, setUnreadOnly] = useState(false)
  const unread = useStore(unreadNotices)
  const newest = useNotices().notices?.[0]?.id
  return (
    <>
      <header className={css.head}>
        <h2 tabIndex={-1} data-autofocus>
          Thông báo
        </h2>
        <Button
          small
          look="ghost"
          icon={<IconChecks size={14} stroke={1.9} />}
          disabled={unread === 0 || newest === undefined}
          onClick={() => newest && markAllNotices(newest)}
        >
          Đọc hết
        </Button>
      </header>
      <Waiting />
      <div className={css.bar}>
        <div className={css.segments}>
          <button type="button" aria-pressed={!unreadOnly} onClick={() => setUnreadOnly(false)}>
            Tất cả
          </button>
          <button type="button" aria-pressed={unreadOnly} onClick={() => setUnreadOnly(true)}>
            Chưa đọc {unread > 0 && <b data-num>{unread}</b>}
          </button>
        </div>
        <small>giữ 30 ngày, trên mọi máy</small>
      </div>
      <Notices unread={unreadOnly} onOpen={onClose} />
      <SystemNotices />
    </>
  )
}
