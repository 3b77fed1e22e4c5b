/** How the screens are bundled: hashed files in dist/, and a development server in front of the API. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0, reportCompressedSize: false },
  server: {
    port: Number(process.env.WEB_PORT ?? '5173'),
    strictPort: true,
    proxy: { '/api': api, '/mau': api, '/socket.io': { target: api, ws: true } },
  },
})
