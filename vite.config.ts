/** How the screens are bundled: hashed files in dist/, and a development server in front of the API. */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { guidePlugin } from './tools/guide-plugin.ts'
import { summaryPlugin } from './tools/summary-plugin.ts'

/** What dialogs and drawers need, which open later than the list under them, and forms, of which the sign-in is one. */
const dialogs =
  /\/kit\/web\/(ui\/(dialog|side-drawer)|form\/)|\/(Modal|ModalBase|Drawer|ScrollArea|Paper)\/|node_modules\/(react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref)/
const forms = /\/kit\/web\/form\/(use-form|form-field)|node_modules\/(@mantine\/form|klona|fast-deep-equal)/

/** Uploads, which open later than the list they fill. */
const imports = /\/kit\/web\/import\//

/** Packages by name, of which first lists have none. */
const packages = /\/kit\/web\/(ui\/package-box|kinds\/package-input|packages)/

/** Work behind a click, whose code comes after the rows. */
const clicks =
  /\/kit\/web\/(download|every-row|bulk|actions\/do-step-in-bulk|resource\/(bulk-rows|export-rows|remove-rows))/

/** Small parts that come after the rows of a first list or not at all: in one file, as each name costs the first script. */
const later =
  /\/kit\/web\/(resource\/(list-notes|selection-bar)|table\/(refused-cell|pasted-cell|cell-tip)|filters\/phone-filters|ui\/(segments|said-time)|use-fresh|use-clock|jobs)/

/** What many screens show, and the first list does not. */
const figures = /\/figures\/(amount-list|bar|card|facts|figure-link)|contract\/outcomes|\/kit\/web\/report/

const shared = /\/kit\/web\/|node_modules\/|contract\/do-not-call/

/**
 * Few files, so that a page asks for few: what every page needs, other people's code apart because it stays cached when
 * ours changes, and what most screens share of the kit. What only some screens need is left where it is loaded; so are
 * declarations, of which a list needs its own alone.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'vendor', test: /node_modules\/(?!.*\.css)/, tags: ['$initial' as const] },
  { name: 'shell', tags: ['$initial' as const] },
  {
    name: 'list',
    minShareCount: 6,
    test: (id: string) =>
      shared.test(id) &&
      ![dialogs, forms, imports, packages, clicks, figures, later].some((group) => group.test(id)),
  },
  { name: 'later', test: later },
  { name: 'figures', minShareCount: 4, test: figures },
  { name: 'form', minShareCount: 2, test: forms },
  {
    name: 'sign-in',
    minShareCount: 2,
    test: /\/web\/session\/(login-background|mark|password-field)|\/session\/login\.module/,
  },
  // Small ones that the list of accounts and its dialogs share.
  {
    name: 'people',
    minShareCount: 2,
    test: /\/contract\/(calls\/(accounts|handovers|payout-account)|settings\/image)/,
  },
  { name: 'clicks', minShareCount: 2, test: clicks },
  { name: 'packages', minShareCount: 2, test: packages },
  { name: 'import', minShareCount: 6, test: imports },
  { name: 'dialog', minShareCount: 8, test: dialogs },
  { name: 'sales', minShareCount: 2, test: /\/web\/sales\// },
  {
    name: 'care',
    minShareCount: 2,
    test: /\/web\/(care|lookup|invite)\/(?!.*(dialog|time-field|package-box|question))/,
  },
  { name: 'icons', minShareCount: 2, test: /\/@tabler\// },
]

const api = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

export default defineConfig({
  publicDir: 'platform/app/web/public',
  plugins: [react(), guidePlugin(), summaryPlugin()],
  resolve: { alias: { 'zod/mini': join(import.meta.dirname, 'platform/app/web/no-schemas.ts') } },
  build: {
    target: 'es2022',
    // All browsers that the product is for know it (docs/security.md).
    modulePreload: { polyfill: false },
    sourcemap: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        // Every part is named where it may be loaded, and a hash does not compress: 42 bits beside the name are enough.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
      // Declarations are loaded by path; a few are in the first script anyway.
      checks: { ineffectiveDynamicImport: false },
      onLog: (level, log, report) => {
        // A schema function that no-schemas.ts lacks would throw in the browser alone.
        if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message)
        report(level, log)
      },
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? '5173'),
    strictPort: true,
    proxy: { '/api': api, '/mau': api, '/sim': api, '/socket.io': { target: api, ws: true } },
  },
})
