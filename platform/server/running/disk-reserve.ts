/** Stops saving before the disk under the database is full: PostgreSQL ends when it cannot write a checkpoint down. */
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'

type Reserve = { dataDir: string; bytes: number }

/** Whether the disk under `dataDir` has more than the reserve free. */
async function hasRoom({ dataDir, bytes }: Reserve): Promise<boolean> {
  if (bytes === 0) return true
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize > bytes
}

/** Refuses what would be saved while the disk has only its reserve; people sign in and read. Answers how to ask for it. */
export function keepReserve(app: FastifyInstance, reserve: Reserve): () => Promise<boolean> {
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    if (method === 'GET' || method === 'HEAD' || routeOptions.url?.startsWith('/api/v1/auth/')) return
    if (!(await hasRoom(reserve)))
      throw new AppError('BUSY', refusals.diskFull, { inner: 'the disk under DATA_DIR has only its reserve' })
  })
  return () => hasRoom(reserve)
}
