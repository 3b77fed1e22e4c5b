/** The address that the server listens on, and what is said when it cannot be had. */
import { once } from 'node:events'
import { createServer } from 'node:net'

type Address = { host: string; port: number }

/** What it means that nobody can listen there, for whoever starts the server. */
function inWords(error: Error & { code?: string }, { host, port }: Address): Error {
  const why: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is in use: end what listens there, or set PORT to another one`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine`,
    EACCES: `port ${port} is not for this user: set PORT to one above 1023`,
  }
  return new Error(why[error.code ?? ''] ?? error.message, { cause: error })
}

/** Answers what `listen` does; throws in words when the address cannot be had. */
export async function listenAt<T>(address: Address, listen: (address: Address) => Promise<T>): Promise<T> {
  try {
    return await listen(address)
  } catch (error) {
    throw inWords(error as Error, address)
  }
}

/** Throws in words when nobody could listen there now: told before a database is made or migrated, not after it. */
export const requireAddress = (address: Address): Promise<void> =>
  listenAt(address, async (at) => {
    const server = createServer().listen({ ...at, exclusive: true })
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
  })
