/** An upload from the chosen file to the last saved row. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { farFromKind, storedAlready, takenBefore } from '#kit/contract/import-words.ts'
import {
  importCancel,
  importSave,
  importStatus,
  uploadPath,
  type ImportSummary,
} from '#platform/contract/calls/imports.ts'
import { AppError } from '#kit/contract/error.ts'
import type { SheetTarget } from '#kit/contract/resource.ts'
import { exchange, isUnreachable, newKey, queryText, send } from '../client.ts'
import { confirm, showError } from '../feedback.ts'
import { onJobProgress } from '../jobs.ts'
import { refresh } from '../query.ts'

/** The target of an upload. */
export type ImportTarget = Pick<SheetTarget, 'path' | 'title' | 'fields' | 'sheet'>

/** What an upload sends besides its file, and what it asks first. */
export type ImportOptions = {
  /** Sent with every upload. */
  query?: Record<string, string>
  /** Runs with the chosen file before it is sent: further query parameters, or null to choose again. */
  before?: (file: File) => Promise<Record<string, string> | null>
  /** Undoes what `before` prepared: the file was refused, or its preview closed. */
  onDropped?: () => void
  /** Called when saving begins and ends. */
  onState?: (state: ImportSummary['state'], file: string) => void
}

/** How rows that repeat in the file or are stored already are saved: see `importSave`. */
export type SaveChoice = 'leave' | 'twice' | 'add' | 'replace'

export type Import = {
  summary: ImportSummary | null
  /** The file is being sent or read. */
  reading: boolean
  /** The reason of a refused file. */
  refusal: AppError | null
  take: (file: File) => Promise<void>
  /** Sends the file again with the field of each column, '' for a column that is not read. */
  reread: (columns: readonly string[]) => Promise<void>
  /**
   * Saves; asks first about doubtful columns and content saved before. `choice` decides about rows stored already,
   * `totals` takes rows that sum others.
   */
  save: (choice?: SaveChoice, totals?: boolean) => Promise<void>
  /** Discards a preview; a running save goes on. */
  leave: () => void
  again: () => void
  /** Shows an earlier import. */
  open: (id: string) => Promise<void>
}

/** In ms. */
export const pollEvery = 1_500
/** Rows that are saved in any case, without those stored already. */
export const goodRows = ({ counts }: ImportSummary): number =>
  counts.new + counts.update + counts.same + counts.repaired + counts.odd

async function upload(target: string, query: Record<string, string>, file: File): Promise<ImportSummary> {
  const response = await exchange(
    {
      method: 'POST',
      path: uploadPath(target) + queryText(query),
      body: file,
      headers: {
        'content-type': 'application/octet-stream',
        'x-file-name': encodeURIComponent(file.name),
        'idempotency-key': newKey(),
      },
    },
    { impatient: true },
  )
  const body = (await response.json()) as { data: ImportSummary }
  return body.data
}

const isRunning = (summary: ImportSummary | null | undefined): boolean =>
  summary?.state === 'saving' || summary?.state === 'reading'

/** Follows a running import by its job events, and by polling in case one gets lost. */
function useProgress(started: ImportSummary | null): ImportSummary | null {
  const [done, setDone] = useState(0)
  const { data } = useQuery({
    queryKey: ['imports', started?.id, 'status'],
    queryFn: ({ signal }) => send(importStatus, { id: started?.id ?? '' }, { signal }),
    enabled: isRunning(started),
    refetchInterval: (query) => (query.state.data && !isRunning(query.state.data) ? false : pollEvery),
    gcTime: 0,
  })
  useEffect(
    () => onJobProgress((job) => job.jobId === started?.id && job.kind === 'import' && setDone(job.done)),
    [started?.id],
  )
  const newest = isRunning(started) && data ? data : started
  return newest && { ...newest, done: Math.max(newest.done, isRunning(newest) ? done : 0) }
}

type Sent = { file: File; query: Record<string, string> }

/** Runs `before`; null when the file is not to be sent. */
async function prepareQuery(options: ImportOptions, file: File): Promise<Sent | null> {
  const { query = {}, before } = options
  const prepared = before ? await before(file) : {}
  return prepared && { file, query: { ...query, ...prepared } }
}

const forget = ({ id }: ImportSummary): void =>
  void send(importCancel, { id }, { quiet: true }).catch(showError)

/** Sends the chosen file and receives its parsed rows. A refused file is dropped. */
function useUpload(target: string, options: ImportOptions) {
  const [started, setStarted] = useState<ImportSummary | null>(null)
  const [reading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<AppError | null>(null)
  const sent = useRef<Sent | null>(null)
  const read = async (prepare: () => Promise<Sent | null>): Promise<void> => {
    setRefusal(null)
    setReading(true)
    try {
      const next = await prepare()
      if (!next) return
      sent.current = next
      setStarted(
        await upload(target, next.query, next.file).catch((error: unknown) => {
          options.onDropped?.()
          throw error
        }),
      )
    } catch (error) {
      if (error instanceof AppError && !isUnreachable(error)) setRefusal(error)
      else showError(error)
    } finally {
      setReading(false)
    }
  }
  const reread = async (columns: readonly string[]): Promise<void> => {
    const { current } = sent
    if (!current || !started) return
    forget(started)
    setStarted(null)
    await read(async () => ({ ...current, query: { ...current.query, columns: columns.join(',') } }))
  }
  return {
    started,
    setStarted,
    reading,
    refusal,
    take: (file: File) => read(() => prepareQuery(options, file)),
    reread,
  }
}

/** Asks about columns in which day and month may be swapped; returns whether to go on. */
const confirmColumns = async ({ doubts }: ImportSummary): Promise<boolean> =>
  doubts.length === 0 ||
  (await confirm({
    title: 'Xem lại cột ngày',
    body: doubts.map(({ text }) => text).join('\n'),
    confirmLabel: 'Ngày đúng, lưu',
    danger: true,
  }))

/** Asks whether to save content saved before, or stored rows, again; returns the options for the server. */
async function confirmSave(
  { seenBefore, counts, toSave }: ImportSummary,
  choice?: SaveChoice,
): Promise<{ again?: number; leaveStored?: number } | null> {
  if (choice === 'leave') return { leaveStored: 1 }
  if (!seenBefore && choice !== 'twice') return {}
  const yes = await confirm({
    title: seenBefore ? 'Nội dung này đã được nhập' : 'Có dòng đã có trong danh sách',
    body: seenBefore ? takenBefore(seenBefore, toSave) : storedAlready(counts.stored),
    confirmLabel: 'Vẫn lưu',
    danger: seenBefore?.again !== 'skips',
  })
  return yes ? { again: 1 } : null
}

/** Asks whether amounts far from their kind are meant, then about what was saved before; returns the options. */
async function confirmFar(summary: ImportSummary, choice?: SaveChoice) {
  if (summary.far > 0) {
    const yes = await confirm({
      title: 'Giá trị khác xa bình thường',
      body: farFromKind(summary.far),
      confirmLabel: 'Vẫn lưu',
      cancelLabel: 'Xem lại',
      danger: true,
    })
    if (!yes) return null
  }
  const confirmed = await confirmSave(summary, choice)
  const days = choice === 'add' || choice === 'replace' ? choice : undefined
  return confirmed && { ...confirmed, ...(summary.far > 0 && { far: 1 }), ...(days && { days }) }
}

/** State of one upload to `target`. */
export function useImport(target: ImportTarget, options: ImportOptions = {}): Import {
  const { started, setStarted, reading, refusal, take, reread } = useUpload(target.path, options)
  const summary = useProgress(started)
  const report = useEffectEvent((state: ImportSummary['state']) => {
    options.onState?.(state, summary?.filename ?? '')
    if (state === 'done') void refresh(target)
  })
  useEffect(() => {
    if (summary) report(summary.state)
    // oxlint-disable-next-line react/exhaustive-deps -- told when the state changes, not with each row
  }, [summary?.state])
  return {
    summary,
    reading: reading || summary?.state === 'reading',
    refusal,
    take,
    reread,
    save: async (choice, totals = false) => {
      if (!started || !(await confirmColumns(started))) return
      const options = await confirmFar(started, choice)
      if (!options) return
      const settled = { sure: 1, ...(totals && { totals: 1 }), ...options }
      try {
        setStarted(await send(importSave, { id: started.id, ...settled }, { quiet: true }))
      } catch (error) {
        showError(error)
        // The stored rows may have changed since the file was read, and the questions with them.
        if (error instanceof AppError && error.code === 'CONFLICT')
          setStarted(await send(importStatus, { id: started.id }, { quiet: true }))
      }
    },
    leave: () => {
      if (started?.state !== 'ready') return
      forget(started)
      options.onDropped?.()
    },
    again: () => setStarted(null),
    open: async (id) => {
      try {
        setStarted(await send(importStatus, { id }, { quiet: true }))
      } catch (error) {
        showError(error)
      }
    },
  }
}
