/** What the first call still lacks, and what refunds do (D3-SETUP-01). */
import { IconCheck, IconCircle } from '@tabler/icons-react'
import {
  proposedHours,
  type FirstDay,
  type FirstDayStep,
} from '#subjects/settings/contract/calls/first-day.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { useAction } from '#kit/web/use-action.ts'
import css from './first-day.module.css'

type Need = { label: string; met: boolean; lacks: string }

const needOf = ({ done }: FirstDay, step: FirstDayStep, label: string, lacks: string): Need => ({
  label,
  met: done.includes(step),
  lacks,
})

function Card({ title, needs }: { title: string; needs: readonly Need[] }) {
  return (
    <section className={css.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span data-num>
          {needs.filter(({ met }) => met).length} / {needs.length}
        </span>
      </header>
      <ul>
        {needs.map(({ label, met, lacks }) => (
          <li key={label} data-met={met || undefined}>
            {met ? (
              <IconCheck size={16} stroke={1.9} aria-hidden />
            ) : (
              <IconCircle size={16} stroke={1.5} aria-hidden />
            )}
            <span>{label}</span>
            <span>{met ? 'có' : lacks}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Numbers are handed out at any hour until hours are set; one press sets those that are usual (D3-RULE-01). */
function HoursCard() {
  const { run, busy } = useAction(async (attempt: string) => {
    const { setHours } = await import('./run-act.ts')
    await setHours(attempt)
  })
  return (
    <section className={css.card} aria-label="Giờ gọi khách">
      <header>
        <h2>Giờ gọi khách</h2>
        <span>chưa đặt</span>
      </header>
      <p className={css.hours}>
        <span>Chưa đặt thì số được phát bất cứ giờ nào. Ngoài giờ, lịch hẹn vẫn gọi được khi ghi lý do.</span>
        <Button busy={busy} onClick={() => void run()}>
          Đặt {Object.values(proposedHours).join('–')}
        </Button>
      </p>
    </section>
  )
}

export function Needs({ state }: { state: FirstDay }) {
  return (
    <div className={css.side}>
      <Card
        title="Gọi được cuộc đầu tiên khi có"
        needs={[
          { label: 'Nhân viên đã đặt mật khẩu riêng', met: state.entered, lacks: 'chưa ai vào' },
          needOf(state, 'file', 'Số trong file thuê bao', 'chưa nhập'),
          needOf(state, 'permission', 'File được phân quyền', 'chưa phân quyền'),
          needOf(state, 'active', 'Kích hoạt lấy số', 'đang tắt'),
          { label: 'Cuộc gọi đầu tiên', met: state.called, lacks: 'nhân viên ghi kết quả' },
        ]}
      />
      <Card
        title="Thêm khi có hoàn tiền"
        needs={[
          needOf(state, 'prices', 'Gói cước và giá hoàn', 'chưa có gói'),
          needOf(state, 'bank', 'Tài khoản ngân hàng', 'chưa nhập'),
        ]}
      />
      <Card
        title="Tra cứu và mời qua nhà mạng"
        needs={[{ label: 'Kết nối nhà mạng', met: state.carrier, lacks: 'đặt CARRIER_URL ở máy chủ' }]}
      />
      {!state.hours && <HoursCard />}
    </div>
  )
}
