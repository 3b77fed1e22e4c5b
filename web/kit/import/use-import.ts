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

/** State of one upload to `target`; `query` is what the upload names besides its file. */
export function useImport(target: string, query: Record<string, string>): Import {
  const [started, setStarted] = useState<ImportSummary | null>(null)
  const [reading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<AppError | null>(null)
  const summary = useProgress(started)
  const finished = summary?.state === 'done'
  useEffect(() => {
    if (finished) void refresh(target)
  }, [finished, target])
  return {
    summary,
    reading: reading || summary?.state === 'reading',
    refusal,
    take: async (file) => {
      setRefusal(null)
      setReading(true)
      try {
        setStarted(await upload(target, query, file))
      } catch (error) {
        if (error instanceof AppError && !isUnreachable(error)) setRefusal(error)
        else showError(error)
      } finally {
        setReading(false)
      }
    },
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
    },
    again: () => setStarted(null),
  }
}
