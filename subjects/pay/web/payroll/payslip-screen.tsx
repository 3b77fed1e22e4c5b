/**
 * 'Phiếu lương': everybody's own payslip; priority below 4 also reads and answers those of their people (D3-PAY-09).
 */
import { IconPrinter, IconCheck, IconHelp } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { rules } from '#platform/contract/abilities.ts'
import { todayVn } from '#kit/contract/dates.ts'
import { thisMonth, readMonth } from '#kit/contract/month.ts'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { type PayFigure, slipLines } from '#subjects/pay/contract/pay-lists.ts'
import { screenOf } from '#platform/contract/screens.ts'
import {
  readSlip,
  slipTexts,
  type Slip as SlipData,
  slipStandings,
  type Standing,
} from '#subjects/pay/contract/calls/payslip.ts'
import { CardScreen } from '#figures/columns.tsx'
import { Panel } from '#figures/card.tsx'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { refresh, useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { useTab } from '#kit/web/tab-state.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import { useFresh } from '#kit/web/use-fresh.ts'
import { MonthBox } from './month-box.tsx'
import { Slip } from './slip.tsx'
import { slipKey } from './slip-calls.ts'
import css from './payslip.module.css'
import { formatMoney } from '#kit/contract/money.ts'
import { AmountList } from '#figures/amount-list.tsx'

function Stand({ person: { xac_nhan, thac_mac } }: { person: Standing }) {
  if (thac_mac > 0)
    return (
      <span className={css.stand} data-asks>
        <IconHelp size={14} stroke={2} aria-hidden /> {thac_mac} thắc mắc
      </span>
    )
  if (xac_nhan === slipLines.length)
    return (
      <span className={css.stand} data-done>
        <IconCheck size={14} stroke={2} aria-hidden /> Đã xác nhận
      </span>
    )
  return (
    <span data-num>
      {xac_nhan} / {slipLines.length} dòng
    </span>
  )
}

type StandingsProps = { month: string; chosen: string; choose: (username: string) => void }

/** The people of the scope and their confirmed lines; those who wait for an answer come first (D3-PAY-09). */
function Standings({ month, chosen, choose }: StandingsProps) {
  const { data, error, refetch } = useCall(slipKey, slipStandings, { startDate: month }, { keep: true })
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  const values = data?.values ?? []
  const done = values.filter(({ xac_nhan }) => xac_nhan === slipLines.length).length
  return (
    <Panel as="nav" className={css.people} aria-label="Phiếu lương của nhân viên">
      <p className={css.caption} data-num>
        {data && values.length === 0
          ? 'Chưa có phiếu lương nào'
          : `${done} / ${values.length} người đã xác nhận hết`}
      </p>
      <AmountList
        ruled
        lines={values.map((person) => ({
          key: person.username,
          name: person.fullname,
          amount: formatMoney(person.luong),
          note: person.username,
          noteEnd: <Stand person={person} />,
          current: person.username === chosen,
          onClick: () => choose(person.username),
        }))}
      />
    </Panel>
  )
}

const ExplainDrawer = lazyPart(() => named(import('./explain-drawer.tsx'), 'ExplainDrawer'))

const title = screenOf('phieuluong').label
const retry = (): void => void refresh(slipKey)

/** Person and month of the slip: from the address, else the reader and this month. */
function useChosen() {
  const { search } = useTab()
  const actor = useActor()
  const [chosen, setChosen] = useState(() => {
    const query = new URLSearchParams(search)
    const month = query.get('startDate') ?? ''
    return {
      month: readMonth(month) === null ? thisMonth() : month,
      username: query.get('username') ?? actor.username,
    }
  })
  return {
    ...chosen,
    setMonth: (month: string) => setChosen((now) => ({ ...now, month })),
    setUsername: (username: string) => setChosen((now) => ({ ...now, username })),
  }
}

type ShownProps = {
  data: SlipData | null | undefined
  month: string
  /** Whether the reader must first choose a slip from the list. */
  picks: boolean
  error: unknown
  retry: () => void
}

function ShownSlip({ data, month, picks, error, retry }: ShownProps) {
  const [figure, setFigure] = useState<PayFigure | null>(null)
  if (error) return <ErrorNote error={error} title="Chưa tải được phiếu lương" retry={retry} />
  if (data === undefined) return <div className={css.slip} aria-busy="true" aria-label="Đang tải" />
  if (data === null && (readMonth(month) ?? '') > todayVn())
    return <EmptyNote title={slipTexts.notYet(month)} text={slipTexts.notBegun} />
  if (data === null)
    return picks ? (
      <EmptyNote
        title="Chọn một người để xem phiếu lương"
        text={`Danh sách có phiếu tháng ${month} của từng người`}
      />
    ) : (
      <EmptyNote
        title={slipTexts.none(month)}
        text="Không có ngày công, doanh thu hay khoản nào trong tháng này"
      />
    )
  return (
    <>
      <Slip key={data.hang.id} slip={data} explain={setFigure} />
      <Suspense fallback={null}>
        {figure && (
          <ExplainDrawer
            row={data.hang}
            figure={figure}
            place="phiếu lương"
            onClose={() => setFigure(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** The screen of /app/phieuluong. */
export default function PayslipScreen() {
  const { month, username, setMonth, setUsername } = useChosen()
  const actor = useActor()
  const answers = rules.editsPay(actor)
  useFresh(tinhluong.sources, retry)
  const { data, error, refetch } = useCall(slipKey, readSlip, { username, startDate: month })
  return (
    <CardScreen>
      <ScreenHead title={title} note={data?.hang.fullname}>
        <MonthBox value={month} onChange={setMonth} />
        <Button
          icon={<IconPrinter size={16} stroke={1.9} />}
          reason={data ? undefined : 'Chưa có gì để in'}
          onClick={() => print()}
        >
          In
        </Button>
      </ScreenHead>
      <div className={css.body} data-two={answers || undefined}>
        {answers && <Standings month={month} chosen={username} choose={setUsername} />}
        <div className={css.place}>
          <ShownSlip
            data={data}
            month={month}
            picks={answers && username === actor.username}
            error={error}
            retry={() => void refetch()}
          />
        </div>
      </div>
    </CardScreen>
  )
}
