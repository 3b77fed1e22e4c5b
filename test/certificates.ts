/** Certificates for tests, generated on demand: a key in the repository would look like a secret. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'

export type Certificates = {
  /** PEM of the CA, for clients. */
  ca: string
  /** Files of a certificate for 127.0.0.1 and its key, and of the CA. */
  certFile: string
  keyFile: string
  caFile: string
  /** Files of a client certificate with this name, signed by the same CA. */
  client: (name: string) => Promise<{ certFile: string; keyFile: string }>
  remove: () => Promise<void>
}

/** A CA with a certificate for 127.0.0.1, in a folder of its own. */
export async function makeCertificates(): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'vasdesk-tls-'))
  const put = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, text, { mode: 0o600 })
    return path
  }
  const authority = await generate([{ name: 'commonName', value: 'VASDesk test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  })
  const ca = { key: authority.private, cert: authority.cert }
  const issue = (name: string) =>
    generate([{ name: 'commonName', value: name }], {
      keyType: 'ec',
      algorithm: 'sha256',
      ca,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    })
  const files = async (name: string) => {
    const { cert, private: key } = await issue(name)
    return { certFile: await put(`${name}.crt`, cert), keyFile: await put(`${name}.key`, key) }
  }
  return {
    ca: authority.cert,
    caFile: await put('ca.crt', authority.cert),
    ...(await files('127.0.0.1')),
    client: files,
    remove: () => rm(folder, { recursive: true }),
  }
}
