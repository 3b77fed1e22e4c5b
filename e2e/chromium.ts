/** Finds a Chromium for the browser tests: the one from npm, unpacked once, else an installed one. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** What to start and what its environment needs beyond ours. */
export type Chromium = { executablePath: string; env: Record<string, string> }

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const cache = join(import.meta.dirname, '../.cache')
const packageDir = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))

/** The package unpacks into TMPDIR only, so TMPDIR is a new directory for that moment. */
async function unpackInto(dir: string): Promise<void> {
  const previous = process.env.TMPDIR
  process.env.TMPDIR = dir
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    await inflate(join(packageDir, 'bin/al2023.tar.br'))
  } finally {
    if (previous === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = previous
  }
}

/** Unpacked beside its place and moved there whole: runs that start together never see half a browser. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  const home = join(cache, `chromium-${version}`)
  if (existsSync(home)) return home
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'chromium-draft-'))
  try {
    await unpackInto(draft)
    await rename(draft, home)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
  return home
}

/** The machine's fonts and, behind them, the package's Open Sans: a machine may have none with Vietnamese. */
async function fontConfig(home: string): Promise<string> {
  const file = join(home, 'fonts.conf')
  const system = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
  const own = `<dir>${join(home, 'fonts')}</dir><cachedir>${join(home, 'fonts-cache')}</cachedir>`
  await writeFile(file, `<?xml version="1.0"?><fontconfig>${system}${own}</fontconfig>`)
  return file
}

function lacksLibraries(executable: string): boolean {
  return execFileSync('ldd', [executable], { encoding: 'utf8' }).includes('not found')
}

async function fromPackage(): Promise<Chromium> {
  const home = await unpacked()
  const executablePath = join(home, 'chromium')
  const env: Record<string, string> = { FONTCONFIG_FILE: await fontConfig(home) }
  if (lacksLibraries(executablePath)) env.LD_LIBRARY_PATH = join(home, 'al2023/lib')
  return { executablePath, env }
}

/** The browser to start; `CHROMIUM_PATH` names another one. Throws when there is none for this machine. */
export async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROMIUM_PATH
  if (named) return { executablePath: named, env: {} }
  // The package holds a build for Linux on x64 and for nothing else.
  if (process.platform === 'linux' && process.arch === 'x64') return fromPackage()
  const installed = INSTALLED.find((path) => existsSync(path))
  if (installed) return { executablePath: installed, env: {} }
  throw new Error('no Chromium for this machine: install one, or set CHROMIUM_PATH')
}
