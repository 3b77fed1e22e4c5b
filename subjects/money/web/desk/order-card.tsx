/** Price, amount and all other filled fields of a waiting row. */
import { fieldOf } from '#kit/contract/resource.ts'
import { formatMoney } from '#kit/contract/money.ts'
import type { DeskEvidence } from '#subjects/money/contract/calls/desk.ts'
import { Card } from '#figures/card.tsx'
import { Fact, Facts } from '#figures/facts.tsx'
import { Cell } from '#kit/web/kinds/cell.tsx'
import { amountOf, shownField } from './decide.ts'
import type { Item } from './use-desk.ts'
import css from './evidence.module.css'

/** Filled fields; the text of a bank message is left out, because its card shows it marked. */
function filledFields({ kind, row }: Item, { messages }: DeskEvidence) {
  const isMessage = messages.some(({ id }) => id === row.id)
  return kind.facts.flatMap((name) => {
    const [field, value] = [fieldOf(kind.resource, name), row.fields[name]]
    const blank = value === null || value === undefined || value === '' || value === 0
    return blank || (isMessage && field.kind === 'note') ? [] : [{ name, field, value }]
  })
}

/** What the viewer approved alone today, and from where two persons must approve (D3-ACC-08). */
function Released({ released }: { released: NonNullable<DeskEvidence['released']> }) {
  const { above, phone, seller, two } = released
  return (
    <Fact label="Bạn đã duyệt hôm nay" long>
      {phone !== null && `Số này ${formatMoney(phone)}, `}người này {formatMoney(seller)}; cộng đơn này trên{' '}
      {formatMoney(above)} thì cần hai người duyệt{two && <b>: đơn này cần hai người</b>}
    </Fact>
  )
}

export function OrderCard({ item, evidence }: { item: Item; evidence: DeskEvidence }) {
  const { kind } = item
  const amount = amountOf(item)
  const { month, price, released } = evidence
  return (
    <Card title="Giá và thông tin đơn" className={css.order}>
      <Facts>
        {kind.package && (
          <Fact label={`Giá gói ${shownField(item, kind.package)}`}>
            {price === null ? 'chưa có' : formatMoney(price)}
          </Fact>
        )}
        {amount !== null && (
          <Fact
            label={
              kind.amount?.length === 1 ? fieldOf(kind.resource, kind.amount[0] ?? '').label : 'Tổng tiền'
            }
          >
            <b>{formatMoney(amount)}</b>
          </Fact>
        )}
        {filledFields(item, evidence).map(({ name, field, value }) => (
          <Fact key={name} label={field.label} long={field.kind === 'note'}>
            <Cell field={field} value={value} />
          </Fact>
        ))}
        {month && (
          <Fact label="Gửi tháng này">
            {month.asked} đơn ({month.approved} duyệt, {month.rejected} từ chối)
          </Fact>
        )}
        {released && <Released released={released} />}
      </Facts>
    </Card>
  )
}
