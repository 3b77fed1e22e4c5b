/** The people of the scope and their confirmed lines; those who wait for an answer come first (D3-PAY-09). */
import { IconCheck, IconHelp } from '@tabler/icons-react'
import { formatMoney } from '#kit/contract/money.ts'
import { slipStandings, type Standing } from '#subjects/pay/contract/calls/payslip.ts'
import { slipLines } from '#subjects/pay/contract/pay-lists.ts'
import { AmountList } from '#figures/amount-list.tsx'
import { useCall } from '#kit/web/query.ts'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { slipKey } from './slip-calls.ts'
import css from './payslip.module.css'

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

export function Standings({ month, chosen, choose }: StandingsProps) {
  const { data, error, refetch } = useCall(slipKey, slipStandings, { startDate: month }, { keep: true })
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  const values = data?.values ?? []
  const done = values.filter(({ xac_nhan }) => xac_nhan === slipLines.length).length
  return (
    <nav className={css.people} aria-label="Phiếu lương của nhân viên">
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
    </nav>
  )
}
