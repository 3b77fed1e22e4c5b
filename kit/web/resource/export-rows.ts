/** The file of a list: what is exported, the number of rows shown before it arrives, its name. */
import type { Resource } from '#kit/contract/resource.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { download } from '../download.ts'
import { showError, toast } from '../feedback.ts'
import type { ListState } from '../filters/list-state.ts'
import { callsOf } from '../resource-api.ts'

/** Anything with an export: a resource or a report. */
export type Exported = Pick<Resource, 'path' | 'noun' | 'exportAs'>

/** Exports the rows of the filter; their number is shown before the file arrives. Failures are shown. */
export async function exportRows(resource: Exported, state: ListState): Promise<void> {
  const { page: _, count: __, ...filters } = state.query
  const about = `export ${resource.path}`
  try {
    const file = await download(
      callsOf(resource).exportUrl(filters),
      resource.exportAs?.file ?? `${resource.path}.xlsx`,
      (rows) =>
        rows !== null &&
        toast('info', `Đang xuất ${thousands(rows)} ${resource.noun}`, { time: 5000, about }),
    )
    const many = file.rows === null ? '' : ` (${thousands(file.rows)} ${resource.noun})`
    toast('success', `Đã xuất file ${file.name}${many}`, { about })
  } catch (error) {
    showError(error)
  }
}
