/** Cells of the states that managers set in the row; others only read them (D2-REFUND-23 to 25, D2-REFUND-29). */
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import type { SyntheticEvent } from 'react'
import { formatMoney } from '#kit/contract/money.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { topUpType, transferStates } from '#subjects/money/contract/refund-states.ts'
import { refundFields } from '#subjects/money/contract/lists/refund-fields.ts'
import type { Choice } from '#kit/web/actions/choices.ts'
import { Cell, Nothing } from '#kit/web/kinds/cell.tsx'
import { useActor } from '#kit/web/session.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import {
  decisionsOf,
  isHalfApproved,
  partnerLook,
  partnerSteps,
  secondText,
  takeStep,
  transferSteps,
  type RefundRow,
} from './row-steps.ts'
import type { Place } from './order.ts'
import { StatePicker } from './state-picker.tsx'
import css from './refunds.module.css'

/** `place`: the list that contains the row. */
type CellProps = { place: Place; row: RefundRow }

const optionsOf = (steps: readonly Choice[]) =>
  steps.map(({ step }) => ({ value: String(step.to), label: step.label }))

const chooser =
  (place: Place, steps: readonly Choice[], row: RefundRow) =>
  (value: string): void => {
    const choice = steps.find(({ step }) => String(step.to) === value)
    if (choice) void takeStep(place, choice, row)
  }

/** The order's state at the partner. */
export function PartnerCell({ place, row }: CellProps) {
  const steps = partnerSteps(row, useActor())
  const { tone, icon } = partnerLook(row.ma_trang_thai_giao_dich_doi_tac)
  const text = row.trang_thai_giao_dich_doi_tac ?? ''
  const paid = row.doi_tac_bao_tra ?? null
  const state =
    steps.length === 0 ? (
      <Pill tone={tone} icon={icon} plain>
        {text}
      </Pill>
    ) : (
      <StatePicker
        label={`Trạng thái đối tác ${showPhone(row.number_phone ?? '')}`}
        options={optionsOf(steps)}
        value=""
        fallback={text}
        tone={tone}
        icon={icon}
        onChange={chooser(place, steps, row)}
      />
    )
  if (paid === null) return state
  const warning = `Đối tác báo đã trả ${formatMoney(paid)} đ, khác số tiền của đơn`
  return (
    <span className={css.signed}>
      {state}
      <IconAlertTriangle
        size={16}
        stroke={2}
        className={css.warning}
        role="img"
        aria-label={warning}
        title={warning}
      />
    </span>
  )
}

/** Whether a top-up was paid, and who recorded it; empty for refunds. */
export function TransferCell({ place, row }: CellProps) {
  const steps = transferSteps(row, useActor())
  if (row.request_type !== topUpType) return <Nothing />
  const { label, tone, icon } = transferStates[row.is_transfer === 1 ? 1 : 0]
  const approver = row.username_duyet_trang_thai_chuyen_khoan
  return (
    <span className={css.signed}>
      {steps.length === 0 ? (
        <Cell field={refundFields.is_transfer} value={row.is_transfer} />
      ) : (
        <StatePicker
          label={`Chuyển khoản ${showPhone(row.number_phone ?? '')}`}
          options={optionsOf(steps)}
          value=""
          fallback={label}
          tone={tone}
          icon={icon}
          onChange={chooser(place, steps, row)}
        />
      )}
      {approver && <span className={css.signer}>{approver}</span>}
    </span>
  )
}

const keep = (event: SyntheticEvent): void => event.stopPropagation()

/** The decision; for a row approved by one of two persons, by whom (D3-ACC-03). */
export const DecisionState = ({ row, short = false }: { row: RefundRow; short?: boolean }) =>
  isHalfApproved(row) ? (
    <span title={secondText(row)} className={css.half}>
      <Pill tone="blue" icon="half">
        {short ? 'Lần 1:' : 'Đã duyệt lần 1 bởi'} {row.duyet_1_boi}
      </Pill>
    </span>
  ) : (
    <Cell field={refundFields.duyet} value={row.duyet} />
  )

/** The decision, or the buttons for it. */
export function DecisionCell({ place, row }: CellProps) {
  const steps = decisionsOf(row, useActor())
  return (
    <span className={css.decision}>
      <DecisionState short row={row} />
      {steps.map((choice) => {
        const rejects = choice.step.danger === true
        const Mark = rejects ? IconX : IconCheck
        return (
          <IconButton
            key={choice.step.label}
            small
            tabIndex={-1}
            className={rejects ? css.reject : css.approve}
            label={`${choice.step.label} ${showPhone(row.number_phone ?? '')}`}
            onDoubleClick={keep}
            onClick={(event) => {
              keep(event)
              void takeStep(place, choice, row)
            }}
          >
            <Mark size={14} stroke={2} />
          </IconButton>
        )
      })}
    </span>
  )
}
