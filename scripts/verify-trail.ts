/** `npm run verify-trail`: holds the audit log against its seals; exit code 1 when anything differs (docs/operations-backup.md). */
import { verifyTrail, type TrailState } from '../server/trail/verify.ts'
import { inOneSnapshot } from './one-snapshot.ts'

const number = (n: number): string => n.toLocaleString('en-US')

/** The report, a line each. */
function linesOf({ faults, entries, archived, loaded, unsealed, head }: TrailState): string[] {
  return [
    `${number(entries)} sealed entries${archived > 0 ? `, ${number(archived)} of them archived, ${number(loaded)} loaded` : ''}`,
    unsealed.count === 0
      ? 'every entry is sealed'
      : `${number(unsealed.count)} not sealed yet, the oldest of ${unsealed.since}`,
    ...(head ? [`${head.day}: ${number(head.count)} entries, head ${head.head}`] : []),
    ...faults.map(({ kind, what }) => `${kind.toUpperCase().padEnd(16)} ${what}`),
    faults.length === 0 ? 'nothing was changed' : `${faults.length} differences`,
  ]
}

await inOneSnapshot(async (client) => {
  const state = await verifyTrail(client)
  console.log(linesOf(state).join('\n'))
  return state.faults.length === 0
})
