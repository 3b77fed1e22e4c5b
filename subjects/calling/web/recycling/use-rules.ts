/** State of 'Luật mời lại': running rules, the draft over them, its preview, and saving both (D3-REC-01). */
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { AppError } from '#kit/contract/error.ts'
import {
  previewRecycle,
  recycleState,
  recycleTexts,
  saveRecycle,
  type RecyclePreview,
  type RecycleRule,
  type RecycleState,
} from '#subjects/calling/contract/calls/recycling.ts'
import type { InputOf } from '#kit/contract/call.ts'
import { send } from '#kit/web/client.ts'
import { toast } from '#kit/web/feedback.ts'
import { queryClient, useCall } from '#kit/web/query.ts'
import { useAction } from '#kit/web/use-action.ts'
import {
  changedCells,
  drafted,
  draftOver,
  inOrder,
  withCells,
  type Cells,
  type Draft,
  type Status,
} from './rule-draft.ts'

const key = 'luatmoilai'
/** Numbers come back hourly; the figures change faster while that is being planned. */
const [readEvery, planningEvery] = [300_000, 4_000]
/** Wait after the last key before the preview, in ms. */
const pause = 400

/** The rules on which the draft is based: another person's change meanwhile is noticed by its version. */
type Base = Pick<RecycleState, 'rules' | 'version'>

/** Stores the state in the answer of a write. */
export const putState = (state: RecycleState): void => {
  queryClient.setQueryData([key, recycleState.path, {}], state)
}

/**
 * The numbers that would come back with changed rules, null for none; the former figures stay until new ones
 * arrive.
 */
export function usePreview(change: InputOf<typeof previewRecycle> | null) {
  const text = JSON.stringify(change)
  const [settled] = useDebouncedValue(text, pause)
  const input = text === settled ? change : null
  const { data, error, isFetching, refetch } = useCall(key, previewRecycle, input, {
    keep: true,
    staleTime: 0,
  })
  const preview: RecyclePreview | undefined = change && !error ? data : undefined
  return {
    preview,
    error: change && error,
    counting: change !== null && (input === null || isFetching),
    refetch,
  }
}

function useDraft(data: RecycleState | undefined) {
  const [{ base, draft }, set] = useState<{ base: Base | null; draft: Draft }>({ base: null, draft: {} })
  const rules = inOrder((base ?? data)?.rules ?? [])
  const take = (over: Base, next: Draft): void =>
    set({ base: changedCells(next) > 0 ? over : null, draft: next })
  const put = (status: Status, cells: Partial<Cells>): void => {
    const over = base ?? data
    if (over) take(over, withCells(over.rules, draft, status, cells))
  }
  /** Keeps the typed values over other rules. */
  const moveTo = (over: Base): void =>
    set((now) => {
      const next = draftOver(over.rules, now.draft)
      return { base: changedCells(next) > 0 ? over : null, draft: next }
    })
  /** The version was raised by the user's change of a file, not of these rules. */
  const follow = (from: number, to: number): void =>
    set((now) => (now.base?.version === from ? { ...now, base: { ...now.base, version: to } } : now))
  const drop = (): void => set({ base: null, draft: {} })
  return { base, draft, rules, put, moveTo, follow, drop }
}

/** Everything the screen needs. */
export function useRules() {
  const [planning, setPlanning] = useState(false)
  const query = useCall(key, recycleState, {}, { every: planning ? planningEvery : readEvery })
  const { data, refetch } = query
  if (data && data.planning !== planning) setPlanning(data.planning)
  const { base, draft, rules, put, moveTo, follow, drop } = useDraft(data)
  const result = drafted(rules, draft)
  const changed = changedCells(draft)
  const { run, busy } = useAction(async (idempotencyKey: string, over: Base, sent: RecycleRule[]) => {
    try {
      const saved = await send(
        saveRecycle,
        { rules: sent, version: over.version },
        { idempotencyKey, quiet: true },
      )
      putState(saved)
      moveTo(saved)
      toast('success', recycleTexts.saved)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
      // The newly read version shows the notice; typed values stay.
      await refetch({ throwOnError: true })
    }
  })
  const saveNow = (): void => {
    if (base && result.wrong === 0 && changed > 0) void run(base, result.rules)
  }
  return {
    query,
    data,
    rules,
    draft,
    changed,
    wrong: result.wrong,
    fault: result.fault,
    busy,
    put,
    drop,
    follow,
    saveNow,
    preview: usePreview(changed > 0 && result.wrong === 0 ? { rules: result.rules } : null),
    /** Somebody else saved meanwhile; `takeOver` applies the typed values to the present rules. */
    overtaken: base !== null && data !== undefined && data.version !== base.version,
    takeOver: (): void => {
      if (data) moveTo(data)
    },
  }
}

export type Rules = ReturnType<typeof useRules>
