/** Evidence by person, the largest amount first; a click filters the list by that person (D3-PAY-12). */
import { formatMoney } from '#kit/contract/money.ts'
import { radatruythu } from '#subjects/pay/contract/reports/radatruythu.ts'
import { radarPeople } from '#subjects/pay/contract/calls/radar.ts'
import { AmountList } from '#figures/amount-list.tsx'
import { Beside } from '#figures/beside.tsx'
import type { Filters } from '#kit/web/filters/list-state.ts'
import { useCall } from '#kit/web/query.ts'

type PeopleProps = { filters: Filters; choose: (username: string) => void }

/** Empty without evidence. */
export function RadarPeople({ filters, choose }: PeopleProps) {
  const { startDate, endDate, loai, da_xem, username } = filters
  const input = { startDate, endDate, loai, da_xem }
  const { data } = useCall(radatruythu.path, radarPeople, input, { keep: true })
  const people = data?.values ?? []
  if (people.length === 0) return null
  const most = Math.max(1, ...people.map(({ so_tien }) => so_tien))
  return (
    <Beside title="Theo nhân viên" note="Số tiền của các chứng cứ; một khoản có thể có nhiều chứng cứ">
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
    </Beside>
  )
}
