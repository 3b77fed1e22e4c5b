/** What runs is one exact version each, reviewed, and listed for who gets a release. */
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { componentProblems, writeComponents, type Packages } from './components.ts'
import { root } from './source-files.ts'

const ownPackage = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Packages['package']

const sound: Packages = {
  package: { version: '1.0.0', dependencies: { pg: '8.23.1' }, devDependencies: { knip: '6.42.1' } },
  lock: {
    packages: { '': {}, 'node_modules/pg': { version: '8.23.1', license: 'MIT', integrity: 'sha512-x' } },
  },
  page: '| package | licence | for |\n|---|---|---|\n| `pg` | MIT | PostgreSQL |\n',
}

test('a version that is not one, a package that is not reviewed and one without a checksum are found', () => {
  expect(componentProblems(sound)).toEqual([])
  const { package: own, lock, page } = sound
  for (const version of ['^8.23.1', '8', 'latest', 'git+https://host.example/pg.git', '8.x'])
    expect(componentProblems({ ...sound, package: { ...own, dependencies: { pg: version } } })).toEqual([
      `pg: '${version}' is not one exact version`,
    ])
  expect(
    componentProblems({ ...sound, package: { ...own, devDependencies: { knip: '~6.42.1' } } }),
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

type Listed = {
  bomFormat: string
  components: { 'bom-ref': string; hashes?: object[]; licenses?: object[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

test('the list of a release has every package that runs, direct or not, with its version and checksum, and none of the tests', async () => {
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
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
  expect(new Set(components.map((one) => one['bom-ref']))).toEqual(new Set(running))
  for (const [name, version] of Object.entries(ownPackage.dependencies))
    expect(running).toContain(`${name}@${version}`)
  for (const name of ['vitest', 'knip', 'typescript', 'playwright-core'])
    expect(running.filter((one) => one.startsWith(`${name}@`))).toEqual([])
  expect(components.filter(({ hashes }) => !hashes?.length)).toEqual([])
  const known = new Set([...running, dependencies[0]?.ref])
  expect(
    dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
  ).toEqual([])
})
