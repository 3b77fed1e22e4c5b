/** Bundles the pages of docs/guides as plain data. */
import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { readGuide } from './guide-pages.ts'

/** Bundler plugin: importing a page gives its data. */
export const guidePlugin = (): Plugin => ({
  name: 'guides',
  transform(text, id) {
    if (!id.endsWith('.md')) return null
    const page = readGuide(text, basename(id, '.md'))
    return { code: `export default ${JSON.stringify(page)}`, map: null }
  },
})
