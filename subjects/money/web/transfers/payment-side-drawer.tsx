/** The other side of a payment in a drawer: the order of a message, the message of an order. */
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { toldFields } from '#subjects/money/contract/lists/refund-fields.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import type { OrderKind } from '#subjects/money/contract/calls/transfers.ts'
import type { HistorySubject } from '#platform/contract/calls/histories.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { callsOf, type TableRow } from '#kit/web/resource-api.ts'
import { ErrorNote } from '#kit/web/ui/state.tsx'

const RowDrawer = lazyPart(() => named(import('#kit/web/resource/row-drawer.tsx'), 'RowDrawer'))

/** Kinds of the other side, for their history. */
const subjects: Record<OrderKind | 'tin', HistorySubject> = {
  tin: mesbank,
  nap_tien: { path: requestrefund.path, fields: toldFields },
  mfy,
  sim: order,
}

/** The opened row: kind, id and name. */
export type PaymentSide = { kind: OrderKind | 'tin'; id: string; words: string }

/** A row outside the reader's scope counts as unknown. */
export function PaymentSideDrawer({ side, onClose }: { side: PaymentSide; onClose: () => void }) {
  const subject = subjects[side.kind]
  const { data, error, refetch } = useQuery({
    queryKey: [subject.path, 'one', side.id],
    queryFn: ({ signal }) => callsOf<TableRow, unknown>(subject).one(side.id, { signal }),
  })
  return (
    <Suspense fallback={null}>
      <RowDrawer resource={subject} row={data ?? { id: side.id }} title={side.words} onClose={onClose}>
        {error && <ErrorNote error={error} title="Chưa tải được" retry={() => void refetch()} />}
      </RowDrawer>
    </Suspense>
  )
}
