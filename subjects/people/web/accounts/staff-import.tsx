/** Staff from a file, and the file of their one-time passwords (D3-SETUP-02). */
import { IconDownload } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatInstant, todayVn } from '#kit/contract/dates.ts'
import { staffSheet } from '#subjects/people/contract/lists/staff-sheet.ts'
import {
  oneTimeDays,
  passwordProgress,
  renewPasswords,
  type PasswordProgress,
  passwordFilePath,
} from '#subjects/people/contract/calls/staff-passwords.ts'
import { send, exchange } from '#kit/web/client.ts'
import { confirm } from '#kit/web/feedback.ts'
import { ImportDialog } from '#kit/web/import/import-dialog.tsx'
import { refresh, useCall } from '#kit/web/query.ts'
import { useCan } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { useAction } from '#kit/web/use-action.ts'
import css from './accounts.module.css'

/**
 * Downloads the file of one-time passwords, which the server sends only once (D3-SETUP-02). Never retried
 * automatically: the first answer may have been the only one.
 */
async function takePasswords(importId: string): Promise<void> {
  const response = await exchange(
    {
      method: 'POST',
      path: passwordFilePath(importId),
      headers: { 'content-type': 'application/json' },
      body: '{}',
    },
    { impatient: true },
  )
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `mat-khau-mot-lan-${todayVn()}.xlsx`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** While passwords are generated, in ms. */
const pollEvery = 1_000

const renewQuestion = (count: number) => ({
  title: 'Cấp lại mật khẩu một lần',
  body: `${count} người chưa đặt mật khẩu riêng sẽ có mật khẩu mới, mật khẩu đã phát cho họ không dùng được nữa.`,
  confirmLabel: 'Cấp lại',
  danger: true,
})

/** Beside the button: what it waits for, or that it is done; '' while the file waits. */
function lineOf({ total, ready, takenAt, waits }: PasswordProgress): string {
  if (total === 0) return 'Ai cũng đã đặt mật khẩu riêng'
  if (takenAt) return 'Đã tải file mật khẩu'
  return waits ? '' : `Đang tạo mật khẩu ${ready}/${total}`
}

const takenText = ({ takenBy, takenAt }: PasswordProgress): string =>
  `${takenBy} đã tải lúc ${takenAt && formatInstant(takenAt)}`

type PasswordsProps = { id: string; onProgress: (progress: PasswordProgress) => void }

/** At the foot of the summary; empty if the file has no new people. */
function Passwords({ id, onProgress }: PasswordsProps) {
  const mayRenew = useCan()('user.edit')
  const { data } = useCall('users', passwordProgress, { id }, { staleTime: 0, every: pollEvery })
  const take = useAction(async () => {
    await takePasswords(id)
    await refresh('users')
  })
  const renew = useAction(async (idempotencyKey: string, count: number) => {
    if (!(await confirm(renewQuestion(count)))) return
    await send(renewPasswords, { id }, { idempotencyKey })
    await refresh('users')
  })
  if (!data) return null
  onProgress(data)
  const over = data.takenAt !== null || (!data.waits && data.ready === data.total)
  return (
    <>
      <span className={css.passwords} role="status" title={data.takenAt ? takenText(data) : undefined}>
        {lineOf(data)}
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
          Tải mật khẩu một lần
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
    Mỗi dòng là một tài khoản; chi nhánh và leader ghi bằng tên đăng nhập, có thể vừa được tạo ở dòng trên.
    Lưu xong có một file mật khẩu một lần, dùng trong {oneTimeDays} ngày; ai cũng đặt mật khẩu riêng ở lần vào
    đầu tiên.
  </p>
)

/** The upload; closing it asks while its passwords are not downloaded. */
export function StaffImport({ onClose }: { onClose: () => void }) {
  const progress = useRef<PasswordProgress | null>(null)
  const close = async (): Promise<void> => {
    const waiting =
      progress.current !== null && progress.current.takenAt === null && progress.current.total > 0
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
