/** The export of a list, one at a time. */
import { useState } from 'react'
import { showError } from '../feedback.ts'
import type { ListState } from '../filters/list-state.ts'
import { lazyCode } from '../lazy-part.tsx'
import type { Exported } from './export-rows.ts'

const exporting = lazyCode(() => import('./export-rows.ts'))

/** Whether an export of the rows of the filter runs, and how to start one. */
export function useExport(resource: Exported, state: ListState): { busy: boolean; run: () => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      const { exportRows } = await exporting()
      await exportRows(resource, state)
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
