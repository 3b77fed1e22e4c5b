/** The query cache. Keys begin with the resource's path, so that a live event can mark all of it stale. */
import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { nameOf, type CacheKey } from '#platform/contract/channels.ts'
import type { Call, AnswerOf, InputOf } from '#kit/contract/call.ts'
import type { AppError } from '#kit/contract/error.ts'
import { isUnreachable, send } from './client.ts'
import type { ListQuery, ListSource } from './resource-api.ts'

const minute = 60_000

/** One cache for the page; cleared when another user signs in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: minute,
      gcTime: 30 * minute,
      refetchOnWindowFocus: false,
      // Refusals are final; only a lost connection is retried.
      retry: (failures, error) => failures < 1 && isUnreachable(error),
      // The network bar shows a lost network; a paused query would look as if it loaded forever.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * Marks everything read under `keys` as stale: what is on screen is read again at once, the rest when shown. For a
 * second list of the same rows, the first list is marked too.
 */
export const refresh = (...keys: readonly CacheKey[]): Promise<void> => {
  const names: unknown[] = keys.flatMap((key) => (typeof key === 'string' ? key : [key.path, key.rowsOf]))
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [of] }) => [of].flat().some((name) => names.includes(name)),
  })
}

/** A page of a list; keeps the old rows on screen until the new ones arrive. */
export const useList = <P>({ key, read }: ListSource<P>, query: ListQuery): UseQueryResult<P, AppError> =>
  useQuery<P, AppError>({
    queryKey: [...key, query],
    queryFn: ({ signal }) => read(query, { signal }),
    placeholderData: keepPreviousData,
  })

/** The answer of a declared GET call, stale after changes of `resource`. A null `input` waits; `every` polls, in ms. */
export function useCall<C extends Call>(
  resource: CacheKey,
  call: C,
  input: InputOf<C> | null,
  options: { staleTime?: number; keep?: boolean; every?: number } = {},
): UseQueryResult<AnswerOf<C>, AppError> {
  return useQuery<AnswerOf<C>, AppError>({
    queryKey: [nameOf(resource), call.path, input],
    queryFn: ({ signal }) => send(call, input as InputOf<C>, { signal }),
    enabled: input !== null,
    ...(options.staleTime !== undefined && { staleTime: options.staleTime }),
    ...(options.every !== undefined && { refetchInterval: options.every }),
    ...(options.keep && { placeholderData: keepPreviousData }),
  })
}

/** Reads failed queries on screen again, after a lost connection. */
export const refreshFailed = (): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
