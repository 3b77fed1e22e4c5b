/** The screens outside of the shell as one file. */
export { ChangePasswordScreen } from './change-password-screen.tsx'
export { LoginScreen } from './login-screen.tsx'
export { LogoutScreen, NotFoundScreen, RegisterScreen } from './public-screens.tsx'
