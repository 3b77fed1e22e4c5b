/** How the screens are bundled: hashed files in dist/, and a development server in front of the API. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { guidePlugin } from './scripts/guide-plugin.ts'

/**
 * Few files, so that a page asks for few: what every page needs, other people's code apart because it stays cached when
 * ours changes, and what most screens share of the kit. What only some screens need is left where it is loaded; so are
 * declarations, of which a list needs its own alone.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'vendor', test: /node_modules\//, tags: ['$initial' as const] },
  { name: 'shell', tags: ['$initial' as const] },
  { name: 'list', minShareCount: 8, test: /\/kit\/|node_modules\// },
]

const api = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

export default defineConfig({
  plugins: [react(), guidePlugin()],
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? '5173'),
    strictPort: true,
    proxy: { '/api': api, '/mau': api, '/sim': api, '/socket.io': { target: api, ws: true } },
  },
})
