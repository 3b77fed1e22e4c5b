/** The product's logo. */
import { usePublicSetting } from '#kit/web/public-settings.ts'
// Inlined: a separate request would delay the first row.
import logo from '../public/logo.svg?raw'
import css from './login.module.css'

const bundled = `data:image/svg+xml,${encodeURIComponent(logo)}`

export const Mark = ({ size = 24 }: { size?: number }) => (
  <img src={usePublicSetting('app.logo') || bundled} width={size} height={size} alt="" className={css.mark} />
)
