/** Entry of the page. */
import { createRoot } from 'react-dom/client'
import './theme/base.css'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/own-color.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(<App />)
