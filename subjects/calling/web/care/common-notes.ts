/** Notes that a caller often writes with a result, as suggestions: most results need a note, and few notes are new. */
import { useQuery } from '@tanstack/react-query'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { cleanText } from '#kit/contract/text.ts'
import { needsNote } from '#subjects/calling/contract/care-results.ts'
import { resourceApi } from '#kit/web/resource-api.ts'
import { useOwnFilter } from './care-data.ts'

const notesRead = '50'
const notesOffered = 3
const maxLength = 40
const tenMinutes = 600_000

/**
 * The most frequent notes, the newer ones first among equals; without long ones and those with digits ('hẹn
 * 21:25').
 */
export function commonNotes(notes: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const note of notes.map(cleanText)) {
    if (note === '' || note.length > maxLength || /\d/.test(note)) continue
    counts.set(note, (counts.get(note) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, notesOffered)
    .map(([note]) => note)
}

/** The caller's own common notes of a result; empty while loading. */
export function useCommonNotes(status: string): readonly string[] {
  const query = { page: '0', count: notesRead, status, ...useOwnFilter() }
  const { data } = useQuery({
    queryKey: ['care/notes', query],
    queryFn: ({ signal }) => resourceApi(careHistory).list(query, { signal }),
    enabled: needsNote(status),
    staleTime: tenMinutes,
  })
  return data ? commonNotes(data.values.map(({ note }) => note ?? '')) : []
}
