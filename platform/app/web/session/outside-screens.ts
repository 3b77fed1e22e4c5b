/** The screens outside the shell in one file, except the change of a password. */
export { LoginScreen } from './login-screen.tsx'
export { LogoutScreen, NotFoundScreen, RegisterScreen } from './public-screens.tsx'
