/** The project's files in a release: what runs, without tests or sources of the screens. */
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { basename, join } from 'node:path'
import { releasedPackages } from './released-packages.ts'
import { isOn } from './sides.ts'
import { root } from './source-files.ts'

const folders = ['deploy', 'docs', 'kit', 'platform', 'simulator', 'subjects', 'tools', 'upgrades']
const files = ['CHANGELOG.md', 'LICENSE', 'NOTICES.txt', 'README.md', 'package.json', 'package-lock.json']

/** For development only: they need files that a release leaves out. */
const leftOut =
  /\.test\.ts$|^tools\/(?:alert-rules|asvs|binary-components|check|check-steps|components|coverage|coverage-text|dev|drill|first-script|frozen-upgrades|guides|keep-version|notices|record-demo|release|released-packages|risky-code|soak|test)\.ts$|^tools\/(?:drill|record-demo|soak)\//

/** Committed files of the project that are part of a release. */
export function releasedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', ...folders, ...files], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\0').filter((file) => file !== '' && !leftOut.test(file) && !isOn(file, 'web'))
}

/** Copies the packages into `target`, each without nested ones, which the lock file lists separately. */
export function copyPackages(target: string): void {
  for (const { folder: path } of releasedPackages())
    cpSync(join(root, path), join(target, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) => from === join(root, path) || basename(from) !== 'node_modules',
    })
  cpSync(join(root, 'node_modules/.bin/node'), join(target, 'node_modules/.bin/node'), {
    recursive: true,
    verbatimSymlinks: true,
  })
}
