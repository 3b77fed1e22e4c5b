/** The database that a command of the operator speaks of: the configured one, or the running one of `DATA_DIR`. */
import { join, resolve } from 'node:path'
import { NAME } from '../server/db/embedded-cluster.ts'
import { runningAdminUrl } from '../server/db/embedded.ts'
import { root } from './source-files.ts'

/** Folder of the embedded database and of uploads. */
export const dataDir = (): string => resolve(process.env.DATA_DIR ?? join(root, 'data'))

/** Address without a pooler between; throws when there is no address and no database runs in `DATA_DIR`. */
export async function operatedUrl(): Promise<string> {
  const given = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL
  if (given) return given
  const adminUrl = await runningAdminUrl(join(dataDir(), 'pg'))
  if (adminUrl === null)
    throw new Error(`no database runs in ${dataDir()}: start the server first, or set DATABASE_URL`)
  const url = new URL(adminUrl)
  url.pathname = NAME
  return url.href
}
