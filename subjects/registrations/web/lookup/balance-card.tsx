/** Card 3: the main account (D1-LOOK-15 to 18). */
import { formatMoney } from '#kit/contract/money.ts'
import { lookupBalance, type Balance } from '#subjects/registrations/contract/calls/lookup.ts'
import { send } from '#kit/web/client.ts'
import { Card, groupedPhone } from './card.tsx'
import { keepTold } from './told-answers.ts'
import css from './lookup.module.css'
import { CopyButton } from './result-table.tsx'
import type { LookupSession } from './use-lookup-session.ts'
import { usePhoneLookup } from './use-phone-lookup.ts'

export const useBalanceCard = (session: LookupSession, firstPhone: string) =>
  usePhoneLookup<Balance>(session, firstPhone, (phone) => ({
    phone,
    http: async (signal) => {
      const answer = await send(lookupBalance, { phone }, { signal, quiet: true })
      keepTold(phone, { balance: answer.balance })
      return answer
    },
  }))

/** Phone, and the balance in đồng. */
export const BalanceCard = ({ card }: { card: ReturnType<typeof useBalanceCard> }) => (
  <Card
    number={3}
    title="Tài khoản chính"
    hint="Số dư tài khoản chính của thuê bao."
    card={card}
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
