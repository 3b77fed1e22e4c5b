/** What the palette asks of the screen that it opens: done once, as soon as the screen is in front and can. */
import { useEffect, useEffectEvent } from 'react'
import type { ScreenName } from '#platform/contract/screens.ts'
import { createStore, useStore } from './store.ts'
import { useTab } from './tab-state.tsx'

/** A new row, an upload, or the next customer. */
export type Errand = 'create' | 'import' | 'next'

/** What a form begins with, by the names of its fields; in memory only, as a phone must not be in an address. */
export type FormStart = Readonly<Record<string, string>>

const errand = createStore<{ screen: ScreenName; what: Errand; start: FormStart } | null>(null)

/** Leaves the errand for `screen`, which the caller opens. */
export const leaveErrand = (screen: ScreenName, what: Errand, start: FormStart = {}): void =>
  errand.set({ screen, what, start })

/** Runs `run` when the errand is left for the calling screen; without it (no right, not loaded yet) the errand waits. */
export function useErrand(what: Errand, run: ((start: FormStart) => void) | undefined): void {
  const { screen, active } = useTab()
  const left = useStore(errand)
  const act = useEffectEvent((start: FormStart) => run?.(start))
  const due = active && run !== undefined && left?.screen === screen && left.what === what
  useEffect(() => {
    const start = errand.get()?.start
    if (!due || !start) return
    errand.set(null)
    act(start)
  }, [due])
}
