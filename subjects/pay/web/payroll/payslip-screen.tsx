/**
 * 'Phiếu lương': everybody's own payslip; priority below 4 also reads and answers those of their people (D3-PAY-09).
 */
import { IconPrinter } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { rules } from '#platform/contract/abilities.ts'
import { todayVn } from '#kit/contract/dates.ts'
import { thisMonth, readMonth } from '#kit/contract/month.ts'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import type { PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { readSlip, slipTexts, type Slip as SlipData } from '#subjects/pay/contract/calls/payslip.ts'
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
import { Standings } from './standings.tsx'
import css from './payslip.module.css'

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
  /** Whether the reader has to choose a slip of the list beside it. */
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
    <div className={css.screen} data-flat>
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
    </div>
  )
}
