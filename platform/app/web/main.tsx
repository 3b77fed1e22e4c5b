/** Entry of the page. */
import { createRoot } from 'react-dom/client'
import '../../web/theme/base.css'
import '../../web/theme/fonts.css'
import '../../web/theme/tokens.css'
import '../../web/theme/own-color.css'
import '@mantine/core/styles.layer.css'
import { App } from './app.tsx'
import { startShell } from './shell/start.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
// The session and the first screen's code are loaded while the page is mounted.
startShell()
createRoot(root).render(<App />)
