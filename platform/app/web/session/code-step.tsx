/** The second step of a sign-in: a code of the device, or a recovery code (D3-SEC-06). */
import type { Form } from '#kit/web/form/use-form.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CodeField } from './code-field.tsx'
import css from './login.module.css'

type Props = { form: Form<{ username: string; password: string; code: string }>; back: () => void }

export const CodeStep = ({ form, back }: Props) => (
  <form {...form.element} className={css.card}>
    <h1 className={css.title}>Xác thực hai lớp</h1>
    <p className={css.lead}>{form.values.username.trim()}, nhập thêm mã từ điện thoại của bạn</p>
    <div className={css.fields}>
      <CodeField form={form} name="code" recovery hint="6 số trên ứng dụng xác thực, hoặc một mã khôi phục" />
    </div>
    <Button look="primary" large type="submit" busy={form.busy} className={css.submit}>
      Đăng nhập
    </Button>
    <div className={css.leave}>
      <Button look="ghost" type="button" onClick={back}>
        Quay lại
      </Button>
    </div>
    <p className={css.forgot}>Mất điện thoại và mã khôi phục? Nhờ quản trị đặt lại.</p>
  </form>
)
