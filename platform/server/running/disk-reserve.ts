/** Stops saving before the database's disk is full: PostgreSQL shuts down if it cannot write a checkpoint. */
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'

type Reserve = { dataDir: string; bytes: number }

/** Whether the disk of `dataDir` has more free space than the reserve. */
async function hasRoom({ dataDir, bytes }: Reserve): Promise<boolean> {
  if (bytes === 0) return true
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize > bytes
}

/** Refuses writes while the disk only has its reserve left; sign-in and reads continue. Returns a function to query the state. */
export function keepReserve(app: FastifyInstance, reserve: Reserve): () => Promise<boolean> {
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    if (method === 'GET' || method === 'HEAD' || routeOptions.url?.startsWith('/api/v1/auth/')) return
    if (!(await hasRoom(reserve)))
      throw new AppError('BUSY', refusals.diskFull, { inner: 'the disk under DATA_DIR has only its reserve' })
  })
  return () => hasRoom(reserve)
}
