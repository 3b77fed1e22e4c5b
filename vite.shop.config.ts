/** How the shop is bundled: for itself, so that its readers load nothing of the screens (subjects/sims/server/shop/assets.ts). */
import { defineConfig } from 'vite'

/** The rule of the dark values; the screens set the attribute, a page without a script has only what the system asks for. */
const dark = /:root\[data-mantine-color-scheme='dark'\] \{([^}]*)\}/

export default defineConfig({
  plugins: [
    {
      name: 'dark-as-the-system-is',
      enforce: 'pre',
      transform(code, id) {
        if (!id.endsWith('/theme/tokens.css')) return undefined
        if (!dark.test(code)) throw new Error('tokens.css has no dark values')
        return code.replace(dark, '@media (prefers-color-scheme: dark) { :root {$1} }')
      },
    },
  ],
  build: {
    target: 'es2022',
    // All browsers that the product is for know it (docs/security.md).
    modulePreload: { polyfill: false },
    sourcemap: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Beside the screens, which were built before it.
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/shop.json',
    rolldownOptions: { input: 'platform/app/web/shop/shop.ts' },
  },
})
