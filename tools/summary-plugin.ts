/** Leaves the parts of calls that only the API description needs out of the bundle. */
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { isOn } from './sides.ts'
import { root } from './source-files.ts'

const summary = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`\\]*`),/g

/** Bundler plugin: removes the `summary` from declarations, which no screen reads. */
export const summaryPlugin = (): Plugin => ({
  name: 'summaries',
  enforce: 'pre',
  transform(code, id) {
    if (!isOn(relative(root, id), 'contract') || !code.includes('summary:')) return null
    return { code: code.replace(summary, ''), map: null }
  },
})
