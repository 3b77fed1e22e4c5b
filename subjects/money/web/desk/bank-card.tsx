/** The bank messages of a waiting row's number: its own with a comparison, then the others (D3-APR-02). */
import { formatMoney } from '#kit/contract/money.ts'
import type { DeskEvidence, DeskMessage, DeskProposal } from '#subjects/money/contract/calls/desk.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { markedParts } from './bank-text.ts'
import { MessageCheck } from './message-check.tsx'
import { type Item, deskKey } from './use-desk.ts'
import css from './evidence.module.css'
import { SaidTime } from '#kit/web/ui/said-time.tsx'
import { useKeys } from '#kit/web/keys.ts'
import { refresh } from '#kit/web/query.ts'
import { markOwn } from '#kit/web/resource/held-rows.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { acceptProposal } from '../transfers/accept-proposal.ts'

/** The proposed order of a bank message, accepted by the key C (D3-QR-02). */
function Proposal({ item, proposal }: { item: Item; proposal: DeskProposal }) {
  const take = async (): Promise<void> => {
    if (await acceptProposal(proposal)) markOwn([item.id])
    await refresh(deskKey)
  }
  const press = (): void => void take()
  useKeys({ C: press })
  return (
    <p className={css.proposal}>
      <span>Đề xuất</span>
      <b>{proposal.de_xuat}</b>
      <Button small keys="C" onClick={press}>
        Ghi nhận
      </Button>
    </p>
  )
}

/** The bank's text with the parsed parts marked. */
const MarkedText = ({ message, due }: { message: DeskMessage; due: number | null }) => (
  <p className={css.words}>
    {markedParts(message.text, { ...message, due }).map(({ text, mark }, index) =>
      mark ? (
        <mark key={index} data-mark={mark}>
          {text}
        </mark>
      ) : (
        <span key={index}>{text}</span>
      ),
    )}
  </p>
)

const OtherMessages = ({ messages }: { messages: readonly DeskMessage[] }) => (
  <ul className={css.others} aria-label="Tin khác của số này">
    {messages.map((message) => (
      <li key={message.id} title={message.text}>
        <SaidTime at={message.datetime} />
        <span>{message.package ?? '-'}</span>
        <b data-num>{formatMoney(message.money)}</b>
        <small>{message.usedBy ?? 'chưa đơn nào'}</small>
      </li>
    ))}
  </ul>
)

export function BankCard({ item, evidence }: { item: Item; evidence: DeskEvidence }) {
  const { due, messages, proposal } = evidence
  const ownMessage = messages.find((message) => message.own)
  const others = messages.filter((message) => !message.own)
  const note = ownMessage && (
    <>
      {ownMessage.sender && `${ownMessage.sender}, `}
      <SaidTime at={ownMessage.datetime} />
    </>
  )
  return (
    <Card
      title="Tin ngân hàng"
      note={note}
      className={css.bank}
      data-many={(ownMessage && due !== null && others.length > 0) || undefined}
    >
      {ownMessage ? (
        <>
          <MarkedText message={ownMessage} due={due} />
          {due !== null && <MessageCheck item={item} message={ownMessage} due={due} />}
        </>
      ) : (
        <CardNote>Chưa thấy tin ngân hàng của số và gói này</CardNote>
      )}
      {proposal && <Proposal item={item} proposal={proposal} />}
      {others.length > 0 && <OtherMessages messages={others} />}
    </Card>
  )
}
