/** Installed packages that run, on the present platform. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root } from './source-files.ts'

const lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.optional(z.boolean()), version: z.optional(z.string()) })),
})

export type Released = { folder: string; name: string; version: string }

/** Packages of a release, by folder. */
export function releasedPackages(): Released[] {
  const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev && existsSync(join(root, folder)))
    .map(([folder, { version = '' }]) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { folder, name, version }
    })
}
