/** The small public pages: logout, the unused registration page, and the page for unknown addresses. */
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { homeRoute } from '#platform/contract/screens.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Mark } from './mark.tsx'
import { signOut } from './sign-in.ts'
import css from './login.module.css'

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={css.page}>
    <main className={css.middle}>
      <div className={css.box}>
        <p className={css.brand}>
          <Mark size={32} />
        </p>
        <section className={css.card}>
          <h1 className={css.title}>{title}</h1>
          {children}
        </section>
      </div>
    </main>
  </div>
)

/** /logout and /refresh-cache: clear everything, then go to the sign-in (D1-Q-014). */
export function LogoutScreen() {
  const [, navigate] = useLocation()
  useEffect(() => {
    void signOut().then(() => navigate('/login', { replace: true }))
  }, [navigate])
  return (
    <Card title="Đang đăng xuất">
      <p className={css.plain} role="status">
        Đang xoá phiên làm việc trên máy này.
      </p>
    </Card>
  )
}

/** /register: creates nothing and goes to the dashboard (D1-Q-015). */
export function RegisterScreen() {
  const [, navigate] = useLocation()
  return (
    <Card title="Đăng ký">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          navigate('/app/dashboard')
        }}
      >
        <p className={css.plain}>Tài khoản do quản trị viên tạo. Hỏi quản lý của bạn để được cấp.</p>
        <Button look="primary" large type="submit" className={css.submit}>
          Tiếp tục
        </Button>
      </form>
    </Card>
  )
}

/** /404 */
export function NotFoundScreen() {
  const [, navigate] = useLocation()
  return (
    <Card title="Không tìm thấy trang">
      <p className={css.plain}>404: địa chỉ này không có hoặc đã đổi.</p>
      <Button look="primary" large className={css.submit} onClick={() => navigate(homeRoute)}>
        Về trang chính
      </Button>
    </Card>
  )
}
