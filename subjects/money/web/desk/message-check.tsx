/** The requested values of a waiting row beside those of its bank message (D3-APR-02). */
import type { ReactNode } from 'react'
import { formatMoney } from '#kit/contract/money.ts'
import { showPhone } from '#kit/contract/phone.ts'
import type { DeskMessage } from '#subjects/money/contract/calls/desk.ts'
import { compared, phoneVerdict } from './bank-text.ts'
import { shownField } from './decide.ts'
import type { Item } from './use-desk.ts'
import { Verdict } from './verdict.tsx'
import css from './evidence.module.css'

type CheckProps = {
  label: string
  wanted: ReactNode
  received: ReactNode
  /** The received value whole, if it may be cut. */
  tip?: string
  good: boolean
  words: string
}

const Check = ({ label, wanted, received, tip, good, words }: CheckProps) => (
  <tr data-off={!good || undefined}>
    <td>{label}</td>
    <td>{wanted}</td>
    <td title={tip}>{received}</td>
    <td>
      <Verdict good={good}>{words}</Verdict>
    </td>
  </tr>
)

type TextCheckProps = { label: string; wanted: string; received: string; typed: boolean }

/** `typed`: a person typed the received value, so it is not in the bank's text. */
const TextCheck = ({ label, wanted, received, typed }: TextCheckProps) => (
  <Check
    label={label}
    wanted={wanted || '-'}
    received={received || '-'}
    {...compared(wanted, received, typed)}
  />
)

function AmountCheck({ due, money }: { due: number; money: number }) {
  const difference = money - due
  return (
    <Check
      label="Số tiền"
      wanted={<b>{formatMoney(due)}</b>}
      received={<b>{formatMoney(money)}</b>}
      good={difference === 0}
      words={
        difference === 0 ? 'khớp' : `${difference < 0 ? 'thiếu' : 'dư'} ${formatMoney(Math.abs(difference))}`
      }
    />
  )
}

/** `due`: the expected amount in đồng. */
export function MessageCheck({ item, message, due }: { item: Item; message: DeskMessage; due: number }) {
  const { kind, row } = item
  const used = message.usedBy !== null && message.id !== row.id
  return (
    <table className={css.compare}>
      <thead>
        <tr>
          <th scope="col">
            <span data-spoken>Phần</span>
          </th>
          <th scope="col">Đơn cần</th>
          <th scope="col">Tin báo</th>
          <th scope="col">
            <span data-spoken>So sánh</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <Check
          label="Số điện thoại"
          wanted={shownField(item, kind.phone) || '-'}
          received={message.phone ? showPhone(message.phone) : '-'}
          {...phoneVerdict(message)}
        />
        <TextCheck
          label="Gói cước"
          wanted={shownField(item, kind.package)}
          received={message.package ?? ''}
          typed={message.packageTyped}
        />
        <AmountCheck due={due} money={message.money} />
        {message.id !== row.id && (
          <Check
            label="Dùng cho đơn"
            wanted="-"
            received={message.usedBy ?? 'chưa đơn nào'}
            {...(message.usedBy !== null && { tip: message.usedBy })}
            good={!used}
            words={used ? 'đã dùng' : 'dùng được'}
          />
        )}
      </tbody>
    </table>
  )
}
