/** The screens outside of the shell. Who is signed in sees none of them at first: their code comes after the first row. */
import { lazyPart, named } from '#kit/web/lazy-part.tsx'

const code = () => import('./outside-screens.ts')

export const LoginScreen = lazyPart(() => named(code(), 'LoginScreen'))
// Apart: the sign-in does without them.
export const ChangePasswordScreen = lazyPart(() =>
  named(import('./change-password-screen.tsx'), 'ChangePasswordScreen'),
)
export const FactorScreen = lazyPart(() => named(import('./factor-screen.tsx'), 'FactorScreen'))
export const LogoutScreen = lazyPart(() => named(code(), 'LogoutScreen'))
export const RegisterScreen = lazyPart(() => named(code(), 'RegisterScreen'))
export const NotFoundScreen = lazyPart(() => named(code(), 'NotFoundScreen'))
