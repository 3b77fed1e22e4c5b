/** `npm run freeze` adds new upgrades of the database to the list of frozen ones, which the check enforces. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { upgradeFiles } from '#platform/server/db/sql-files.ts'
import { root } from './source-files.ts'

const FOLDER = 'upgrades'
/** One line per upgrade, in the format of `sha256sum`. */
const LIST = `${FOLDER}/checksums.txt`

/** An upgrade by name, with the SHA-256 of its text. */
export type Frozen = { name: string; checksum: string }

/** Problems of the present upgrades against the list, and those not listed yet. */
export function compareUpgrades(
  listed: Frozen[],
  present: Frozen[],
): { problems: string[]; fresh: Frozen[] } {
  const checksums = new Map(present.map((file) => [file.name, file.checksum]))
  const listedNames = new Set(listed.map((file) => file.name))
  const fresh = present.filter((file) => !listedNames.has(file.name))
  const last = listed.at(-1)?.name ?? ''
  const problems = listed.flatMap(({ name, checksum }) => {
    if (!checksums.has(name))
      return [`${name} is gone. Databases have run it: put it back, and undo what it made in a new one.`]
    if (checksums.get(name) === checksum) return []
    return [
      `${name} was changed. Databases have run it as it was and will not run it again: put it back, and write what it ` +
        `should say in a new one. (Only if it is on no main branch yet: delete its line in ${LIST} and freeze it anew.)`,
    ]
  })
  const early = fresh
    .filter(({ name }) => name < last)
    .map(({ name }) => `${name} would come before ${last}, which databases have run: give it a later number.`)
  return { problems: [...problems, ...early], fresh }
}

const lineOf = ({ name, checksum }: Frozen): string => `${checksum}  ${name}\n`

async function compare() {
  const lines = (await readFile(join(root, LIST), 'utf8')).split(/\r?\n/).filter(Boolean)
  const listed = lines.map((line) => ({ checksum: line.slice(0, 64), name: line.slice(66) }))
  return compareUpgrades(listed, await upgradeFiles(root))
}

/** Messages about upgrades that were changed, deleted, numbered too low or not listed. */
export async function upgradeProblems(): Promise<string[]> {
  const { problems, fresh } = await compare()
  return [
    ...problems,
    ...fresh.map(({ name }) => `${name} is new: npm run freeze, once it is as it should be.`),
  ]
}

if (import.meta.main) {
  const { problems, fresh } = await compare()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else {
    await writeFile(join(root, LIST), fresh.map(lineOf).join(''), { flag: 'a' })
    console.log(fresh.length > 0 ? `frozen: ${fresh.map(({ name }) => name).join(', ')}` : 'nothing new')
  }
}
