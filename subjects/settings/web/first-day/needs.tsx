/** What is missing for the first call, and what refunds need (D3-SETUP-01). */
import { IconCheck, IconCircle } from '@tabler/icons-react'
import {
  proposedHours,
  type FirstDay,
  type FirstDayStep,
} from '#subjects/settings/contract/calls/first-day.ts'
import { Card } from '#figures/card.tsx'
import { Column } from '#figures/columns.tsx'
import { LineList } from '#figures/line-list.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { useAction } from '#kit/web/use-action.ts'
import css from './first-day.module.css'

type Need = { label: string; met: boolean; lacks: string }

const needOf = ({ done }: FirstDay, step: FirstDayStep, label: string, lacks: string): Need => ({
  label,
  met: done.includes(step),
  lacks,
})

const NeedsCard = ({ title, needs }: { title: string; needs: readonly Need[] }) => (
  <Card title={title} end={`${needs.filter(({ met }) => met).length} / ${needs.length}`}>
    <LineList widths="16px minmax(0, 1fr) auto">
      {needs.map(({ label, met, lacks }) => (
        <li key={label} data-tone={met ? 'good' : undefined}>
          {met ? (
            <IconCheck size={16} stroke={1.9} aria-hidden />
          ) : (
            <IconCircle size={16} stroke={1.5} aria-hidden />
          )}
          <span>{label}</span>
          <span data-quiet>{met ? 'có' : lacks}</span>
        </li>
      ))}
    </LineList>
  </Card>
)

/** Numbers are handed out at any hour until hours are set; one click sets the usual ones (D3-RULE-01). */
function HoursCard() {
  const { run, busy } = useAction(async (attempt: string) => {
    const { setHours } = await import('./run-act.ts')
    await setHours(attempt)
  })
  return (
    <Card title="Giờ gọi khách" end="chưa đặt">
      <p className={css.hours}>
        <span>Chưa đặt thì số được phát bất cứ giờ nào. Ngoài giờ, lịch hẹn vẫn gọi được khi ghi lý do.</span>
        <Button busy={busy} onClick={() => void run()}>
          Đặt {Object.values(proposedHours).join('–')}
        </Button>
      </p>
    </Card>
  )
}

export function Needs({ state }: { state: FirstDay }) {
  return (
    <Column>
      <NeedsCard
        title="Gọi được cuộc đầu tiên khi có"
        needs={[
          { label: 'Nhân viên đã đặt mật khẩu riêng', met: state.entered, lacks: 'chưa ai vào' },
          needOf(state, 'file', 'Số trong file thuê bao', 'chưa nhập'),
          needOf(state, 'permission', 'File được phân quyền', 'chưa phân quyền'),
          needOf(state, 'active', 'Kích hoạt lấy số', 'đang tắt'),
          { label: 'Cuộc gọi đầu tiên', met: state.called, lacks: 'nhân viên ghi kết quả' },
        ]}
      />
      <NeedsCard
        title="Thêm khi có hoàn tiền"
        needs={[
          needOf(state, 'prices', 'Gói cước và giá hoàn', 'chưa có gói'),
          needOf(state, 'bank', 'Tài khoản ngân hàng', 'chưa nhập'),
        ]}
      />
      <NeedsCard
        title="Tra cứu và mời qua nhà mạng"
        needs={[{ label: 'Kết nối nhà mạng', met: state.carrier, lacks: 'đặt CARRIER_URL ở máy chủ' }]}
      />
      {!state.hours && <HoursCard />}
    </Column>
  )
}
