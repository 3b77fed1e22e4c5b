/** The notices stored on the server: read in pages, marked as read, opened (D3-BELL-01). */
import { useInfiniteQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { bellList, readAllNotices, readNotice, type BellNotice } from '#platform/contract/calls/bell.ts'
import { send } from '#kit/web/client.ts'
import { showError } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'

const key = 'thongbao'

/** Another device has read some, or a new one has come. */
export const refreshBell = (): void => void refresh(key)

/** The notices, newest first, with those of further pages; `unread` ones only. */
export function useNotices(unread = false) {
  const query = useInfiniteQuery({
    queryKey: [key, unread],
    queryFn: ({ signal, pageParam }) =>
      send(
        bellList,
        { ...(pageParam !== null && { truoc: pageParam }), ...(unread && { chua_doc: 1 }) },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  return { ...query, notices: query.data?.pages.flatMap(({ values }) => values) }
}

/** Marks one as read, on every device. */
const markNotice = (id: string): void =>
  void send(readNotice, { id }, { quiet: true }).then(refreshBell, showError)

/** Opens the row of a notice and marks the notice as read. */
export function openNotice({ id, address, read }: Pick<BellNotice, 'id' | 'address' | 'read'>): void {
  navigate(address)
  if (!read) markNotice(id)
}

/** Marks all as read up to the newest that was shown. */
export const markAllNotices = (newest: string): void =>
  void send(readAllNotices, { den: newest }, { quiet: true }).then(refreshBell, showError)
