/**
 * Toasts: a tick for success, a triangle for failure, at the bottom right above pager and bar, away from checkboxes. In
 * the first script, because failures must be shown even when the connection is lost.
 */
import { IconAlertTriangle, IconBell, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import { toastTime, type Toast } from '#kit/web/feedback.ts'
import { createStore, useStore } from '#kit/web/store.ts'
import css from './toasts.module.css'

type Shown = Toast & { id: number }

const most = 4

const icons = {
  success: <IconCircleCheck size={16} stroke={1.8} color="var(--green-dot)" aria-label="Thành công" />,
  failure: <IconAlertTriangle size={16} stroke={1.8} color="var(--red-dot)" aria-label="Lỗi" />,
  info: <IconBell size={16} stroke={1.8} color="var(--blue-dot)" aria-label="Thông báo" />,
}

const visibleToasts = createStore<readonly Shown[]>([])
let lastId = 0

const subjectOf = ({ about, tone, text }: Toast): string => about ?? `${tone} ${text}`

const hide = (id: number): void => visibleToasts.set((now) => now.filter((one) => one.id !== id))

/** Shows a toast for its time, paused under the pointer. The same text or subject is shown once. */
export function showToast(toast: Toast): void {
  const others = visibleToasts.get().filter((one) => subjectOf(one) !== subjectOf(toast))
  // A new toast is shown at once: the oldest is removed instead of waiting for a free place.
  visibleToasts.set([...others, { ...toast, id: ++lastId }].slice(-most))
}

/** A swipe of this many px dismisses a toast. */
const swiped = 72

/** How far the toast has been dragged aside, and the event handlers for it. */
function useSwipe(away: () => void) {
  const [from, setFrom] = useState<number | null>(null)
  const [aside, setAside] = useState(0)
  const end = (): void => {
    setFrom(null)
    setAside(0)
  }
  return {
    'data-held': from !== null || undefined,
    style: { translate: `${aside}px`, opacity: 1 - Math.min(Math.abs(aside) / 240, 0.7) },
    onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
      if (pointerType === 'touch') setFrom(clientX)
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      if (from !== null) setAside(clientX - from)
    },
    onPointerUp: () => {
      if (Math.abs(aside) > swiped) away()
      end()
    },
    onPointerCancel: end,
  }
}

/** Around the work area of a large screen, in px. */
const margin = 12

/** Height of the elements at the foot of the page, in px: toasts are shown above them, and above a phone's menu. */
function footHeight(): number {
  const end = document.querySelector('nav[data-phone]')?.getBoundingClientRect().top ?? innerHeight
  return [...document.querySelectorAll('[data-foot]')]
    .map((foot) => foot.getBoundingClientRect())
    .filter(({ height, bottom }) => height > 0 && bottom >= end - margin)
    .reduce((most, { top }) => Math.max(most, innerHeight - top), innerHeight - end)
}

function ToastCard({ toast }: { toast: Shown }) {
  const { id, tone, text, time = toastTime[tone], action } = toast
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused) return undefined
    const timer = setTimeout(() => hide(id), time)
    return () => clearTimeout(timer)
  }, [id, paused, time])
  const close = (): void => {
    hide(id)
    toast.onClose?.()
  }
  return (
    <div
      className={css.toast}
      {...useSwipe(close)}
      role={tone === 'failure' ? 'alert' : 'status'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      <span className={css.icon}>{icons[tone]}</span>
      <div className={css.body}>
        <span className={css.text}>{text}</span>
        {action && (
          <button
            type="button"
            className={css.action}
            onClick={() => {
              hide(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className={css.close} aria-label="Đóng thông báo" onClick={close}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </button>
    </div>
  )
}

/** Container of the toasts; rendered once in the page. */
export function Toasts() {
  const toasts = useStore(visibleToasts)
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => host.current?.style.setProperty('--foot', `${footHeight()}px`), [toasts])
  return (
    <div ref={host} className={css.host} data-toasts>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
