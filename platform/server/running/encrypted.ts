/** Checks whether an address uses TLS. Addresses on this machine need none. */
import { parseIntoClientConfig } from 'pg-connection-string'
import { addressesOf } from '../db/hosts.ts'

/** A loopback address, or a folder with a socket. */
const isHere = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)

/** Whether a web address uses https or is on this machine. */
export function isWebEncrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isHere(hostname)
}

/**
 * Whether a database address requires TLS or is on this machine, at each of its hosts; the driver then never connects
 * without TLS. Throws if the address cannot be parsed.
 */
export const isDatabaseEncrypted = (url: string, defaultHost = ''): boolean =>
  addressesOf(url).every((address) => {
    const { host, ssl } = parseIntoClientConfig(address)
    return isHere(host || defaultHost) || (ssl !== undefined && ssl !== false)
  })
