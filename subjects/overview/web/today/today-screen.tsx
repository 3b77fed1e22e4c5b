/** 'Hôm nay': what a salesperson's day begins with (D3-NAV-06). */
import { IconPhoneCall } from '@tabler/icons-react'
import { formatDate, todayVn } from '#kit/contract/dates.ts'
import { weekdayOf } from '#kit/contract/weekday.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { hourDays } from '#subjects/overview/contract/calls/dashboard.ts'
import { today, type LastDay, type Today } from '#subjects/overview/contract/calls/today.ts'
import { useAppointmentsNow, useNow } from '#subjects/calling/web/index.ts'
import { Card, CardNote, Panel } from '#figures/card.tsx'
import { ColumnChart } from '#figures/column-chart.tsx'
import { CardScreen, Column, Columns } from '#figures/columns.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import { refresh, useCall } from '#kit/web/query.ts'
import { useFresh } from '#kit/web/use-fresh.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { openFor } from '#platform/web/navigation.ts'
import { useHours } from '../dashboard/dashboard-data.ts'
import { callsBetween, funnelLinks } from '../dashboard/dashboard-links.ts'
import { Promises } from './promises.tsx'
import { LeftCard, PayCard, WaitsCard } from './side.tsx'
import { hoursText, lastDayName, opensText, sharesByHour } from './today-words.ts'
import css from './today.module.css'

const key = 'homnay'
const minute = 60_000
/** Resources that the figures are counted from. */
const counted: readonly string[] = ['care/history', 'uploadchiadata', 'chiadata', 'phanquyendata']
const readAgain = (): void => void refresh(key)
const { label: title } = screenOf('homnay')

/** The last day of calls in a line, each figure linked to its rows. */
function LastDayLine({ last, at }: { last: LastDay | null; at: string }) {
  if (!last)
    return (
      <Panel className={css.line} aria-label="Ngày gọi trước">
        <span>Chưa có cuộc gọi nào trong hai tuần qua</span>
      </Panel>
    )
  const links = funnelLinks({ start: last.day, end: last.day }, '')
  const name = lastDayName(last.day, new Date(at))
  const figures = [
    ['called', last.called, 'cuộc'],
    ['reached', last.reached, 'gặp'],
    ['agreed', last.agreed, 'đồng ý'],
    ['registered', last.registered, 'đăng ký'],
  ] as const
  return (
    <Panel className={css.line} aria-label={name}>
      <span>{name}</span>
      {figures.map(([step, figure, unit]) => (
        <FigureLink key={step} href={links[step]}>
          <b data-num>{thousands(figure)}</b> {unit}
        </FigureLink>
      ))}
      <span data-space />
      <FigureLink href={links.registered}>
        doanh thu <b data-num>{formatMoney(last.revenue)}</b>
      </FigureLink>
    </Panel>
  )
}

const percent = (share: number): string => `${Math.round(share * 100)}%`

/** Share of calls that reached somebody, by hour. */
function HourBars() {
  const { data, error, refetch } = useHours('')
  const hours = data ? sharesByHour(data.values) : []
  return (
    <Card
      title="Giờ khách hay nghe máy"
      className={css.hours}
      note={
        data && <FigureLink href={callsBetween(data.start, data.end, '')}>{hourDays} ngày của bạn</FigureLink>
      }
    >
      {error && !data ? (
        <ErrorNote error={error} title="Chưa tải được" retry={() => void refetch()} />
      ) : data && hours.length === 0 ? (
        <CardNote>Chưa đủ cuộc gọi trong {hourDays} ngày qua để tính</CardNote>
      ) : (
        <ColumnChart
          columns={hours.map(({ hour, share, best }) => ({
            key: String(hour),
            name: `${hour}h`,
            label: share === null ? `${hour}h: quá ít cuộc gọi để tính` : `${hour}h: gặp ${percent(share)}`,
            text: share === null ? '–' : percent(share),
            values: [{ tone: best ? 'now' : 'first', value: share ?? 0 }],
            current: best,
          }))}
        />
      )}
    </Card>
  )
}

/** The one thing to do. */
function Begin({ data }: { data: Today }) {
  const now = useNow()
  const { data: promised } = useAppointmentsNow()
  const first = promised?.values[0]
  const late = first !== undefined && Date.parse(first.appointmentAt) <= now
  return (
    <Panel className={css.begin} aria-label="Bắt đầu">
      <span>
        <b>
          {late
            ? 'Bắt đầu với lịch hẹn đã đến giờ'
            : data.left.count > 0
              ? `Còn ${thousands(data.left.count)} số để gọi`
              : 'Hết số, xin leader chia thêm'}
        </b>
        <small>{opensText(data, now)}</small>
      </span>
      <Button
        look="primary"
        icon={<IconPhoneCall size={16} stroke={1.9} />}
        keys="F2"
        onClick={() => openFor('care', 'next')}
      >
        Bắt đầu gọi
      </Button>
    </Panel>
  )
}

/** The screen of `/app/homnay`. */
export default function TodayScreen() {
  useFresh(counted, readAgain)
  const { data, error, refetch } = useCall(key, today, {}, { keep: true, every: minute })
  const day = todayVn()
  return (
    <CardScreen>
      <ScreenHead title={title} note={`${weekdayOf(day)} ${formatDate(day)}`}>
        <span className={css.clock} data-num>
          {data && hoursText(data.hours)}
        </span>
      </ScreenHead>
      {error && !data && (
        <ErrorNote error={error} title="Chưa tải được số liệu hôm nay" retry={() => void refetch()} />
      )}
      <Columns widths="minmax(0, 1fr) 400px" busy={!data && !error}>
        <div className={css.main}>
          {data && <LastDayLine last={data.last} at={data.at} />}
          <Promises />
          <HourBars />
          {data && <Begin data={data} />}
        </div>
        <Column label="Lương, số còn lại, cần trả lời">
          <PayCard />
          {data && <LeftCard data={data} />}
          <WaitsCard />
        </Column>
      </Columns>
    </CardScreen>
  )
}
