/** Entry for other workflows: the screens that an account begins with. */
export { firstScreensOf } from './first-screens.ts'
