/** The sign-in: alone, or over the page when the session ended (D1-SESS). */
import { usePublicSetting } from '#kit/web/public-settings.ts'
import { useTitle } from './title.ts'
import { LoginBackground } from './login-background.tsx'
import { LoginForm } from './login-form.tsx'
import { Mark } from './mark.tsx'
import css from './login.module.css'

const AppTitle = () => <b>{usePublicSetting('app.title')}</b>

/** Over another page, the tab keeps the title of that page. */
function TabTitle() {
  useTitle()
  return null
}

/** The card with the form; `over` puts it over the page of the ended session. */
export const LoginScreen = ({ over = false }: { over?: boolean }) => (
  <div
    className={over ? css.over : css.page}
    {...(over && { role: 'dialog', 'aria-modal': true, 'aria-label': 'Đăng nhập lại' })}
  >
    {!over && <LoginBackground />}
    {!over && <TabTitle />}
    <main className={css.middle}>
      <div className={css.box}>
        <p className={css.brand}>
          <Mark size={32} />
          <AppTitle />
        </p>
        <LoginForm over={over} />
      </div>
    </main>
    {!over && (
      <footer className={css.footer}>
        <span>VASDesk</span>
        <span>Chỉ dùng trong nội bộ. Mọi thao tác đều được ghi lại.</span>
      </footer>
    )}
  </div>
)
