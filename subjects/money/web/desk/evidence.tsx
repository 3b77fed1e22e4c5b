/** The evidence beside a waiting row: bank messages, price, registrations, earlier refunds (D3-APR-02). */
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { BankCard } from './bank-card.tsx'
import { OrderCard } from './order-card.tsx'
import { PastRefundsCard } from './past-refunds-card.tsx'
import { RegistrationsCard } from './registrations-card.tsx'
import { useEvidence, type Item } from './use-desk.ts'
import css from './evidence.module.css'

/** The cards; their places are kept while loading. */
export function Evidence({ item }: { item: Item }) {
  const { data, error, refetch } = useEvidence(item)
  if (error && !data)
    return <ErrorNote error={error} title="Chưa tải được bằng chứng" retry={() => void refetch()} />
  return (
    <div className={css.evidence} aria-busy={!data || undefined}>
      {data && (
        <>
          {(item.kind.due || data.messages.length > 0) && <BankCard item={item} evidence={data} />}
          <OrderCard item={item} evidence={data} />
          <RegistrationsCard lines={data.lines} />
          <PastRefundsCard past={data.past} />
        </>
      )}
    </div>
  )
}
