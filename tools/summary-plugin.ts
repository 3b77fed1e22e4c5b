/** Leaves out of the bundle what the API description alone says of a call. */
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { isOn } from './sides.ts'
import { root } from './source-files.ts'

const summary = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`\\]*`),/g

/** Bundler plugin: declarations come without their `summary`, which no screen reads. */
export const summaryPlugin = (): Plugin => ({
  name: 'summaries',
  enforce: 'pre',
  transform(code, id) {
    if (!isOn(relative(root, id), 'contract') || !code.includes('summary:')) return null
    return { code: code.replace(summary, ''), map: null }
  },
})
