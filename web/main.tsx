/** Entry of the page. */
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(<App />)
