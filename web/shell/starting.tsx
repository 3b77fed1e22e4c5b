/** The page while it is asked who is signed in: on a slow network that is seconds. */
import { usePublicSetting } from '../kit/public-settings.ts'
import { Mark } from '../session/login-screen.tsx'
import css from './starting.module.css'

/** Mark and name, once the answer takes a moment. */
export function Starting() {
  const title = usePublicSetting('app.title')
  return (
    <main className={css.page} aria-busy="true" aria-label="Đang mở">
      <Mark size={32} />
      {title}, đang mở…
    </main>
  )
}
