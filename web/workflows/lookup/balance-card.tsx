/** Card 3: the main account (D1-LOOK-15 to 18). */
import { useState } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import { lookupBalance, type Balance } from '../../../contract/workflows/lookup.ts'
import { send } from '../../kit/client.ts'
import { alertText } from '../../kit/feedback.ts'
import { Card, groupedPhone } from './card.tsx'
import css from './lookup.module.css'
import { CopyButton } from './result-table.tsx'
import { checkPhone } from './check-input.ts'
import type { LookupSession } from './use-lookup-session.ts'
import { useLookup } from './use-lookup.ts'

/** State of the card; `ask` may get a phone typed elsewhere. */
export function useBalanceCard(session: LookupSession, firstPhone: string) {
  const lookup = useLookup<Balance>(session)
  const [phone, setPhone] = useState(firstPhone)
  const ask = (typed = phone): void => {
    const checked = checkPhone(typed)
    if (!checked.ok) return alertText(checked.alert)
    const validPhone = checked.value
    void lookup.run({
      phone: validPhone,
      http: (signal) => send(lookupBalance, { phone: validPhone }, { signal, quiet: true }),
    })
  }
  return { lookup, phone, setPhone, ask }
}

/** Phone, and the balance in đồng. */
export const BalanceCard = ({ card }: { card: ReturnType<typeof useBalanceCard> }) => (
  <Card
    number={3}
    title="Tài khoản chính"
    hint="Số dư tài khoản chính của thuê bao."
    lookup={card.lookup}
    phone={card.phone}
    onPhone={card.setPhone}
    onAsk={() => card.ask()}
    asText={({ balance }) => `Số dư\t${formatMoney(balance)} đồng`}
  >
    {({ NUMBER_PHONE, balance }) => (
      <dl className={css.balance}>
        <div>
          <dt>Số thuê bao</dt>
          <dd>
            <CopyButton text={groupedPhone(NUMBER_PHONE)} />
          </dd>
        </div>
        <div>
          <dt>Số dư</dt>
          <dd>
            <b data-num>{formatMoney(balance)}</b> đồng
          </dd>
        </div>
      </dl>
    )}
  </Card>
)
