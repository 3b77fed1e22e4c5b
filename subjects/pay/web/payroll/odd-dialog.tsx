/** Irregular timekeeping rows, each decided with one click (D3-PAY-14). */
import { useState } from 'react'
import { formatDate } from '#kit/contract/dates.ts'
import {
  decideClockings,
  decisions,
  oddClockings,
  oddities,
  type Clocking,
  type Decision,
} from '#subjects/pay/contract/calls/payroll.ts'
import { Table, type TableColumn } from '#figures/table.tsx'
import { send } from '#kit/web/client.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { useCan } from '#kit/web/session.ts'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { StaffPicker } from '#kit/web/ui/staff-picker.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import css from './payroll.module.css'

/** Decisions for a row: one with a missing time, or an end before the start, cannot be counted. */
const offeredDecisions = ({ bat_thuong }: Clocking): Decision[] => [
  ...(bat_thuong.some((name) => ['thieu_vao', 'thieu_ra', 'ra_truoc_vao'].includes(name))
    ? []
    : (['theo_gio'] as const)),
  'nua_ngay',
  'ca_ngay',
  'bo',
]

type Decide = (rows: readonly Clocking[], decision: Decision | null, username?: string) => void

function Decided({ row, decide, busy }: { row: Clocking; decide: Decide; busy: boolean }) {
  return (
    <>
      <b>{row.quyet_dinh && decisions[row.quyet_dinh]}</b> <span>{row.quyet_dinh_boi}</span>{' '}
      <Button small look="ghost" disabled={busy} onClick={() => decide([row], null)}>
        Xét lại
      </Button>
    </>
  )
}

function Choices({ row, decide, busy }: { row: Clocking; decide: Decide; busy: boolean }) {
  if (row.quyet_dinh !== null) return <Decided row={row} decide={decide} busy={busy} />
  if (isWithoutAccount(row)) return <WithoutAccount rows={[row]} decide={decide} busy={busy} />
  return offeredDecisions(row).map((decision) => (
    <Button key={decision} small disabled={busy} onClick={() => decide([row], decision)}>
      {decisions[decision]}
    </Button>
  ))
}

const columnsOf = (decide: Decide, busy: boolean): TableColumn<Clocking>[] => [
  {
    title: 'Nhân viên',
    cell: ({ username, fullname }) => (
      <>
        {username} <span className={css.fullname}>{fullname}</span>
      </>
    ),
  },
  { title: 'Ngày', cell: ({ ngay }) => (ngay ? formatDate(ngay) : '-') },
  { title: 'Giờ vào', cell: ({ gioVao }) => gioVao ?? '-' },
  { title: 'Giờ ra', cell: ({ gioRa }) => gioRa ?? '-' },
  { title: 'Bất thường', cell: ({ bat_thuong: odd }) => odd.map((name) => oddities[name]).join(', ') },
  {
    title: 'Quyết định',
    cell: (row) => (
      <span className={css.choices}>
        <Choices row={row} decide={decide} busy={busy} />
      </span>
    ),
  },
]

const isWithoutAccount = ({ bat_thuong }: Clocking): boolean => bat_thuong.includes('khong_ro')

/** For rows without an account: assign one, or ignore them. */
function WithoutAccount({
  rows,
  decide,
  busy,
}: {
  rows: readonly Clocking[]
  decide: Decide
  busy: boolean
}) {
  const manages = useCan()('managesPay')
  const name = rows[0]?.username ?? ''
  return (
    <>
      {manages && (
        <StaffPicker
          label={`Giao dòng của ${name} cho`}
          placeholder="Giao cho…"
          value=""
          disabled={busy}
          onChange={(username) => decide(rows, null, username)}
        />
      )}
      <Button small disabled={busy} onClick={() => decide(rows, 'bo')}>
        {decisions.bo}
      </Button>
    </>
  )
}

/** One decision for all rows with the same problem; rows without an account show their name. */
function AllAtOnce({ rows, decide, busy }: { rows: readonly Clocking[]; decide: Decide; busy: boolean }) {
  const kinds = Map.groupBy(
    rows.filter(({ cho }) => cho),
    (row) => (isWithoutAccount(row) ? `của ${row.username}` : row.bat_thuong.join()),
  )
  return (
    <div className={css.allAtOnce}>
      {[...kinds.values()]
        .filter((group) => group.length > 1)
        .map((group) => {
          const [first] = group
          if (!first) return null
          return (
            <div key={isWithoutAccount(first) ? first.username : first.bat_thuong.join()}>
              <span>
                {group.length} dòng{' '}
                {isWithoutAccount(first)
                  ? `của '${first.username}', tài khoản không có`
                  : first.bat_thuong.map((name) => oddities[name].toLocaleLowerCase('vi')).join(', ')}
                :
              </span>
              {isWithoutAccount(first) ? (
                <WithoutAccount rows={group} decide={decide} busy={busy} />
              ) : (
                offeredDecisions(first).map((decision) => (
                  <Button
                    key={decision}
                    small
                    look="ghost"
                    disabled={busy}
                    onClick={() => decide(group, decision)}
                  >
                    {decisions[decision]}
                  </Button>
                ))
              )}
            </div>
          )
        })}
    </div>
  )
}

export function OddDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { data, error, refetch } = useCall('tinhluong', oddClockings, { startDate: month }, { keep: true })
  const [showsAll, setShowsAll] = useState(false)
  const { run, busy } = useAction(
    async (key: string, rows: readonly Clocking[], decision: Decision | null, username?: string) => {
      const input = {
        dong: rows.map(({ id, version }) => ({ id, version })),
        quyet_dinh: decision,
        ...(username && { username }),
      }
      try {
        await send(decideClockings, input, { idempotencyKey: key })
      } finally {
        await refresh('tinhluong')
      }
    },
  )
  const decide: Decide = (rows, decision, username) => void run(rows, decision, username)
  const rows = data?.values ?? []
  const waiting = rows.filter(({ cho }) => cho)
  const visibleRows = showsAll ? rows : waiting
  return (
    <Dialog
      title="Chấm công bất thường"
      note={`tháng ${month}, ${waiting.length} dòng chờ quyết định, đang tính 0`}
      full
      bare
      onClose={onClose}
    >
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      <div className={css.oddHead}>
        <AllAtOnce rows={rows} decide={decide} busy={busy} />
        {rows.length > waiting.length && (
          <label>
            <input
              type="checkbox"
              checked={showsAll}
              onChange={(event) => setShowsAll(event.target.checked)}
            />{' '}
            Hiện cả {rows.length - waiting.length} dòng đã quyết định
          </label>
        )}
      </div>
      {data && visibleRows.length === 0 ? (
        <EmptyNote title="Không còn dòng nào chờ quyết định" text="" />
      ) : (
        <Table
          columns={columnsOf(decide, busy)}
          rows={visibleRows}
          keyOf={({ id }) => id}
          lookOf={({ cho }) => (cho ? undefined : 'over')}
          busy={!data}
        />
      )}
    </Dialog>
  )
}
