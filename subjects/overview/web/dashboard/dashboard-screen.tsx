/** The dashboard 'Bảng điều khiển': real figures of the viewer's scope, each opening its rows (D1-HOME-01 to 03). */
import { IconBuildingStore, IconPhoneCall } from '@tabler/icons-react'
import { useState } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import { screenOf } from '#platform/contract/screens.ts'
import {
  dashboardPeriods,
  type Dashboard,
  type DashboardPeriod,
} from '#subjects/overview/contract/calls/dashboard.ts'
import { useKeyHelp, useKeys } from '#kit/web/keys.ts'
import { useActor, useCan } from '#kit/web/session.ts'
import { useStaff } from '#kit/web/staff.ts'
import { openFor } from '#platform/web/navigation.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import { FeedBar } from '#platform/web/feeds/index.ts'
import { RulesBar } from '#subjects/sims/web/index.ts'
import { CareFunnel } from './care-funnel.tsx'
import { useDashboard } from './dashboard-data.ts'
import { DemoBar } from './demo-bar.tsx'
import { FileCard } from './file-card.tsx'
import { HourMap } from './hour-map.tsx'
import { KpiRow } from './kpi-row.tsx'
import { PayStrip } from './pay-strip.tsx'
import { RankingCard } from './ranking-card.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import css from './dashboard.module.css'

const title = screenOf('dashboard').label
const help = [{ keys: 'R', what: 'Làm mới' }]

type Choice = { period: DashboardPeriod; setPeriod: (period: DashboardPeriod) => void }

const PeriodSwitch = ({ period, setPeriod }: Choice) => (
  <div className={css.segments} role="group" aria-label="Kỳ">
    {dashboardPeriods.map(({ value, label }) => (
      <button key={value} type="button" aria-pressed={period === value} onClick={() => setPeriod(value)}>
        {label}
      </button>
    ))}
  </div>
)

function BranchPicker({ team, setTeam }: { team: string; setTeam: (team: string) => void }) {
  const branches = useStaff().filter(({ role_priority: level }) => level === 3)
  return (
    <span className={css.branches}>
      <Picker
        label="Chi nhánh"
        icon={<IconBuildingStore size={16} stroke={1.9} aria-hidden />}
        emptyLabel="Tất cả chi nhánh"
        options={branches.map(({ username, fullname }) => ({
          value: username,
          label: fullname,
          note: username,
        }))}
        value={team}
        onChange={setTeam}
      />
    </span>
  )
}

type BodyProps = { data: Dashboard; team: string; period: DashboardPeriod; sells: boolean }

function Body({ data, team, period, sells }: BodyProps) {
  const opens = useCan()('unrestricted')
  return (
    <div className={css.body} data-sells={sells || undefined}>
      {sells && <PayStrip />}
      <KpiRow data={data} team={team} />
      {data.month && <RevenueChart days={data.days} today={data.period.end} team={team} />}
      {data.care && (
        <>
          <CareFunnel care={data.care} period={data.period} chosen={period} team={team} />
          <HourMap team={team} wide={!data.ranking && !data.files} />
        </>
      )}
      {!data.month && data.waiting.length === 0 && (
        <EmptyNote
          title="Không có số liệu cho bạn ở đây"
          text="Doanh thu và cuộc gọi do người bán và quản lý xem"
        />
      )}
      {data.ranking && <RankingCard data={data} ranking={data.ranking} opens={opens} />}
      {data.files && <FileCard files={data.files} />}
    </div>
  )
}

const Waiting = () => (
  <div className={css.body} aria-busy="true" aria-label="Đang tải">
    <div className={css.kpis}>
      {[1, 2, 3, 4].map((at) => (
        <span key={at} className={css.blank} />
      ))}
    </div>
    <span className={`${css.eight} ${css.blank}`} />
    <span className={`${css.four} ${css.blank}`} />
    <span className={`${css.twelve} ${css.blank}`} />
  </div>
)

/** The screen of tab Dashboard. A salesperson begins with today, everybody else with the month. */
export default function DashboardScreen() {
  const actor = useActor()
  const sells = actor.priority === 5
  const [period, setPeriod] = useState<DashboardPeriod>(sells ? 'today' : 'month')
  const [team, setTeam] = useState('')
  const { data, error, refetch } = useDashboard(period, team)
  const retry = (): void => void refetch()
  useKeys({ R: retry })
  useKeyHelp(title, help)
  return (
    <div className={css.screen} data-flat>
      <ScreenHead title={title} note={data && `Cập nhật ${formatInstant(data.at).slice(11)}`}>
        {actor.priority < 3 && <BranchPicker team={team} setTeam={setTeam} />}
        <PeriodSwitch period={period} setPeriod={setPeriod} />
        {sells && (
          <Button
            look="primary"
            icon={<IconPhoneCall size={16} stroke={1.9} />}
            keys="F2"
            onClick={() => openFor('care', 'next')}
          >
            Khách hàng tiếp theo
          </Button>
        )}
      </ScreenHead>
      <DemoBar />
      <FeedBar />
      <RulesBar />
      {data ? (
        <Body data={data} team={team} period={period} sells={sells} />
      ) : error ? (
        <ErrorNote error={error} title="Chưa tải được bảng điều khiển" retry={retry} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}
