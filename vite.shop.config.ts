/** How the shop is bundled: for itself, so that its readers load nothing of the screens (server/workflows/shop/assets.ts). */
import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Beside the screens, which were built before it.
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/shop.json',
    rolldownOptions: { input: 'web/shop/shop.ts' },
  },
})
