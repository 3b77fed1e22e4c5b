/** The page while the stored session is checked, which takes seconds on a slow network. */
import { usePublicSetting } from '#kit/web/public-settings.ts'
import { Mark } from '../session/mark.tsx'
import css from './starting.module.css'

/** Logo and name, shown after a moment. */
export function Starting() {
  const title = usePublicSetting('app.title')
  return (
    <main className={css.page} aria-busy="true" aria-label="Đang mở">
      <Mark size={32} />
      {title}, đang mở…
    </main>
  )
}
