/** Which addresses encrypt what is sent to them; on this machine nothing has to. */
import { parseIntoClientConfig } from 'pg-connection-string'
import { addressesOf } from '../db/hosts.ts'

/** The loopback, or a folder with a socket. */
const isHere = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)

/** Whether what goes to a web address goes by TLS, or never leaves this machine. */
export function isWebEncrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isHere(hostname)
}

/** The same of a database, at each of its hosts; throws where the address cannot be read. The driver never goes on without TLS where an address asks for it. */
export const isDatabaseEncrypted = (url: string, defaultHost = ''): boolean =>
  addressesOf(url).every((address) => {
    const { host, ssl } = parseIntoClientConfig(address)
    return isHere(host || defaultHost) || (ssl !== undefined && ssl !== false)
  })
