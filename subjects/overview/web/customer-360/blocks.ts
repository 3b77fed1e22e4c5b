/** The blocks of the page: each has its own call, sent once the page is open. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { AppError } from '#kit/contract/error.ts'
import type { Resource } from '#kit/contract/resource.ts'
import type { RowOf } from '#kit/contract/row.ts'
import type { Page } from '#kit/contract/shapes.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import {
  blockCalls,
  blocks,
  movementsOf,
  type BlockCall,
  type BlockName,
  type Movement,
} from '#subjects/overview/contract/calls/customer-360.ts'
import { useCall } from '#kit/web/query.ts'
import { useCan } from '#kit/web/session.ts'

type Blocks = typeof blocks
export type BlockRow<N extends BlockName> = RowOf<Blocks[N]['resource']>

/** The answer of one call of the page, and its state. */
export type BlockAnswer<Row = unknown> = {
  title: string
  /** The reader may not see the rows, so there is no block. */
  hidden: boolean
  rows: readonly Row[]
  count: number
  loading: boolean
  error: AppError | null
  retry: () => void
}
export type Block<N extends BlockName = BlockName> = BlockAnswer<BlockRow<N>> & {
  name: N
  resource: Resource
}

type Answer = Pick<UseQueryResult<Page<unknown>, AppError>, 'data' | 'isPending' | 'error' | 'refetch'>

const partOf = <Row>(title: string, hidden: boolean, answer: Answer): BlockAnswer<Row> => ({
  title,
  hidden,
  // The server's answer follows the schema of the call.
  rows: (answer.data?.values ?? []) as Row[],
  count: answer.data?.count ?? 0,
  loading: !hidden && answer.isPending,
  error: answer.error,
  retry: () => void answer.refetch(),
})

/** One block; `key` is null until the page is open. */
function useBlock<N extends BlockName>(name: N, key: string | null): Block<N> {
  const { resource } = blocks[name]
  const hidden = !useCan()(resource.may.read)
  const call: BlockCall = blockCalls[name]
  const answer = useCall(resource, call, key === null || hidden ? null : { key })
  return { name, resource, ...partOf(resource.title, hidden, answer) }
}

/** The people who had the number. */
function useMovements(key: string | null): BlockAnswer<Movement> {
  const hidden = !useCan()('below5')
  return partOf('Chuyển số', hidden, useCall(customer, movementsOf, key === null || hidden ? null : { key }))
}

/** All blocks of the page. */
export function useBlocks(key: string | null) {
  return {
    customer: useBlock('customer', key),
    cuocgoi: useBlock('cuocgoi', key),
    tracuu: useBlock('tracuu', key),
    dangky: useBlock('dangky', key),
    doanhthu: useBlock('doanhthu', key),
    chuyenkhoan: useBlock('chuyenkhoan', key),
    hoantien: useBlock('hoantien', key),
    mfy: useBlock('mfy', key),
    donsim: useBlock('donsim', key),
    blacklist: useBlock('blacklist', key),
    khachrieng: useBlock('khachrieng', key),
    baodo: useBlock('baodo', key),
    moihomsau: useBlock('moihomsau', key),
    chuyenso: useMovements(key),
  }
}
export type PageBlocks = ReturnType<typeof useBlocks>
