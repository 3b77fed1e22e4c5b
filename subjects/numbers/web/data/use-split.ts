/** The state of a split: file, draft, trial, and the calls that try, save and undo it. */
import { useCallback, useMemo, useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { can } from '#platform/contract/abilities.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import {
  type FileOptions,
  type TrialSplit,
  fileOptions,
  saveSplit,
  splitTexts,
  trialSplit,
  undoSplit,
} from '#subjects/numbers/contract/calls/split.ts'
import { fileTexts } from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { send } from '#kit/web/client.ts'
import { alertText, confirm, toast, type Question } from '#kit/web/feedback.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { useAction } from '#kit/web/use-action.ts'
import { without } from '#kit/web/without.ts'
import { switchFile } from './file-actions.ts'
import { assignsOf, branchesOf, unsaved, withAll, type Branch, type Draft } from './split-model.ts'

const resource = 'uploadchiadata'

export const stoppedNote = 'File đang dừng lấy số: chia xong nhân viên vẫn chưa lấy được số.'

/** Available and distributed numbers: of the file, or of the caller's own branch or leader. */
export type Budget = { distributed: number; total: number; parts: readonly Branch[] }

function budgetOf(roots: readonly Branch[], options: FileOptions | undefined, free: boolean): Budget {
  const [root] = roots
  if (free || !root) {
    const distributed = roots.reduce((sum, { after }) => sum + after, 0)
    return { distributed, total: options?.total ?? 0, parts: roots }
  }
  return {
    distributed: root.distributed,
    total: root.hasQuantity ? root.after : (options?.total ?? 0),
    parts: root.below,
  }
}

function useDraft() {
  const [draft, setDraft] = useState<Draft>({})
  const [refused, setRefused] = useState<FieldErrors>({})
  const [remainder, setRemainder] = useState<number | null>(null)
  /** Adds typed quantities; undefined restores the saved one. */
  const put = useCallback(
    (part: Readonly<Record<string, string | undefined>>, remainder: number | null = null) => {
      setDraft((now) => {
        const next = Object.entries({ ...now, ...part })
        return Object.fromEntries(next.filter((entry): entry is [string, string] => entry[1] !== undefined))
      })
      setRefused((now) => Object.keys(part).reduce((remaining, name) => without(remaining, name), now))
      setRemainder(remainder)
    },
    [],
  )
  /** Clears the quantities that were sent, or all; keeps what was typed meanwhile. */
  const clear = useCallback((sent?: Draft) => {
    setDraft((now) => (sent ? unsaved(now, sent) : {}))
    setRefused({})
    setRemainder(null)
  }, [])
  return { draft, put, clear, refused, setRefused, remainder }
}

/** The error that blocks saving, shown beside 'Lưu'. */
function faultOf(
  branches: readonly Branch[],
  refused: FieldErrors,
  budget: Budget,
  free: boolean,
): string | undefined {
  if (free && budget.distributed > budget.total) return splitTexts.tooMany
  const wrong = branches.filter(({ node, fault }) => fault !== null || refused[node.username]).length
  return wrong > 0 ? `Sửa ${wrong} lỗi để lưu` : undefined
}

type Trial = { answer: TrialSplit; inputText: string }

function useCalls(
  file: string,
  assigns: Record<string, number | null>,
  state: ReturnType<typeof useDraft>,
  starts: boolean,
) {
  const [trial, setTrial] = useState<Trial | null>(null)
  const { clear, setRefused, draft } = state
  const input = useMemo(() => ({ FileName: file, assigns }), [file, assigns])
  const tryOut = useAction(
    useCallback(async () => {
      const answer = await send(trialSplit, input, { quiet: true })
      setTrial({ answer, inputText: JSON.stringify(input) })
    }, [input]),
  )
  const save = useAction(
    useCallback(
      async (key: string) => {
        const saved = await send(saveSplit, input, { idempotencyKey: key }).catch((error: unknown) => {
          const fields = (error instanceof AppError && error.fields) || {}
          setRefused(fields)
          // The accounts show it, and 'Sửa n lỗi' counts them (D3-BELL-03).
          if (Object.keys(fields).some((username) => username in assigns)) return null
          throw error
        })
        if (!saved) return
        // Refreshed before the draft is cleared, so that no box shows the old quantity for a moment.
        await refresh(resource)
        setTrial(null)
        clear(draft)
        if (saved.is_activated === 0) void offerStart(file, starts)
      },
      [input, assigns, clear, setRefused, draft, file, starts],
    ),
  )
  return { trial, setTrial, stale: trial !== null && trial.inputText !== JSON.stringify(input), tryOut, save }
}

/** Warns that a split of a stopped file has no effect yet, and offers to start the file to users who may. */
async function offerStart(FileName: string, starts: boolean): Promise<void> {
  if (!starts) return toast('info', stoppedNote)
  const confirmed = await confirm({
    title: 'File đang dừng lấy số',
    body: `Số lượng đã lưu, nhưng nhân viên chưa lấy được số của ${FileName}.`,
    confirmLabel: 'Kích hoạt lấy số',
    cancelLabel: 'Để sau',
  })
  if (confirmed) await switchFile({ FileName, is_activated: 0 })
}

/** Undoes the newest split after a question that says how many numbers move (D1-SPLIT-10). */
function useUndo(last: FileOptions['last'], onUndone: () => void) {
  return useAction(
    useCallback(
      async (key: string) => {
        if (!last) return
        const confirmed = await confirm({
          title: 'Hoàn tác lần chia gần nhất',
          body: `${thousands(last.moved)} số do ${last.by} chia lúc ${formatInstant(last.at)} trở về chỗ trước đó.`,
          confirmLabel: `Hoàn tác ${thousands(last.moved)} số`,
          danger: true,
        })
        if (!confirmed) return
        await send(undoSplit, { batch: last.id }, { idempotencyKey: key })
        await refresh(resource)
        onUndone()
      },
      [last, onUndone],
    ),
  )
}

const leaveQuestion = (file: string): Question => ({
  title: 'Đổi file mà không lưu',
  body: `Số lượng đã nhập cho ${file} sẽ mất.`,
  confirmLabel: 'Không lưu',
  danger: true,
})

/** State and actions of the split screen. */
export function useSplit() {
  const [file, setFile] = useState('')
  const options = useCall(resource, fileOptions, file === '' ? null : { FileName: file })
  const actor = useActor()
  const free = can(actor, 'below3or7')
  const state = useDraft()
  const { draft, clear, refused } = state
  const tree = options.data?.tree
  const roots = useMemo(() => branchesOf(tree ?? [], draft), [tree, draft])
  const branches = useMemo(() => roots.flatMap(withAll), [roots])
  const assigns = useMemo(() => assignsOf(roots), [roots])
  const budget = budgetOf(roots, options.data, free)
  const starts = can(actor, 'below3')
  const calls = useCalls(file, assigns, state, starts)
  const { setTrial } = calls
  const reset = useCallback(() => {
    clear()
    setTrial(null)
  }, [clear, setTrial])
  const undo = useUndo(options.data?.last ?? null, reset)
  const dirty = Object.keys(assigns).length > 0
  const choose = async (next: string): Promise<void> => {
    if (next === file) return
    if (dirty && !(await confirm(leaveQuestion(file)))) return
    reset()
    setFile(next)
  }
  const fault = faultOf(branches, refused, budget, free)
  const stopped = options.data?.is_activated === 0
  const save = (): void => {
    if (file === '') alertText(fileTexts.noFile)
    else if (!fault && options.data) void calls.save.run()
  }
  return {
    ...state,
    ...calls,
    file,
    choose,
    stopped,
    starts,
    options,
    free,
    actor,
    roots,
    branches,
    budget,
    undo,
    dirty,
    fault,
    saveNow: save,
  }
}

export type Split = ReturnType<typeof useSplit>
