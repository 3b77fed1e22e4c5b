/** An errand from the palette for the screen it opens: done once, as soon as the screen is in front and ready. */
import { useEffect, useEffectEvent } from 'react'
import type { ScreenName } from '#platform/contract/screens.ts'
import { createStore, useStore } from './store.ts'
import { useTab } from './tab-state.tsx'

/** A new row, an upload, the next customer, or an appointment. */
export type Errand = 'create' | 'import' | 'next' | 'appointment'

/** Initial values of a form by field name; in memory only, as a phone must not be in an address. */
export type FormStart = Readonly<Record<string, string>>

const errand = createStore<{ screen: ScreenName; kind: Errand; start: FormStart } | null>(null)

/** Leaves the errand for `screen`, which the caller opens. */
export const leaveErrand = (screen: ScreenName, kind: Errand, start: FormStart = {}): void =>
  errand.set({ screen, kind, start })

/** Runs `run` when the errand is for the calling screen; without it (no right, not loaded) the errand waits. */
export function useErrand(kind: Errand, run: ((start: FormStart) => void) | undefined): void {
  const { screen, active } = useTab()
  const waiting = useStore(errand)
  const act = useEffectEvent((start: FormStart) => run?.(start))
  const due = active && run !== undefined && waiting?.screen === screen && waiting.kind === kind
  useEffect(() => {
    const start = errand.get()?.start
    if (!due || !start) return
    errand.set(null)
    act(start)
  }, [due])
}
