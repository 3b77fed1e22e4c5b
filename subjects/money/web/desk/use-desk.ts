/** The data of the desk: pages that do not move, the current row, the ticked rows (D3-APR-01, D3-DEC-05). */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { kindsOf, waitingKinds, type WaitingKind } from '#subjects/money/contract/desk.ts'
import { isObject } from '#kit/contract/is-object.ts'
import {
  deskCounts,
  deskEvidence,
  deskAskers,
  deskList,
  type DeskAsker,
  type DeskCount,
  type DeskRow,
} from '#subjects/money/contract/calls/desk.ts'
import { send } from '#kit/web/client.ts'
import { channel } from '#kit/web/live.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { useHeld } from '#kit/web/resource/held-rows.ts'
import { useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { serverClock, useClock } from '#kit/web/use-clock.ts'

/** First part of the desk's cache keys. */
export const deskKey = 'banduyet'

/** A waiting row with its own id: one request may wait in two kinds. */
export type Item = { id: string; row: DeskRow; kind: WaitingKind }

/** The filter: kinds by name (none for all), only rows with a warning, one person, one month MM/YYYY. */
export type DeskFilter = {
  kinds: readonly string[]
  warned: boolean
  asker: DeskAsker | null
  month: string | null
}

/** The filter as the calls take it. */
export const filterQuery = ({ kinds, warned, asker, month }: DeskFilter) => ({
  ...(kinds.length > 0 && { kinds: kinds.join(',') }),
  ...(warned && { warned: '1' as const }),
  ...(asker && { username: asker.username }),
  ...(month !== null && { thang: month }),
})

/** The key of a waiting row in the list. */
export const keyOf = (kind: string, id: string): string => `${kind} ${id}`

export const kindNamed: ReadonlyMap<string, WaitingKind> = new Map(
  waitingKinds.map((kind) => [kind.name, kind]),
)
const paths: ReadonlySet<string> = new Set(waitingKinds.map(({ resource }) => resource.path))

const itemOf = (row: DeskRow): Item[] => {
  const kind = kindNamed.get(row.kind)
  return kind ? [{ id: keyOf(row.kind, row.id), row, kind }] : []
}

/** Refreshes the desk when one of the lists behind it changes, and when it comes to the front. */
function useChanges(): void {
  const live = useStore(channel)
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) void refresh(deskKey)
    first.current = false
  }, [])
  useEffect(() => {
    const onChanges = (changes: unknown): Promise<void> | undefined => {
      const names: unknown = isObject(changes) && changes.resources
      return Array.isArray(names) && names.some((name) => paths.has(String(name)))
        ? refresh(deskKey)
        : undefined
    }
    live?.on('changes', onChanges)
    return () => live?.off('changes', onChanges)
  }, [live])
}

/** The kinds that the reader decides on, with their counts. */
export function useKinds(
  only: (kind: WaitingKind) => boolean,
  month: string | null = null,
): {
  kinds: readonly (WaitingKind & Partial<DeskCount>)[]
  read: boolean
} {
  const actor = useActor()
  const { data } = useCall(deskKey, deskCounts, month === null ? {} : { thang: month }, { keep: true })
  const counts = new Map(data?.values.map((count) => [count.kind, count]))
  return {
    kinds: kindsOf(actor)
      .filter(only)
      .map((kind) => ({ ...kind, ...counts.get(kind.name) })),
    read: data !== undefined,
  }
}

/** The waiting rows. */
export function useWaiting(filter: DeskFilter) {
  useChanges()
  const query = useMemo(() => filterQuery(filter), [filter])
  const list = useInfiniteQuery({
    queryKey: [deskKey, deskList.path, query],
    queryFn: ({ pageParam, signal }) =>
      send(deskList, { ...query, ...(pageParam !== '' && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ after }) => after ?? undefined,
  })
  const { data } = list
  const values = useMemo(() => data?.pages.flatMap(({ values: rows }) => rows.flatMap(itemOf)), [data])
  const held = useHeld(true, query, values)
  return { list, held, rows: held.rows ?? [], isGone: ({ id }: Item): boolean => held.gone.has(id) }
}

/** Waiting requests of these kinds by person. */
export const useAskers = (kinds: readonly string[]) =>
  useCall(deskKey, deskAskers, kinds.length > 0 ? { kinds: kinds.join(',') } : {}, { keep: true })

/** The server's time in ms, updated each minute, so that ages agree with the dashboard. */
export const useMinutes = (): number => useClock(serverClock, 60_000)

/** The evidence of a row. */
export const useEvidence = ({ row }: Item) =>
  useCall(deskKey, deskEvidence, { kind: row.kind, id: row.id }, { staleTime: 30_000 })

/** The current row: it stays current while it is listed, else the row now at its place. */
export function useCurrent(rows: readonly Item[]) {
  const [chosen, setChosen] = useState({ id: '', index: 0 })
  const found = rows.findIndex(({ id }) => id === chosen.id)
  const index = found >= 0 ? found : Math.max(0, Math.min(chosen.index, rows.length - 1))
  const choose = (to: number): void => {
    const item = rows[Math.max(0, Math.min(to, rows.length - 1))]
    if (item) setChosen({ id: item.id, index: rows.indexOf(item) })
  }
  const now = rows[index]
  // The place is stored too, so that the same row stays current when other changes move it.
  if (now && (now.id !== chosen.id || index !== chosen.index)) setChosen({ id: now.id, index })
  return { index, item: now, choose }
}

/** The ticked rows without decided ones. `whole`: all that the filter matches, read or not. */
export function useTicks(rows: readonly Item[], isGone: (item: Item) => boolean) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [wanted, setWhole] = useState(false)
  const open = rows.filter((item) => !isGone(item))
  const ticked = open.filter(({ id }) => ids.has(id))
  const allTicked = open.length > 0 && ticked.length === open.length
  const set = (next: Iterable<string>): void => {
    setIds(new Set(next))
    setWhole(false)
  }
  return {
    ticked,
    isTicked: ({ id }: Item): boolean => ids.has(id),
    all: allTicked,
    whole: wanted && allTicked,
    chooseWhole: (): void => setWhole(true),
    toggle: ({ id }: Item): void => set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    toggleAll: (): void => set(allTicked ? [] : open.map(({ id }) => id)),
    /** Unticks decided rows. */
    drop: (done: ReadonlySet<string>): void => set([...ids].filter((id) => !done.has(id))),
    clear: (): void => set([]),
  }
}
