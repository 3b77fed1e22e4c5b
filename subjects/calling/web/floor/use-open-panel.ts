/** Whose panel is open on the floor, and with what (D3-FLR-02). */
import { useState } from 'react'
import { leaveTyped } from '#kit/web/feedback.ts'
import { isUnsaved, useTab } from '#kit/web/tab-state.tsx'

/** What can be done with a person, each by its key. */
export type Task = 'release' | 'move' | 'handOver'

/** The open panel: `times` tells the second opening of the same one from the first, `to` is who gets numbers. */
export type OpenPanel = { id: string; task: Task | null; to: string | null; times: number }

/** Whose panel is open; what was typed is not lost without being asked for. */
export function useOpenPanel() {
  const { screen } = useTab()
  const [panel, setPanel] = useState<OpenPanel | null>(null)
  const free = async (): Promise<boolean> => !isUnsaved(screen) || (await leaveTyped())
  return {
    panel,
    /** Opens the panel of a person; one that is open already moves on to `task`. */
    open: async (id: string, task: Task | null, to: string | null = null): Promise<void> => {
      if (panel?.id !== id && !(await free())) return
      setPanel((now) => ({ id, task, to, times: (now?.times ?? 0) + 1 }))
    },
    /** Closes it; resolves to whether it is closed. */
    close: async (): Promise<boolean> => {
      if (!(await free())) return false
      setPanel(null)
      return true
    },
    /** What was asked for is done. */
    done: (): void => setPanel(null),
  }
}
export type PanelState = ReturnType<typeof useOpenPanel>
