/** An upload from the chosen file to the last saved row. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  importCancel,
  importSave,
  importStatus,
  uploadPath,
  type ImportSummary,
} from '../../../contract/kit/import.ts'
import { AppError } from '../../../contract/kit/error.ts'
import type { SheetTarget } from '../../../contract/kit/resource.ts'
import { exchange, isUnreachable, newKey, queryText, send } from '../client.ts'
import { showError } from '../feedback.ts'
import { onJobs } from '../jobs.ts'
import { refresh } from '../query.ts'

/** What an upload needs to know of where its rows go. */
export type ImportTarget = Pick<SheetTarget, 'path' | 'title' | 'fields' | 'sheet'>

/** What an upload says besides its file, and what it asks before it is sent. */
export type ImportOptions = {
  /** Sent with every upload. */
  query?: Record<string, string>
  /** Asked with the chosen file: what else the upload names, or null to choose again. */
  before?: (file: File) => Promise<Record<string, string> | null>
  /** Nothing of what `before` prepared is needed: the file was refused, or its preview closed. */
  onDropped?: () => void
}

export type Import = {
  summary: ImportSummary | null
  /** The file is on its way or being read. */
  reading: boolean
  /** Why the file was refused. */
  refusal: AppError | null
  take: (file: File) => Promise<void>
  save: () => Promise<void>
  /** Forgets a preview; a save goes on. */
  leave: () => void
  again: () => void
}

const pollEvery = 1_500

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

/** Follows a running import by its job events, and by asking, should one get lost. */
function useProgress(started: ImportSummary | null): ImportSummary | null {
  const [done, setDone] = useState(0)
  const { data } = useQuery({
    queryKey: ['imports', started?.id, 'status'],
    queryFn: ({ signal }) => send(importStatus, { id: started?.id ?? '' }, { signal }),
    enabled: isRunning(started),
    refetchInterval: (query) => (query.state.data && !isRunning(query.state.data) ? false : pollEvery),
    gcTime: 0,
  })
  useEffect(() => onJobs((job) => job.jobId === started?.id && setDone(job.done)), [started?.id])
  const newest = isRunning(started) && data ? data : started
  return newest && { ...newest, done: Math.max(newest.done, isRunning(newest) ? done : 0) }
}

/** Asks `before`, then sends the file; null when it is not to be sent. A refused file is dropped again. */
async function ask(target: string, options: ImportOptions, file: File): Promise<ImportSummary | null> {
  const { query = {}, before, onDropped } = options
  const asked = before ? await before(file) : {}
  if (!asked) return null
  try {
    return await upload(target, { ...query, ...asked }, file)
  } catch (error) {
    onDropped?.()
    throw error
  }
}

/** The choice of a file, up to the rows the server read of it. */
function useUpload(target: string, options: ImportOptions) {
  const [started, setStarted] = useState<ImportSummary | null>(null)
  const [reading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<AppError | null>(null)
  const take = async (file: File): Promise<void> => {
    setRefusal(null)
    setReading(true)
    try {
      const summary = await ask(target, options, file)
      if (summary) setStarted(summary)
    } catch (error) {
      if (error instanceof AppError && !isUnreachable(error)) setRefusal(error)
      else showError(error)
    } finally {
      setReading(false)
    }
  }
  return { started, setStarted, reading, refusal, take }
}

/** State of one upload to `target`. */
export function useImport(target: string, options: ImportOptions = {}): Import {
  const { started, setStarted, reading, refusal, take } = useUpload(target, options)
  const summary = useProgress(started)
  const finished = summary?.state === 'done'
  useEffect(() => {
    if (finished) void refresh(target)
  }, [finished, target])
  return {
    summary,
    reading: reading || summary?.state === 'reading',
    refusal,
    take,
    save: async () => {
      if (!started) return
      try {
        setStarted(await send(importSave, { id: started.id }, { quiet: true }))
      } catch (error) {
        showError(error)
      }
    },
    leave: () => {
      if (started?.state !== 'ready') return
      send(importCancel, { id: started.id }, { quiet: true }).catch(showError)
      options.onDropped?.()
    },
    again: () => setStarted(null),
  }
}
