/** How the screens are bundled: hashed files in dist/, and a development server in front of the API. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Parts of Mantine that the shell itself uses, and what they stand on. */
const parts = [
  'Menu',
  'Popover',
  'Transition',
  'Portal',
  'Input',
  'CloseButton',
  'Loader',
  'Notification',
  'Button',
  'UnstyledButton',
  'Kbd',
]
const below = '@floating-ui|react-transition-group|react-remove-scroll|react-style-singleton|use-sidecar'
const mantine = `@mantine/(hooks|notifications|core/esm/(core|components/(${parts.join('|')})/))`

/**
 * What every page needs of other people's code stands in files of its own, which stay cached when ours changes.
 * What only some screens need (dialogs, calendars, the live channel) is left where it is loaded.
 */
const vendor = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'query', test: /node_modules\/(@tanstack\/(query-core|react-query)|wouter)\// },
  { name: 'mantine', test: new RegExp(`node_modules/(${below}|${mantine})`) },
]

const api = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: vendor } } },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? '5173'),
    strictPort: true,
    proxy: { '/api': api, '/mau': api, '/socket.io': { target: api, ws: true } },
  },
})
