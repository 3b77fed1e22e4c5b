/** The global loading overlay of blocking calls (D1-SHELL-36). */
import { useEffect, useState } from 'react'
import { blocking } from '#kit/web/feedback.ts'
import { useStore } from '#kit/web/store.ts'
import css from './overlay.module.css'

const shownAfter = 150

function Overlay() {
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsVisible(true), shownAfter)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      className={css.overlay}
      data-shown={isVisible || undefined}
      role="alert"
      aria-busy="true"
      aria-label="Đang xử lý"
    >
      <span className={css.card}>
        <i className={css.ring} aria-hidden />
        Đang xử lý
      </span>
    </div>
  )
}

/** Covers the page while a blocking call runs; the spinner appears only after a moment. */
export const BlockingOverlay = () => (useStore(blocking) > 0 ? <Overlay /> : null)
