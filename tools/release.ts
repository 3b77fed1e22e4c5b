/**
 * `npm run release`: one archive that starts on a machine of the same platform without Node, npm, building or
 * internet (docs/operations.md). Its version is that of package.json.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { version } from '#platform/server/running/version.ts'
import { writeComponents } from './components.ts'
import { writeNotices } from './notices.ts'
import { copyPackages, releasedFiles } from './release-files.ts'
import { root } from './source-files.ts'
import { RELEASE } from './web-build.ts'

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

function run(file: string, args: string[]): void {
  const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${file} ${args[0]} failed`)
}

/** Copies everything of the release into `target`. */
async function lay(target: string): Promise<void> {
  run(process.execPath, [join(root, 'tools/web-build.ts')])
  for (const file of releasedFiles()) {
    await mkdir(dirname(join(target, file)), { recursive: true })
    cpSync(join(root, file), join(target, file))
  }
  cpSync(join(root, 'dist'), join(target, 'dist'), { recursive: true })
  cpSync(join(root, 'deploy/vasdesk'), join(target, 'vasdesk'))
  copyPackages(target)
  writeComponents(join(target, 'components.cdx.json'))
  // For the platform of this machine, which may differ from that of the file in the project.
  writeNotices(join(target, 'NOTICES.txt'))
  const made = { version, commit: git('rev-parse', 'HEAD'), node: process.version }
  const platform = `${process.platform}-${process.arch}`
  await writeFile(join(target, RELEASE), `${JSON.stringify({ ...made, platform }, null, 1)}\n`)
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Packs `name` in `home`; the same commit and packages give an identical archive. */
async function pack(home: string, name: string, folder: string): Promise<string> {
  const file = `${name}.tar.gz`
  const draft = join(folder, `${file}.part`)
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go+r-w,a+X']
  const order = ['--sort=name', `--mtime=@${git('log', '-1', '--format=%ct')}`]
  run('tar', [...owner, ...order, '-C', home, '-czf', draft, name])
  await writeFile(join(folder, `${file}.sha256`), `${await sumOf(draft)}  ${file}\n`)
  await rename(draft, join(folder, file))
  return join(folder, file)
}

async function release(folder: string): Promise<string> {
  if (git('status', '--porcelain')) throw new Error('there are changes that are not committed')
  await mkdir(folder, { recursive: true })
  const home = await mkdtemp(join(folder, 'draft-'))
  try {
    const name = `vasdesk-${version}`
    await mkdir(join(home, name))
    await lay(join(home, name))
    return await pack(home, name, folder)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

try {
  console.log(await release(resolve(process.argv[2] ?? join(root, '.cache/release'))))
  const tag = `v${version}`
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(tag))
    console.log(`not tagged yet: git tag -a ${tag} -m ${tag}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
