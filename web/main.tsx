/** Entry of the page. */
import { createRoot } from 'react-dom/client'
import './theme/base.css'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/own-color.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { App } from './app.tsx'
import { loadFirstScreen } from './shell/first-screen.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
// Its code comes while the page is mounted and the session checked, which waits for it.
void loadFirstScreen()
createRoot(root).render(<App />)
