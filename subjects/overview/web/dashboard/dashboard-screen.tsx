/** The dashboard 'Bảng điều khiển': real figures of the viewer's scope, each opening its rows (D1-HOME-01 to 03). */
import { IconBuildingStore, IconPhoneCall, IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import { screenOf } from '#platform/contract/screens.ts'
import {
  dashboardPeriods,
  type Dashboard,
  type DashboardPeriod,
  type FileLeft,
  demoAccounts,
} from '#subjects/overview/contract/calls/dashboard.ts'
import { CardScreen } from '#figures/columns.tsx'
import { useKeyHelp, useKeys } from '#kit/web/keys.ts'
import { useActor, useCan } from '#kit/web/session.ts'
import { useStaff } from '#kit/web/staff.ts'
import { openFor } from '#platform/web/navigation.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { Segments } from '#kit/web/ui/segments.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import { FeedBar } from '#platform/web/feeds/index.ts'
import { RulesBar } from '#subjects/sims/web/index.ts'
import { CareFunnel } from './care-funnel.tsx'
import { useDashboard } from './dashboard-data.ts'
import { HourMap } from './hour-map.tsx'
import { KpiRow } from './kpi-row.tsx'
import { PayStrip } from './pay-strip.tsx'
import { RankingCard } from './ranking-card.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import css from './dashboard.module.css'
import { thousands } from '#kit/contract/thousands.ts'
import { AmountList } from '#figures/amount-list.tsx'
import { Card, CardNote, Panel } from '#figures/card.tsx'
import { openSplit } from '#subjects/numbers/web/index.ts'
import { useCall } from '#kit/web/query.ts'
import { NoticeBar } from '#kit/web/ui/notice-bar.tsx'

const minute = 60_000
/** At most this many are named; the others are counted. */
const maxNames = 4

const list = (names: readonly string[]): string =>
  names.length > maxNames
    ? `${names.slice(0, maxNames).join(', ')} và ${names.length - maxNames} tài khoản khác`
    : names.join(', ')

/**
 * Warns administrators of accounts that still have the demo's password, printed in the handbook. Shown in
 * production while such accounts are open.
 */
function DemoBar() {
  const administers = useCan()('admin')
  const { data } = useCall('demo-accounts', demoAccounts, administers ? {} : null, { every: minute })
  const names = data?.values ?? []
  if (names.length === 0) return null
  return (
    <NoticeBar icon={<IconAlertTriangle size={16} stroke={1.9} aria-hidden />}>
      <b>Mật khẩu dùng thử vẫn mở được {list(names)}. </b>
      Mật khẩu này có trong tài liệu nên ai cũng biết. Hãy dừng các tài khoản đó hoặc cấp lại mật khẩu.
    </NoticeBar>
  )
}

/** Numbers left in the newest subscriber files; a click opens the file's split. */
const FileCard = ({ files }: { files: readonly FileLeft[] }) => (
  <Card title="Số còn lại theo file" end="còn / đã có" className={css.four}>
    {files.length === 0 ? (
      <CardNote>Chưa có file nào có số.</CardNote>
    ) : (
      <AmountList
        lines={files.map(({ id, FileName, left, received, active }) => ({
          key: id,
          name: FileName,
          amount: `${thousands(left)} / ${thousands(received)}`,
          bars: [{ to: left / received, tone: active ? undefined : 'quiet' }],
          onClick: () => openSplit(FileName),
        }))}
      />
    )}
  </Card>
)

const title = screenOf('dashboard').label
const help = [{ keys: 'R', what: 'Làm mới' }]

type Choice = { period: DashboardPeriod; setPeriod: (period: DashboardPeriod) => void }

const PeriodSwitch = ({ period, setPeriod }: Choice) => (
  <Segments label="Kỳ" options={dashboardPeriods} value={period} onChange={setPeriod} />
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
      {[1, 2, 3, 4].map((n) => (
        <Panel key={n} />
      ))}
    </div>
    <Panel className={css.eight} />
    <Panel className={css.four} />
    <Panel className={css.twelve} />
  </div>
)

/** The screen of tab Dashboard. A salesperson starts with today, everybody else with the month. */
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
    <CardScreen className={css.screen}>
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
    </CardScreen>
  )
}
