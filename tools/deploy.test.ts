/** What `deploy/` says is what the product reads; where nginx and systemd are installed they read it as well. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/running/config.ts'
import { createDatabase } from '#platform/server/db/requirements.ts'
import { version } from '#platform/server/running/version.ts'
import { limits } from '#platform/server/sheet/limits.ts'
import { frontConfig, nginx } from './drill/front.ts'
import { releasedFiles } from './release-files.ts'
import { root } from './source-files.ts'

const deploy = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8')
const analyze = '/usr/bin/systemd-analyze'

/** Variables that the product reads. */
function variables(): Set<string> {
  const read = new Set<string>()
  readConfig(
    new Proxy<Record<string, string | undefined>>({}, { get: (_, name) => void read.add(String(name)) }),
  )
  return read
}

test('unit, image and compose file set only variables that are read, and start the server without npm in between', () => {
  const unit = /^Environment=(.*)$/m.exec(deploy('vasdesk@.service'))?.[1] ?? ''
  const image = /^ENV (.*)$/m.exec(deploy('Dockerfile'))?.[1] ?? ''
  const compose =
    /\n {2}vasdesk:[\s\S]*?environment:\n((?: {6}.*\n)+)/.exec(deploy('compose.yaml'))?.[1] ?? ''
  const set = [...`${unit} ${image}`.matchAll(/(\w+)=/g), ...compose.matchAll(/^ {6}(\w+):/gm)].map(
    ([, name]) => name ?? '',
  )
  // That one is Node's own.
  const documented = variables().add('NODE_COMPILE_CACHE')
  expect(set.length).toBeGreaterThan(10)
  expect(set.filter((name) => !documented.has(name))).toEqual([])
  for (const file of ['vasdesk@.service', 'Dockerfile']) {
    expect(deploy(file)).toMatch(/(?:ExecStart=.*|CMD \[).*node.*tools\/start\.ts/)
    const script = 'tools/start.ts'
    expect(existsSync(join(root, script))).toBe(true)
  }
  expect(deploy('compose.yaml')).toContain('image: postgres:18')
})

test('nginx lets an upload of the largest size through and keeps /metrics closed', () => {
  const block = deploy('nginx.conf')
  expect(block).toContain(`client_max_body_size ${limits.file / 2 ** 20}m;`)
  expect(block).toMatch(/location = \/metrics \{ return 404; \}/)
})

test('image, compose file and notes have the version of package.json', () => {
  for (const file of ['Dockerfile', 'compose.yaml'])
    expect(deploy(file).match(/vasdesk:\d+\.\d+\.\d+/g)).toEqual([`vasdesk:${version}`])
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version} (`)
})

test('in the compose file the product does not connect as superuser of PostgreSQL', () => {
  const compose = deploy('compose.yaml')
  expect(compose).toContain('POSTGRES_USER: postgres\n')
  expect(compose).toContain('DATABASE_URL: postgres://vasdesk:${VASDESK_PASSWORD:?}@database')
  expect(compose).toContain('./database-init.sh:/docker-entrypoint-initdb.d/')
  expect(deploy('database-init.sh')).toContain(`\n${createDatabase};\n`)
  expect(deploy('database-init.sh')).toMatch(/\nCREATE ROLE vasdesk LOGIN PASSWORD :'password';\n/)
})

test('every command that a release offers exists in it', () => {
  const names = /^ {2}(migrate \|.*)\)/m.exec(deploy('vasdesk'))?.[1]?.split(' | ') ?? []
  expect(names.length).toBeGreaterThan(6)
  for (const name of names) expect([name, existsSync(join(root, `tools/${name}.ts`))]).toEqual([name, true])
  const released = releasedFiles()
  for (const name of [...names, 'start']) expect(released).toContain(`tools/${name}.ts`)
  expect(released.filter((file) => /\.test\.|^(?:web|test|e2e|bench)\//.test(file))).toEqual([])
})

test("the pages describe the creation of a database with the same command as the start's refusals", () => {
  for (const page of ['operations.md', 'operations-reference.md'])
    expect(readFileSync(join(root, 'docs', page), 'utf8')).toContain(createDatabase)
})

test('nginx uses TLS 1.2 and later with authenticated ciphers, and over plain HTTP redirects pages and refuses calls and sockets', () => {
  const [clear = '', sealed = ''] = deploy('nginx.conf')
    .split(/^server \{$/m)
    .slice(1)
  expect(clear).toContain('listen 80;')
  expect(clear).not.toContain('proxy_pass')
  expect(clear).toMatch(/location \/ \{\s+return 308 https:/)
  const refused = new RegExp(/location ~ (\S+) \{\s+return 403;/.exec(clear)?.[1] ?? 'none')
  for (const path of ['/api/v1/users', '/api/docs', '/socket.io/', '/metrics'])
    expect([path, refused.test(path)]).toEqual([path, true])
  for (const path of ['/', '/app/home', '/sim', '/login', '/apia'])
    expect([path, refused.test(path)]).toEqual([path, false])
  expect(sealed).toContain('listen 443 ssl')
  expect(sealed).toMatch(/^ {2}ssl_protocols TLSv1\.2 TLSv1\.3;$/m)
  const ciphers = /^ {2}ssl_ciphers (.*);$/m.exec(sealed)?.[1]?.split(':') ?? []
  expect(ciphers.length).toBeGreaterThan(3)
  for (const cipher of ciphers)
    expect(cipher).toMatch(/^ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM|CHACHA20-POLY1305)/)
})

test('the nginx log contains no query string, because people search for phones there', () => {
  const block = deploy('nginx.conf')
  const format = /^log_format vasdesk '(.*)';$/m.exec(block)?.[1] ?? ''
  expect(format).toContain('$uri')
  for (const name of ['$request ', '$request"', '$request_uri', '$args', '$query_string', '$http_referer'])
    expect(format).not.toContain(name)
  expect(block.match(/access_log \S+ vasdesk;/g)).toHaveLength(2)
})

test.skipIf(!nginx)('nginx accepts its configuration (skipped where it is not installed)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vasdesk-nginx-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, await frontConfig(folder, 8158, [3001, 3002]))
  const { status, stderr } = spawnSync(nginx ?? '', ['-t', '-c', file], { encoding: 'utf8' })
  await rm(folder, { recursive: true, force: true })
  expect({ status, stderr }).toMatchObject({ status: 0 })
})

const services = ['vasdesk@.service', 'vasdesk-nightly.service']

/** Writes the unit, and its timer beside it, and asks systemd about it. */
async function askSystemd(
  unit: string,
  ...question: string[]
): Promise<{ status: number | null; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'vasdesk-unit-'))
  const file = join(folder, unit.replace('@', '@3001'))
  // The program it starts is not where a test runs.
  await writeFile(file, deploy(unit).replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
  const timer = unit.replace('.service', '.timer')
  const files = [file]
  if (existsSync(join(root, 'deploy', timer))) {
    files.push(join(folder, timer))
    await writeFile(join(folder, timer), deploy(timer))
  }
  const on = question.includes('security') ? [file] : files
  const { status, stdout, stderr } = spawnSync(analyze, [...question, ...on], { encoding: 'utf8' })
  await rm(folder, { recursive: true, force: true })
  return { status, output: question.includes('security') ? stdout : stderr }
}

test.skipIf(!existsSync(analyze))(
  'systemd accepts the units (skipped where it is not installed)',
  async () => {
    for (const unit of services)
      expect([unit, await askSystemd(unit, 'verify', '--man=no')]).toEqual([unit, { status: 0, output: '' }])
  },
)

test.skipIf(!existsSync(analyze))('the units have an exposure of at most 3.0', async () => {
  for (const unit of services) {
    const { status, output } = await askSystemd(
      unit,
      'security',
      '--offline=true',
      '--threshold=30',
      '--no-pager',
    )
    expect([unit, status, output]).toEqual([unit, 0, expect.stringMatching(/exposure level/)])
  }
})
