/**
 * `npm run drill bare-machine [archive]`: the steps of docs/operations.md from a bare machine to the first call,
 * with the archive of a release (made if not given). The program gets only the environment of a service: an empty
 * home, its own folders, no npm, no project. Without systemd, nginx and a system user: units and front have their
 * own tests (tools/deploy.test.ts).
 */
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { giahoantien } from '#platform/contract/lists/giahoantien.ts'
import { confirmSession } from '#platform/contract/calls/confirm-session.ts'
import { changePassword } from '#platform/contract/calls/session.ts'
import { newCare, recordCare } from '#subjects/calling/contract/calls/care.ts'
import { saveOptions } from '#subjects/numbers/contract/calls/data-permission.ts'
import { saveSplit } from '#subjects/numbers/contract/calls/split.ts'
import { setActive } from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { createAccount } from '#subjects/people/contract/calls/accounts.ts'
import { firstDay, firstDaySteps } from '#subjects/settings/contract/calls/first-day.ts'
import { updateSetting } from '#subjects/settings/contract/calls/settings.ts'
import { subscriberFile, subscribers } from '../../bench/measure-files.ts'
import { backupsIn } from '#platform/server/backup/kept-backups.ts'
import { startEmbedded, type Embedded } from '#platform/server/db/embedded.ts'
import { callToAdd, requestOf, read } from '../player/asked.ts'
import { importFile } from '../player/files.ts'
import { expectOk, type Person } from '../player/person.ts'
import { userAt, signIn } from './load.ts'
import { command, freePort, runToEnd, startServer, type Program, type Server } from './processes.ts'
import { emptyDatabase, lastLine } from './product.ts'
import type { DrillStep } from './table.ts'

const admin = { username: 'giamdoc', password: randomBytes(12).toString('hex') }
const seller = { username: 'nv1', given: 'cap-lan-dau-1', own: randomBytes(12).toString('base64url') }
const numbers = 1_000

/** The machine: where the archive is unpacked, and the settings of the service. */
type Machine = { home: string; opt: string; database: Embedded; settings: Record<string, string> }

/** Runs `vasdesk` with arguments, like a service or its user. */
const vasdesk = (
  { home, opt, settings }: Machine,
  args: string[],
  more: Record<string, string> = {},
): Program => ({
  file: join(opt, 'vasdesk'),
  args,
  cwd: opt,
  env: {
    PATH: '/usr/bin:/bin',
    HOME: join(home, 'empty'),
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(home, 'cache'),
    DATA_DIR: join(home, 'data'),
    ...settings,
    ...more,
  },
})

const startAt = (machine: Machine, port: number): Promise<Server> =>
  startServer(vasdesk(machine, ['start'], { DATA_DIR: join(machine.home, `data-${port}`) }), port)

/** Branch, leader and salesperson, each under the one before. */
async function makeStaff(boss: Person): Promise<void> {
  const roles = await expectOk(boss, read<{ values: { id: string; priority: number }[] }>('role?count=50'))
  const roleOf = (level: number): string | undefined =>
    roles.values.find(({ priority }) => priority === level)?.id
  const make = (username: string, level: number, above: object) => {
    const named = { username, fullname: `Nguyễn Văn ${username}`, email: `${username}@congty.example` }
    const account = { ...named, password: seller.given, role_id: roleOf(level), ...above }
    return expectOk(boss, requestOf(createAccount, account))
  }
  const { id: brand_id } = await make('cn1', 3, {})
  const { id: group_id } = await make('tn1', 4, { brand_id })
  await make(seller.username, 5, { brand_id, group_id })
}

/** The ten jobs of 'Bắt đầu'. */
async function firstJobs({ url }: Server): Promise<string> {
  const boss = userAt(url, await signIn(url, admin.username, admin.password))
  await expectOk(boss, requestOf(confirmSession, { password: admin.password }))
  await makeStaff(boss)
  const noPrices = Object.entries(giahoantien.fields).flatMap(([name, { kind }]) =>
    kind === 'money' ? [[name, 0]] : [],
  )
  const price = { ten_goi_cuoc: 'VD90', gia_gia_han: 12_000, gia_goi: 90_000 }
  await expectOk(boss, callToAdd(giahoantien, { ...Object.fromEntries(noPrices), ...price }))
  const settings = {
    'vietqr.bank_bin': '970436',
    'vietqr.account': '0011001234567',
    'vietqr.name': 'CONG TY VI DU',
    tinh_luong_luong_co_ban: 5_000_000,
  }
  for (const [key, value] of Object.entries(settings))
    await expectOk(boss, requestOf(updateSetting, { key, value, version: 0 }))
  const file = subscribers(await subscriberFile(numbers))
  const { saved } = await importFile(boss, file)
  const FileName = file.name
  const branch = { username: 'cn1', files: [FileName], ngay: [], tu_ngay: toFilterDate(todayVn()) }
  await expectOk(boss, requestOf(saveOptions, { branch }))
  await expectOk(boss, requestOf(saveSplit, { FileName, assigns: { cn1: numbers / 2 } }))
  await expectOk(boss, requestOf(setActive, { FileName, is_activated: 1 }))
  const { done } = await expectOk(boss, requestOf(firstDay, {}))
  const missing = firstDaySteps.filter((step) => !done.includes(step))
  if (missing.length > 0) throw new Error(`not ticked: ${missing.join(', ')}`)
  return `${done.length} jobs ticked, ${saved.toLocaleString('en-US')} numbers in the first file`
}

/** The salesperson signs in with the given password, sets a new one, calls, and records the result. */
async function firstCall({ url }: Server): Promise<string> {
  const newcomer = userAt(url, await signIn(url, seller.username, seller.given))
  const { given: oldPassword, own: newPassword } = seller
  const passwords = { oldPassword, newPassword, confirmNewPassword: newPassword }
  await expectOk(newcomer, requestOf(changePassword, passwords))
  const caller = userAt(url, await signIn(url, seller.username, newPassword))
  const { value } = await expectOk(caller, requestOf(newCare, {}))
  if (!value) throw new Error('nobody to call')
  const { id, version } = value
  await expectOk(caller, requestOf(recordCare, { id, version, status: 'REJECTED', note: 'Không có nhu cầu' }))
  const boss = userAt(url, await signIn(url, admin.username, admin.password))
  if (!(await expectOk(boss, requestOf(firstDay, {}))).called)
    throw new Error("'Bắt đầu' does not know of the call")
  return 'handed out, and its result noted'
}

/** Makes the archive, or takes the given one; unpacks it. */
function archiveSteps(machine: Machine, file?: string): DrillStep[] {
  const { home, opt } = machine
  let archive = file === undefined ? '' : resolve(file)
  return [
    {
      name: 'the archive of a release',
      run: async () => {
        if (archive === '') {
          const output = await command('tools/release.ts', [join(home, 'release')], {})
          archive = /^.*\.tar\.gz$/m.exec(output)?.[0] ?? ''
        }
        const hash = createHash('sha256')
        await pipeline(createReadStream(archive), hash)
        const [sum] = (await readFile(`${archive}.sha256`, 'utf8')).split(' ')
        if (sum !== hash.digest('hex')) throw new Error('the archive is not what its sum says')
        return `${basename(archive)}, its sum is right`
      },
    },
    {
      name: 'unpacked: a version, and Node of its own',
      run: async () => {
        await mkdir(opt)
        for (const folder of ['empty', 'second']) await mkdir(join(home, folder))
        execFileSync('tar', ['-xzf', archive, '-C', opt, '--strip-components=1'])
        const { version, node } = JSON.parse(await runToEnd(vasdesk(machine, ['version']))) as Record<
          string,
          string
        >
        return `${version}, Node ${node}`
      },
    },
  ]
}

function stepsOf(machine: Machine, file?: string): DrillStep[] {
  const { home, database } = machine
  let servers: Server[] = []
  const first = (): Server => {
    const [one] = servers
    if (!one) throw new Error('no server')
    return one
  }
  return [
    ...archiveSteps(machine, file),
    {
      name: 'role and database, two processes',
      run: async () => {
        await emptyDatabase(database)
        for (const port of [await freePort(), await freePort()]) servers.push(await startAt(machine, port))
        return 'the first made the tables, both are ready'
      },
    },
    {
      name: 'the first administrator, then out of the settings',
      run: async () => {
        await signIn(first().url, admin.username, admin.password)
        delete machine.settings.ADMIN_USERNAME
        delete machine.settings.ADMIN_PASSWORD
        const ports = servers.map(({ url }) => Number(new URL(url).port))
        await Promise.all(servers.map((server) => server.stop()))
        servers = await Promise.all(ports.map((port) => startAt(machine, port)))
        await signIn(first().url, admin.username, admin.password)
        return 'signed in, also after a restart without it'
      },
    },
    { name: "'Bắt đầu': staff, prices, the first file", run: () => firstJobs(first()) },
    { name: 'the first call', run: () => firstCall(servers.at(-1) ?? first()) },
    {
      name: "the night's work, by the archive's command",
      run: async () => {
        const folders = [join(home, 'backups'), '--second', join(home, 'second'), '--same-disk']
        await runToEnd(vasdesk(machine, ['nightly', ...folders]))
        const proven = (await backupsIn(join(home, 'second'))).filter((one) => one.proven)
        if (proven.length !== 1) throw new Error(`${proven.length} proven backups at the second place`)
        return 'one backup, proven, at the second place'
      },
    },
    {
      name: 'it works when these say so',
      run: async () => {
        const invariants = lastLine(await runToEnd(vasdesk(machine, ['invariants'])))
        const trail = lastLine(await runToEnd(vasdesk(machine, ['verify-trail'])))
        await Promise.all(servers.map((server) => server.stop()))
        const files = await readdir(join(home, 'empty'))
        if (files.length > 0) throw new Error(`the home got ${files.join(', ')}`)
        return `${invariants}; ${trail}; both processes ended well, the home is empty`
      },
    },
  ]
}

export async function bareMachineSteps(
  home: string,
  archive?: string,
): Promise<{ steps: DrillStep[]; end: () => Promise<void> }> {
  console.log('without systemd, nginx and a system user: see tools/deploy.test.ts')
  const database = await startEmbedded(join(home, 'pg'))
  const settings = {
    DATABASE_URL: database.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    METRICS_TOKEN: randomBytes(24).toString('hex'),
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    TRUST_PROXY: '1',
  }
  const machine = { home, opt: join(home, 'opt'), database, settings }
  return { steps: stepsOf(machine, archive), end: database.stop }
}
