/** How the screens are bundled: hashed files in dist/, and a development server in front of the API. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { guidePlugin } from './scripts/guide-plugin.ts'

/** What dialogs need, which open later than the list under them. */
const dialogs =
  /\/kit\/form\/|\/kit\/ui\/dialog|\/Modal(Base)?\/|node_modules\/(@mantine\/form|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|klona|fast-deep-equal)/

const shared = /\/kit\/|node_modules\/|contract\/outcomes/

/**
 * Few files, so that a page asks for few: what every page needs, other people's code apart because it stays cached when
 * ours changes, and what most screens share of the kit. What only some screens need is left where it is loaded; so are
 * declarations, of which a list needs its own alone.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'vendor', test: /node_modules\//, tags: ['$initial' as const] },
  { name: 'shell', tags: ['$initial' as const] },
  { name: 'list', minShareCount: 8, test: (id: string) => shared.test(id) && !dialogs.test(id) },
  { name: 'sales', minShareCount: 2, test: /\/web\/workflows\/sales\// },
  { name: 'dialog', minShareCount: 8, test: dialogs },
]

const api = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

export default defineConfig({
  plugins: [react(), guidePlugin()],
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      // Declarations are loaded by path; a few are in the first script anyway.
      checks: { ineffectiveDynamicImport: false },
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? '5173'),
    strictPort: true,
    proxy: { '/api': api, '/mau': api, '/sim': api, '/socket.io': { target: api, ws: true } },
  },
})
