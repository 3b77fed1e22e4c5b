/** The address to listen on, with readable errors if it is not available. */
import { once } from 'node:events'
import { createServer } from 'node:net'

type Address = { host: string; port: number }

/** Readable message for an error of `listen`, for the operator. */
function readableError(error: Error & { code?: string }, { host, port }: Address): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is in use: end what listens there, or set PORT to another one`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine`,
    EACCES: `port ${port} is not for this user: set PORT to one above 1023`,
  }
  return new Error(reasons[error.code ?? ''] ?? error.message, { cause: error })
}

/** Returns the result of `listen`; throws a readable error if the address is not available. */
export async function listenAt<T>(address: Address, listen: (address: Address) => Promise<T>): Promise<T> {
  try {
    return await listen(address)
  } catch (error) {
    throw readableError(error as Error, address)
  }
}

/** Throws a readable error if the address is not available: checked before a database is created or migrated. */
export const requireAddress = (address: Address): Promise<void> =>
  listenAt(address, async (target) => {
    const server = createServer().listen({ ...target, exclusive: true })
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
  })
