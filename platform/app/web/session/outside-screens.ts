/** The screens outside of the shell as one file, but for the change of a password. */
export { LoginScreen } from './login-screen.tsx'
export { LogoutScreen, NotFoundScreen, RegisterScreen } from './public-screens.tsx'
