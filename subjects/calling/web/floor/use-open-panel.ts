/** The open panel on the floor: person and action (D3-FLR-02). */
import { useState } from 'react'
import { leaveTyped } from '#kit/web/feedback.ts'
import { isUnsaved, useTab } from '#kit/web/tab-state.tsx'

/** Actions on a person, each with its key. */
export type Task = 'release' | 'move' | 'handOver'

/** The open panel: `times` distinguishes repeated openings of the same one, `to` is the receiver. */
export type OpenPanel = { id: string; task: Task | null; to: string | null; times: number }

/** State of the open panel; asks before typed values are lost. */
export function useOpenPanel() {
  const { screen } = useTab()
  const [panel, setPanel] = useState<OpenPanel | null>(null)
  const free = async (): Promise<boolean> => !isUnsaved(screen) || (await leaveTyped())
  return {
    panel,
    /** Opens the panel of a person; one that is already open moves on to `task`. */
    open: async (id: string, task: Task | null, to: string | null = null): Promise<void> => {
      if (panel?.id !== id && !(await free())) return
      setPanel((now) => ({ id, task, to, times: (now?.times ?? 0) + 1 }))
    },
    /** Closes it; resolves to whether it was closed. */
    close: async (): Promise<boolean> => {
      if (!(await free())) return false
      setPanel(null)
      return true
    },
    /** Called after success. */
    done: (): void => setPanel(null),
  }
}
export type PanelState = ReturnType<typeof useOpenPanel>
