/** Staff from a file, and the file of their one-time passwords (D3-SETUP-02). */
import { IconDownload, IconKey } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatInstant, formatShortInstant } from '../../../contract/dates.ts'
import { staffSheet } from '../../../contract/resources/staff-sheet.ts'
import {
  oneTimeDays,
  passwordProgress,
  renewPasswords,
  type PasswordProgress,
} from '../../../contract/workflows/staff-passwords.ts'
import { send } from '../../kit/client.ts'
import { confirm } from '../../kit/feedback.ts'
import { ImportDialog } from '../../kit/import/import-dialog.tsx'
import { refresh, useCall } from '../../kit/query.ts'
import { useCan } from '../../kit/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { useAction } from '../../kit/use-action.ts'
import { takePasswords } from './take-passwords.ts'
import css from './accounts.module.css'

/** While passwords are made, in ms. */
const pollEvery = 1_000

const renewQuestion = (left: number) => ({
  title: 'Cấp lại mật khẩu một lần',
  body: `${left} người chưa đặt mật khẩu riêng sẽ có mật khẩu mới, mật khẩu đã phát cho họ không dùng được nữa.`,
  confirmLabel: 'Cấp lại',
  danger: true,
})

/** What stands between saving and the file; null once it waits. */
function lineOf({ total, ready, takenAt, takenBy, waits }: PasswordProgress): string {
  if (takenAt) return `${takenBy} đã tải lúc ${formatInstant(takenAt)}`
  if (total === 0) return 'Mọi người trong file đã đặt mật khẩu riêng'
  return waits ? 'Chỉ tải được một lần' : `Đang tạo mật khẩu ${ready}/${total}`
}

type PasswordsProps = { id: string; onProgress: (progress: PasswordProgress) => void }

/** At the foot of the summary; nothing where the file brought nobody new. */
function Passwords({ id, onProgress }: PasswordsProps) {
  const mayRenew = useCan()('user.edit')
  const { data } = useCall('users', passwordProgress, { id }, { staleTime: 0, every: pollEvery })
  const take = useAction(async () => {
    await takePasswords(id)
    await refresh('users')
  })
  const renew = useAction(async (idempotencyKey: string, left: number) => {
    if (!(await confirm(renewQuestion(left)))) return
    await send(renewPasswords, { id }, { idempotencyKey })
    await refresh('users')
  })
  if (!data) return null
  onProgress(data)
  const over = data.takenAt !== null || (!data.waits && data.ready === data.total)
  return (
    <>
      <span className={css.passwords} role="status">
        <IconKey size={14} stroke={1.9} aria-hidden /> {lineOf(data)}
        {data.waits && data.until && `, dùng đến ${formatShortInstant(data.until)}`}
      </span>
      {over && data.total > 0 && mayRenew && (
        <Button busy={renew.busy} onClick={() => void renew.run(data.total)}>
          Cấp lại
        </Button>
      )}
      {!over && (
        <Button
          look="primary"
          icon={<IconDownload size={16} stroke={1.9} />}
          busy={take.busy}
          reason={data.waits ? undefined : 'Đang tạo mật khẩu'}
          onClick={() => void take.run()}
        >
          Tải file mật khẩu
        </Button>
      )}
    </>
  )
}

const leaveQuestion = {
  title: 'Đóng khi chưa tải file mật khẩu',
  body: 'File còn đợi: mở lại ở Nhập file, mục Đã nhập gần đây. Chưa có mật khẩu thì chưa ai trong file đăng nhập được.',
  confirmLabel: 'Đóng',
}

const Intro = () => (
  <p className={css.intro}>
    Mỗi dòng là một tài khoản; chi nhánh và leader ghi bằng tên đăng nhập, có thể vừa được tạo ở dòng trên. Lưu xong có
    một file mật khẩu một lần, dùng trong {oneTimeDays} ngày; ai cũng đặt mật khẩu riêng ở lần vào đầu tiên.
  </p>
)

/** The upload; closing it asks while its passwords wait to be taken. */
export function StaffImport({ onClose }: { onClose: () => void }) {
  const progress = useRef<PasswordProgress | null>(null)
  const close = async (): Promise<void> => {
    const waiting = progress.current !== null && progress.current.takenAt === null && progress.current.total > 0
    if (!waiting || (await confirm(leaveQuestion))) onClose()
  }
  return (
    <ImportDialog
      target={staffSheet}
      intro={<Intro />}
      onClose={() => void close()}
      next={({ id }) => <Passwords id={id} onProgress={(next) => void (progress.current = next)} />}
    />
  )
}
