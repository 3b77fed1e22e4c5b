/** 'Ra-đa truy thu': evidence with links to its rows, marked as seen with a note; it does not judge (D3-PAY-12). */
import { IconCheck, IconEye, IconEyeOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import { can } from '#platform/contract/abilities.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import { cardOf, cardPart } from '#kit/contract/card.ts'
import type { Field } from '#kit/contract/field.ts'
import type { RowOf } from '#kit/contract/row.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { radatruythu } from '#subjects/pay/contract/reports/radatruythu.ts'
import { screenOf, addressWith } from '#platform/contract/screens.ts'
import { markSeen, radarPeople } from '#subjects/pay/contract/calls/radar.ts'
import { SaidTime } from '#kit/web/ui/said-time.tsx'
import { newKey, send } from '#kit/web/client.ts'
import { askForReason, showError, toast } from '#kit/web/feedback.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { ReportBody } from '#kit/web/report/report-screen.tsx'
import { listOfReport } from '#kit/web/report/list-of-report.ts'
import { ExportButton } from '#kit/web/resource/export-button.tsx'
import { ListBar } from '#kit/web/resource/list-parts.tsx'
import { useListScreen, useListScreenKeys } from '#kit/web/resource/use-list-screen.tsx'
import { useActor } from '#kit/web/session.ts'
import { TwoLines } from '#kit/web/kinds/cell.tsx'
import { fieldColumn, type AnyColumn } from '#kit/web/table/column.ts'
import type { RowAction } from '#kit/web/table/table-types.ts'
import { Pill } from '#kit/web/ui/pill.tsx'
import { HeadTotal } from '#kit/web/ui/screen-head.tsx'
import { useFresh } from '#kit/web/use-fresh.ts'
import { behindEvidence, type Evidence } from './radar-links.ts'
import css from './radar.module.css'
import { AmountList } from '#figures/amount-list.tsx'
import { SidePanel } from '#figures/side-panel.tsx'
import type { Filters } from '#kit/web/filters/list-state.ts'

type PeopleProps = { filters: Filters; choose: (username: string) => void }

/**
 * Evidence by person, the largest amount first; a click filters the list by that person (D3-PAY-12). Empty without
 * evidence.
 */
function RadarPeople({ filters, choose }: PeopleProps) {
  const { startDate, endDate, loai, da_xem, username } = filters
  const input = { startDate, endDate, loai, da_xem }
  const { data } = useCall(radatruythu.path, radarPeople, input, { keep: true })
  const people = data?.values ?? []
  if (people.length === 0) return null
  const most = Math.max(1, ...people.map(({ so_tien }) => so_tien))
  return (
    <SidePanel title="Theo nhân viên" note="Số tiền của các chứng cứ; một khoản có thể có nhiều chứng cứ">
      <AmountList
        lines={people.map(({ username_nv, ten_nv, so, chua_xem, so_tien }) => ({
          key: username_nv ?? '',
          name: ten_nv ?? username_nv ?? 'Chưa rõ nhân viên',
          amount: formatMoney(so_tien),
          bars: [{ to: so_tien / most }],
          note: `${so} chứng cứ`,
          noteEnd: chua_xem > 0 ? `${chua_xem} chưa xem` : 'đã xem hết',
          current: username_nv !== null && username_nv === username,
          ...(username_nv !== null && {
            onClick: () => choose(username_nv === username ? '' : username_nv),
          }),
        }))}
      />
    </SidePanel>
  )
}

/** A row, with the fields that always have a value. */
type Row = RowOf<typeof radatruythu> & Evidence & { da_xem: number; bang_chung: string }

const icon = { size: 16, stroke: 1.9 }
const reload = (): void => void refresh(radatruythu.path)

// Not refreshed with each change of its sources; `useFresh` does that after a pause.
const source = {
  ...listOfReport<typeof radatruythu, Row>(radatruythu),
  key: [radatruythu.path, 'list'],
} as const

async function mark({ id }: Row, note: string | null): Promise<void> {
  try {
    await send(markSeen, { id, ghi_chu: note }, { idempotencyKey: newKey() })
    toast('success', note === null ? 'Đã bỏ đánh dấu' : 'Đã đánh dấu đã xem')
  } catch (error) {
    showError(error)
  }
  reload()
}

/** Asks for a note, then marks the row as seen. */
async function confirmSeen(row: Row): Promise<void> {
  const note = await askForReason({
    title: 'Đánh dấu đã xem',
    confirmLabel: 'Đã xem',
    reason: {
      label: 'Ghi chú',
      required: true,
      suggest: ['Đúng, không phải truy thu', 'Đã trao đổi với nhân viên', 'Đã đặt truy thu'],
    },
  })
  if (note !== null) await mark(row, note)
}

const actionsOf = (row: Row, me: string): RowAction[] =>
  row.da_xem === 0
    ? [{ label: 'Đã xem', icon: <IconEye {...icon} />, inRow: true, run: () => void confirmSeen(row) }]
    : [
        {
          label: 'Bỏ đánh dấu',
          icon: <IconEyeOff {...icon} />,
          reason: row.nguoi_xem === me ? undefined : `${row.nguoi_xem ?? ''} đã xem`,
          run: () => void mark(row, null),
        },
      ]

/** The lists of a row. */
function Links({ row }: { row: Row }) {
  const actor = useActor()
  return (
    <span className={css.links}>
      {behindEvidence(row)
        .filter(({ screen }) => can(actor, screenOf(screen).may))
        .map(({ label, screen, filters }) => (
          <Link key={label} tabIndex={-1} href={addressWith(screen, filters)}>
            {label}
          </Link>
        ))}
    </span>
  )
}

const SeenCell = ({ row: { da_xem, nguoi_xem, luc_xem } }: { row: Row }) =>
  da_xem === 0 ? (
    <Pill plain>Chưa xem</Pill>
  ) : (
    <span className={css.seen} title={formatInstant(luc_xem ?? '')}>
      <IconCheck size={14} stroke={2} aria-hidden /> {nguoi_xem}
    </span>
  )

const card = cardOf(radatruythu.fields, radatruythu.list, radatruythu.card)

const plain = (name: keyof typeof radatruythu.fields): AnyColumn<Row> => {
  const field: Field = radatruythu.fields[name]
  return {
    ...fieldColumn<Row, string>(name, field),
    card: cardPart(card, name),
    sort: { by: name, first: 'desc' },
  }
}
/** Person and time of a mark share one cell; the links have their own column. */
const columns: readonly AnyColumn<Row>[] = [
  { ...plain('luc'), pin: 'left' },
  { ...plain('loai'), width: 208 },
  { ...plain('ten_nv'), steady: true },
  plain('so_tien'),
  {
    ...plain('bang_chung'),
    width: 408,
    cell: ({ bang_chung }) => <TwoLines>{bang_chung}</TwoLines>,
  },
  {
    key: 'mo',
    title: 'Xem dòng',
    width: 240,
    cell: (row) => <Links row={row} />,
    text: (row) =>
      behindEvidence(row)
        .map(({ label }) => label)
        .join('  '),
  },
  plain('so_dien_thoai'),
  plain('goi_cuoc'),
  { ...plain('username_nv'), width: 84 },
  {
    ...plain('da_xem'),
    cell: (row) => <SeenCell row={row} />,
    text: ({ nguoi_xem }) => nguoi_xem ?? 'Chưa xem',
  },
  plain('ghi_chu'),
]

const items = Object.entries(radatruythu.filter).map(([name, { field }]) => ({
  name,
  field,
  label: field.label,
  placeholder: '',
}))

/** The screen of /app/radatruythu. */
export default function RadarScreen() {
  const actor = useActor()
  useFresh(radatruythu.sources, reload)
  const list = useListScreen({
    source,
    name: radatruythu.path,
    title: radatruythu.title,
    noun: radatruythu.noun,
    columns,
    items,
    periods: radatruythu.periods,
    paging: radatruythu.paging,
    actions: (row) => actionsOf(row, actor.username),
    rowButton: true,
    emptyStep: <p>Không có chứng cứ nào trong kỳ này.</p>,
  })
  useListScreenKeys(list)
  const since = list.answer?.values[0]?.tinh_luc
  return (
    <>
      <ListBar
        list={list}
        note={
          <>
            {since && (
              <>
                , tính <SaidTime at={since} />
              </>
            )}
            <HeadTotal label="Tổng">{formatMoney(list.answer?.tongSoTien ?? 0)} đ</HeadTotal>
          </>
        }
      >
        {can(actor, radatruythu.may.export) && <ExportButton source={radatruythu} list={list} />}
      </ListBar>
      <ReportBody
        list={list}
        beside={
          <RadarPeople
            filters={list.state.filters}
            choose={(staff) => list.state.setFilters({ ...list.state.filters, username: staff })}
          />
        }
      />
    </>
  )
}
