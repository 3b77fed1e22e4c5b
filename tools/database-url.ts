/** Database of an operator command: the configured one, or the running one of `DATA_DIR`. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { NAME } from '#platform/server/db/embedded-cluster.ts'
import { runningAdminUrl, startEmbedded } from '#platform/server/db/embedded.ts'
import { readOwnerUrl } from '#platform/server/running/config.ts'
import { root } from './source-files.ts'

/** Folder of the embedded database and of uploads. */
export const dataDir = (): string => resolve(process.env.DATA_DIR ?? join(root, 'data'))

/** The configured database without a pooler, as its owner if that is another role than the serving one. */
const configuredUrl = (): string | undefined =>
  readOwnerUrl(process.env) || process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL

/** URL without pooler; throws when none is configured and no database runs in `DATA_DIR`. */
export async function operatedUrl(): Promise<string> {
  const configured = configuredUrl()
  if (configured) return configured
  const adminUrl = await runningAdminUrl(join(dataDir(), 'pg'))
  if (adminUrl === null)
    throw new Error(`no database runs in ${dataDir()}: start the server first, or set DATABASE_URL`)
  const url = new URL(adminUrl)
  url.pathname = NAME
  return url.href
}

/** A database to work on, and how to release it. */
export type Operated = { url: string; stop: () => Promise<void> }

/** The configured database, else that of `DATA_DIR`, started if necessary; throws if there is none. */
export async function openOperated(): Promise<Operated> {
  const configured = configuredUrl()
  if (configured) return { url: configured, stop: async () => undefined }
  const home = join(dataDir(), 'pg')
  if (!existsSync(home))
    throw new Error(`there is no database in ${dataDir()}: set DATA_DIR to its folder, or DATABASE_URL`)
  return startEmbedded(home)
}
