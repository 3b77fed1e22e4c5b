/** The dialog of 600 px: title, body, footer with the main action at the right. */
import { Modal } from '@mantine/core'
import { IconAntennaBarsOff, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { reauth } from '../client.ts'
import { question } from '../feedback.ts'
import { calmKeys } from '../keys.ts'
import { network } from '../network.ts'
import { useStore } from '../store.ts'
import { Button, IconButton } from './button.tsx'
import { focusFirst } from './first-focus.ts'
import css from './dialog.module.css'

export type DialogProps = {
  title: ReactNode
  /** Grey text after the title. */
  note?: ReactNode
  children: ReactNode
  footer?: ReactNode
  /** Instead of a footer: the main button, right of 'Huỷ', and the content left of both. */
  action?: ReactNode
  aside?: ReactNode
  onClose: () => void
  /** 440 px instead of 600, for questions. */
  narrow?: boolean
  /** Nearly the whole page, for imports. */
  full?: boolean
  /** Above other dialogs; 'all': above every layer. */
  above?: boolean | 'all'
  /** Body without padding, for tables. */
  bare?: boolean
}

/** The element that gets the focus back: the former one, or the table if that was an entry of a closed row menu. */
const placeBehind = (before: Element | null): HTMLElement | null =>
  before instanceof HTMLElement && before.isConnected
    ? before
    : document.querySelector<HTMLElement>('#work [role="grid"]')

/** Without a marked element the focus starts at the first box or the title, never at the close button. */
function begin(content: HTMLElement | null): void {
  if (!content) return
  if (!content.querySelector('[data-autofocus]')) {
    const box = content.querySelector('[data-begin] :is(input, textarea):not(:disabled, [type="hidden"])')
    const first = box ?? content.querySelector('[data-title]')
    first?.setAttribute('data-autofocus', 'true')
  }
  focusFirst(content)
}

/** A dialog covers the network bar, so it shows a lost connection itself. */
function Offline() {
  const { lostSince, waiting } = useStore(network)
  if (lostSince === null) return null
  return (
    <p className={css.offline} role="status">
      <IconAntennaBarsOff size={14} aria-hidden />
      {waiting > 0 ? 'Mất kết nối, sẽ gửi ngay khi có mạng lại.' : 'Mất kết nối, những gì đã nhập vẫn giữ.'}
    </p>
  )
}

/** Our dialogs close by being unmounted, so Mantine does not return the focus; this hook does. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  // At once: later a letter would already reach the page.
  useLayoutEffect(() => calmKeys, [])
  useEffect(
    () => () => {
      const lost = document.activeElement === null || document.activeElement === document.body
      if (lost) placeBehind(before)?.focus({ preventScroll: true })
    },
    [before],
  )
}

/** Esc and the close button call `onClose`; the focus is trapped and returns to where it was. */
export function Dialog(props: DialogProps) {
  const { title, note, children, footer, action, aside, onClose, narrow, full, above, bare } = props
  useFocusBack()
  // Esc answers a question above the dialog, which stays open.
  const questionOpen = useStore(question) !== null
  const reauthOpen = useStore(reauth).length > 0
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={above === 'all' || (!reauthOpen && (above === true || !questionOpen))}
      size={full ? 'calc(100vw - 48px)' : narrow ? 440 : 600}
      yOffset={full ? 24 : 64}
      xOffset={full ? 24 : 8}
      zIndex={above === 'all' ? 420 : above ? 250 : 200}
      closeOnClickOutside={false}
      radius="lg"
      classNames={{ content: `${css.dialog} ${full ? css.full : ''}`, overlay: css.shade ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content ref={begin}>
        <div className={css.head}>
          <Modal.Title className={css.title ?? ''} tabIndex={-1} data-title>
            {title}
          </Modal.Title>
          {note && <span className={css.note}>{note}</span>}
          <span className={css.space} />
          <IconButton small label="Đóng" onClick={onClose}>
            <IconX size={16} stroke={1.9} />
          </IconButton>
        </div>
        <Modal.Body data-begin className={bare ? (css.bare ?? '') : (css.body ?? '')}>
          {children}
        </Modal.Body>
        <Offline />
        {(footer || action) && (
          <div className={css.footer} data-foot>
            {footer ?? aside}
            {action && (
              <Button keys="Esc" className={css.leave} onClick={onClose}>
                Huỷ
              </Button>
            )}
            {action}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}
