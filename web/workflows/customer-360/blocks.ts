/** The blocks of the page: each is read by its own call, once the page is open. */
import type { AppError } from '../../../contract/kit/error.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import type { RowOf } from '../../../contract/kit/row.ts'
import {
  blockCalls,
  blocks,
  type BlockCall,
  type BlockName,
} from '../../../contract/workflows/customer-360.ts'
import { useCall } from '../../kit/query.ts'
import { useCan } from '../../kit/session.ts'

type Blocks = typeof blocks
export type BlockRow<N extends BlockName> = RowOf<Blocks[N]['resource']>

export type Block<N extends BlockName = BlockName> = {
  name: N
  resource: Resource
  /** The reader has no right to the list, so there is no block. */
  hidden: boolean
  rows: readonly BlockRow<N>[]
  count: number
  loading: boolean
  error: AppError | null
  retry: () => void
}

/** One block; `key` is null until the page is open. */
function useBlock<N extends BlockName>(name: N, key: string | null): Block<N> {
  const { resource } = blocks[name]
  const hidden = !useCan()(resource.may.read)
  const call: BlockCall = blockCalls[name]
  const answer = useCall(resource, call, key === null || hidden ? null : { key })
  return {
    name,
    resource,
    hidden,
    // The server's schema of the answer is that of the declaration.
    rows: (answer.data?.values ?? []) as BlockRow<N>[],
    count: answer.data?.count ?? 0,
    loading: !hidden && answer.isPending,
    error: answer.error,
    retry: () => void answer.refetch(),
  }
}

/** All blocks of the page. */
export function useBlocks(key: string | null) {
  return {
    customer: useBlock('customer', key),
    cuocgoi: useBlock('cuocgoi', key),
    tracuu: useBlock('tracuu', key),
    dangky: useBlock('dangky', key),
    chuyenkhoan: useBlock('chuyenkhoan', key),
    hoantien: useBlock('hoantien', key),
    mfy: useBlock('mfy', key),
    donsim: useBlock('donsim', key),
    blacklist: useBlock('blacklist', key),
    khachrieng: useBlock('khachrieng', key),
    baodo: useBlock('baodo', key),
    moihomsau: useBlock('moihomsau', key),
  }
}
export type PageBlocks = ReturnType<typeof useBlocks>
