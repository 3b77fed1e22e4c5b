/** The dialog of 600 px: title, body, footer with the main action at the right. */
import { Modal } from '@mantine/core'
import { IconAntennaBarsOff, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { question } from '../feedback.ts'
import { calmKeys } from '../keys.ts'
import { network } from '../network.ts'
import { useStore } from '../store.ts'
import { IconButton } from './button.tsx'
import { focusFirst } from './first-focus.ts'
import css from './dialog.module.css'

export type DialogProps = {
  title: ReactNode
  /** Grey words after the title. */
  note?: ReactNode
  children: ReactNode
  footer?: ReactNode
  onClose: () => void
  /** 440 instead of 600: a question. */
  narrow?: boolean
  /** Nearly the whole page: an import. */
  full?: boolean
  /** Over other dialogs. */
  above?: boolean
  /** Body without inner distance: tables. */
  bare?: boolean
}

/** Where work goes on: where it was, or the table when that was an entry of a row's menu, which is gone. */
const placeBehind = (before: Element | null): HTMLElement | null =>
  before instanceof HTMLElement && before.isConnected
    ? before
    : document.querySelector<HTMLElement>('#work [role="grid"]')

/** Without a place of its own to begin at, a dialog begins at its first box or its title, never at the cross. */
function begin(content: HTMLElement | null): void {
  if (!content) return
  if (!content.querySelector('[data-autofocus]')) {
    const box = content.querySelector('[data-begin] :is(input, textarea):not(:disabled, [type="hidden"])')
    const first = box ?? content.querySelector('[data-title]')
    first?.setAttribute('data-autofocus', 'true')
  }
  focusFirst(content)
}

/** A dialog covers the bar that says the network is gone, so it says it itself. */
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

/** Dialogs are closed by being unmounted, which Mantine's own return of the focus does not see. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  // With the dialog itself: later a letter would already be one of the page.
  useLayoutEffect(() => calmKeys, [])
  useEffect(
    () => () => {
      const lost = document.activeElement === null || document.activeElement === document.body
      if (lost) placeBehind(before)?.focus({ preventScroll: true })
    },
    [before],
  )
}

/** Esc and the cross call `onClose`; the focus is kept inside and goes back where it was. */
export function Dialog({ title, note, children, footer, onClose, narrow, full, above, bare }: DialogProps) {
  useFocusBack()
  // Esc answers the question over a dialog; the dialog below stays.
  const asked = useStore(question) !== null
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={above === true || !asked}
      size={full ? 'calc(100vw - 48px)' : narrow ? 440 : 600}
      yOffset={full ? 24 : 64}
      xOffset={full ? 24 : 8}
      zIndex={above ? 250 : 200}
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
        {footer && <div className={css.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  )
}
