/** Where a test run keeps its databases and temporary files: in memory, on a machine with enough of it. */
import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const GB = 1024 ** 3
const shared = '/dev/shm'

/** What a run fills at most, with room for two beside it; a container's usual 64 MB do not do. */
function isRoomy(): boolean {
  if (process.platform !== 'linux' || totalmem() < 12 * GB) return false
  try {
    const { blocks, bsize } = statfsSync(shared)
    return blocks * bsize >= 6 * GB
  } catch {
    return false
  }
}

/** The folder of this run, made and removed by `global-setup.ts`; none where temporary files stay on disk. */
export const memoryHome = isRoomy() ? `${shared}/vasdesk-tests-${process.pid}` : undefined
