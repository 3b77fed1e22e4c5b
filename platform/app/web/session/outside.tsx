/** The screens outside the shell. Signed-in users do not see them at first: they are loaded after the first row. */
import { lazyPart, named } from '#kit/web/lazy-part.tsx'

const code = () => import('./outside-screens.ts')

export const LoginScreen = lazyPart(() => named(code(), 'LoginScreen'))
// Separate, as the sign-in does not need it.
export const ChangePasswordScreen = lazyPart(() =>
  named(import('./change-password-screen.tsx'), 'ChangePasswordScreen'),
)
export const FactorScreen = lazyPart(() => named(import('./factor-screen.tsx'), 'FactorScreen'))
export const LogoutScreen = lazyPart(() => named(code(), 'LogoutScreen'))
export const RegisterScreen = lazyPart(() => named(code(), 'RegisterScreen'))
export const NotFoundScreen = lazyPart(() => named(code(), 'NotFoundScreen'))
