/** The evidence beside a waiting row: bank messages, price, registrations, calls, earlier refunds (D3-APR-02). */
import type { ReactNode } from 'react'
import { isClaim } from '#subjects/money/contract/desk.ts'
import type { DeskEvidence } from '#subjects/money/contract/calls/desk.ts'
import { Card } from '#figures/card.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { BankCard } from './bank-card.tsx'
import { CallsCard } from './calls-card.tsx'
import { LinesCard } from './lines-card.tsx'
import { OrderCard } from './order-card.tsx'
import { PastCard } from './past-card.tsx'
import { useEvidence, type Item } from './use-desk.ts'
import css from './evidence.module.css'

const Columns = ({ main, side, busy }: { main: ReactNode; side: ReactNode; busy?: true }) => (
  <div className={css.evidence} aria-busy={busy}>
    <div className={css.column}>{main}</div>
    <div className={css.column}>{side}</div>
  </div>
)

/** The cards of the kind without content, in their places. */
const Loading = ({ item: { kind } }: { item: Item }) => (
  <Columns
    busy
    main={
      <>
        {kind.due && <Card title="Tin ngân hàng" className={css.bank} />}
        {isClaim(kind) && <Card title="Cuộc gọi tới số này" />}
        <Card title="Hoàn, nạp trước đây của số này" className={css.past} />
      </>
    }
    side={
      <>
        <Card title="Giá và thông tin đơn" className={css.order} />
        <Card title="Dòng đăng ký" />
      </>
    }
  />
)

function Cards({ item, evidence }: { item: Item; evidence: DeskEvidence }) {
  const { messages, lines, past, calls } = evidence
  return (
    <Columns
      main={
        <>
          {(item.kind.due || messages.length > 0) && <BankCard item={item} evidence={evidence} />}
          {calls && <CallsCard calls={calls} />}
          <PastCard past={past} />
        </>
      }
      side={
        <>
          <OrderCard item={item} evidence={evidence} />
          <LinesCard lines={lines} />
        </>
      }
    />
  )
}

export function Evidence({ item }: { item: Item }) {
  const { data, error, refetch } = useEvidence(item)
  if (error && !data)
    return <ErrorNote error={error} title="Chưa tải được bằng chứng" retry={() => void refetch()} />
  return data ? <Cards item={item} evidence={data} /> : <Loading item={item} />
}
