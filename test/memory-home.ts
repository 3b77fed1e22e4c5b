/** Location of a test run's databases and temporary files: in memory, on a machine with enough of it. */
import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const GB = 1024 ** 3
const shared = '/dev/shm'

/** Whether there is space for the most a run uses, with room for two more; a container's usual 64 MB are not enough. */
function isRoomy(): boolean {
  if (process.platform !== 'linux' || totalmem() < 12 * GB) return false
  try {
    const { blocks, bsize } = statfsSync(shared)
    return blocks * bsize >= 6 * GB
  } catch {
    return false
  }
}

/** The folder of this run, created and removed by `global-setup.ts`; undefined if temporary files stay on disk. */
export const memoryHome = isRoomy() ? `${shared}/vasdesk-tests-${process.pid}` : undefined
