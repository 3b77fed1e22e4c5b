/** Toasts: a tick for success, a triangle for failure, over the menu column so that no data is covered. */
import { notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertTriangle, IconBell, IconCircleCheck } from '@tabler/icons-react'
import { toastTime, type Toast } from '../kit/feedback.ts'
import css from './toast.module.css'

const icons = {
  success: <IconCircleCheck size={16} stroke={1.8} color="var(--green-dot)" aria-label="Thành công" />,
  failure: <IconAlertTriangle size={16} stroke={1.8} color="var(--red-dot)" aria-label="Lỗi" />,
  info: <IconBell size={16} stroke={1.8} color="var(--blue-dot)" aria-label="Thông báo" />,
}

/** A new toast is shown at once: the oldest is removed instead of waiting for a free place. */
function makeRoom(): void {
  const { notifications: shown, limit } = notificationsStore.getState()
  const oldest = shown[0]?.id
  if (oldest !== undefined && shown.length >= limit) notifications.hide(oldest)
}

/** Text or subject of each toast, so that the same one replaces the former instead of piling up. */
const subjects = new Map<string, string>()

/** Removes the visible toast with the same text or subject. */
function replaceSame(subject: string): void {
  for (const [id, other] of subjects) if (other === subject) notifications.hide(id)
}

/** Shows a toast for 15 s or its own time, paused under the pointer. The same text is shown once. */
export function showToast({ tone, text, time, action, about }: Toast): void {
  const subject = about ?? `${tone} ${text}`
  replaceSame(subject)
  makeRoom()
  const id = notifications.show({
    message: (
      <div className={css.body}>
        <span className={css.text}>{text}</span>
        {action && (
          <button
            type="button"
            className={css.action}
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
    ),
    icon: icons[tone],
    autoClose: time ?? toastTime.application,
    onClose: (closed) => void subjects.delete(closed.id ?? ''),
    role: tone === 'failure' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Đóng thông báo', size: 24, iconSize: 16 },
    classNames: { root: css.toast ?? '', icon: css.icon ?? '', description: css.description ?? '' },
  })
  subjects.set(id, subject)
}
