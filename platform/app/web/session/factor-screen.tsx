/** 'Xác thực hai lớp': the only page of a user who must set up a second factor (D3-SEC-06). */
import { useLocation } from 'wouter'
import { queryClient } from '#kit/web/query.ts'
import { session, useSession } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { FactorSetUp } from './factor-set-up.tsx'
import { LoginBackground } from './login-background.tsx'
import { Mark } from './mark.tsx'
import css from './login.module.css'
import factorCss from './factor.module.css'

async function goOn(): Promise<void> {
  await queryClient.invalidateQueries()
  session.set((now) => (now.status === 'in' ? { ...now, bar: null, hasFactor: true } : now))
}

/** The shell appears only after the setup. */
export function FactorScreen() {
  const { user } = useSession()
  const [, navigate] = useLocation()
  return (
    <div className={css.page}>
      <LoginBackground />
      <main className={`${css.middle} ${factorCss.wide}`}>
        <div className={css.box}>
          <p className={css.brand}>
            <Mark size={32} />
          </p>
          <section className={`${css.card} ${factorCss.card}`}>
            <h1 className={css.title}>Xác thực hai lớp</h1>
            <p data-quiet>{user.fullname}, tài khoản của bạn phải cài trước khi tiếp tục.</p>
            <FactorSetUp onDone={() => void goOn()} />
            <div className={css.leave}>
              <Button look="ghost" type="button" onClick={() => navigate('/logout')}>
                Đăng xuất
              </Button>
            </div>
          </section>
        </div>
      </main>
    </div>
  )
}
