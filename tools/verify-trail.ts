/**
 * `npm run verify-trail`: checks the audit log against its seals; exit code 1 if anything differs
 * (docs/operations-backup.md). The result is recorded for /metrics.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { noteTrail } from '#platform/app/server/running/operator.ts'
import { verifyTrail, type TrailState } from '#platform/server/trail/verify.ts'
import { withServices } from './command-services.ts'
import { operatedUrl } from './database-url.ts'
import { inOneSnapshot } from './one-snapshot.ts'

const number = (n: number): string => n.toLocaleString('en-US')

/** The report, a line each. */
function linesOf({ faults, entries, archived, loaded, unsealed, head }: TrailState): string[] {
  return [
    `${number(entries)} sealed entries${archived > 0 ? `, ${number(archived)} of them archived, ${number(loaded)} loaded${values.archives === undefined ? '; their files were not looked at (--archives <folder>)' : ''}` : ''}`,
    unsealed.count === 0
      ? 'every entry is sealed'
      : `${number(unsealed.count)} not sealed yet, the oldest of ${unsealed.since}`,
    ...(head ? [`${head.day}: ${number(head.count)} entries, head ${head.head}`] : []),
    ...faults.map(({ kind, subject }) => `${kind.toUpperCase().padEnd(16)} ${subject}`),
    faults.length === 0 ? 'nothing was changed' : `${faults.length} differences`,
  ]
}

const { values } = parseArgs({
  options: { heads: { type: 'string', multiple: true, default: [] }, archives: { type: 'string' } },
})

let sound: boolean | undefined
await inOneSnapshot(async (client) => {
  const texts = await Promise.all(values.heads.map((file) => readFile(file, 'utf8')))
  const state = await verifyTrail(client, {
    heads: texts.join('\n'),
    ...(values.archives !== undefined && { archives: values.archives }),
  })
  console.log(linesOf(state).join('\n'))
  sound = state.faults.length === 0
  return sound
})
try {
  const found = sound
  if (found !== undefined) await withServices(await operatedUrl(), (services) => noteTrail(services, found))
} catch (error) {
  console.error(`not noted for /metrics: ${(error as Error).message}`)
  process.exitCode = 1
}
