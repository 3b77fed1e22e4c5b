/**
 * `npm run components [<file>]`: writes the list of what runs (CycloneDX), made by npm from the lock file without a
 * network. The check requires every package to have one exact version and to be in the reviewed list of
 * docs/decisions/libraries.md.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { binaryComponents } from './binary-components.ts'
import { releasedPackages } from './released-packages.ts'
import { root } from './source-files.ts'

const strings = z.record(z.string(), z.string())
const packageFile = z.object({ version: z.string(), dependencies: strings, devDependencies: strings })
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      license: z.optional(z.string()),
      resolved: z.optional(z.string()),
      integrity: z.optional(z.string()),
    }),
  ),
})

export type Packages = {
  package: z.output<typeof packageFile>
  lock: z.output<typeof lockFile>
  /** The page with the reviewed list. */
  page: string
}

/** The most direct packages that may run: each is third-party code on the machine. */
const most = 40
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/** Name and licence of each reviewed package. */
const reviewed = (page: string): Map<string, string> =>
  new Map(
    [...page.matchAll(/^\| `([^`]+)` \| ([^|]+?) \|/gm)].map(([, name = '', licence = '']) => [
      name,
      licence,
    ]),
  )

/** Problems of the packages: an inexact version, a package that is not reviewed, one without a checksum. */
export function componentProblems({ package: manifest, lock, page }: Packages): string[] {
  const list = reviewed(page)
  const running = Object.keys(manifest.dependencies)
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, version]) => !exact.test(version),
  )
  const licenceOf = (name: string): string => lock.packages[`node_modules/${name}`]?.license ?? 'no licence'
  return [
    ...loose.map(([name, version]) => `${name}: '${version}' is not one exact version`),
    ...running
      .filter((name) => list.get(name) !== licenceOf(name))
      .map((name) => `${name}, ${licenceOf(name)}: not so on the list of docs/decisions/libraries.md`),
    ...[...list.keys()]
      .filter((name) => !running.includes(name))
      .map((name) => `${name}: on the list of docs/decisions/libraries.md, and no dependency`),
    ...Object.entries(lock.packages)
      .filter(([path, { integrity, resolved }]) => path !== '' && (!integrity || resolved !== undefined))
      .map(([path]) => `${path}: has no checksum, or comes from elsewhere than the registry`),
    ...(running.length > most ? [`${running.length} direct packages run, at most ${most}`] : []),
  ]
}

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const ownPackage = (): Packages['package'] => packageFile.parse(JSON.parse(textOf('package.json')))

export const componentProblemsOfProject = (): string[] =>
  componentProblems({
    package: ownPackage(),
    lock: lockFile.parse(JSON.parse(textOf('package-lock.json'))),
    page: textOf('docs/decisions/libraries.md'),
  })

const listed = z.looseObject({
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

/** The contents of binaries, as parts of the packages that contain them. */
function binaryParts(refOf: (name: string) => string) {
  return binaryComponents().map(({ name, version, licence, within, sha256 }) => ({
    owner: refOf(within),
    component: {
      'bom-ref': `${refOf(within)}#${name}@${version}`,
      type: 'library',
      name,
      version,
      licenses: [{ license: { name: licence } }],
      hashes: [{ alg: 'SHA-256', content: sha256 }],
    },
  }))
}

/**
 * npm's own list with the installed packages that run (not those for development or other platforms), and the
 * contents of their binaries.
 */
function asItRuns(text: string): object {
  const all = listed.parse(JSON.parse(text))
  const released = releasedPackages()
  const running = new Set(released.map(({ name, version }) => `${name}@${version}`))
  const refOf = (name: string): string =>
    `${name}@${released.find((one) => one.name === name)?.version ?? 'unknown'}`
  const parts = binaryParts(refOf)
  const rootRef = all.dependencies[0]?.ref
  const inside = (ref: string): string[] =>
    parts.filter(({ owner }) => owner === ref).map(({ component }) => component['bom-ref'])
  return {
    ...all,
    components: [
      ...all.components.filter((one) => running.has(one['bom-ref'])),
      ...parts.map(({ component }) => component),
    ],
    dependencies: [
      ...all.dependencies
        .filter(({ ref }) => ref === rootRef || running.has(ref))
        .map((one) => ({
          ...one,
          dependsOn: [...one.dependsOn.filter((ref) => running.has(ref)), ...inside(one.ref)],
        })),
      ...parts.map(({ component }) => ({ ref: component['bom-ref'], dependsOn: [] })),
    ],
  }
}

/** Writes the list of packages that run, direct or not, with versions, licences and checksums. */
export function writeComponents(file: string): void {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${error?.message ?? stderr}`)
  writeFileSync(file, `${JSON.stringify(asItRuns(stdout), null, 1)}\n`)
}

if (import.meta.main) {
  const file = resolve(process.argv[2] ?? `vasdesk-${ownPackage().version}.cdx.json`)
  writeComponents(file)
  console.log(file)
}
