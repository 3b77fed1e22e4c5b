/**
 * The state of recovering money: a choice shows at once, and is undone when the server refuses (D2-RFREP-43 to 45,
 * D2-Q-86, D2-Q-87).
 */
import { useState } from 'react'
import { actionPath, type StepAction } from '#kit/contract/action.ts'
import { can } from '#platform/contract/abilities.ts'
import { automatic } from '#kit/contract/outcomes.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { recoveriesOf, topUpType } from '#subjects/money/contract/refund-states.ts'
import { requestrefundreport } from '#subjects/money/contract/lists/requestrefundreport.ts'
import { newKey, request } from '#kit/web/client.ts'
import { confirm, showError } from '#kit/web/feedback.ts'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import { refresh } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { Pill } from '#kit/web/ui/pill.tsx'
import { nameOf, type RefundRow } from './row-steps.ts'
import { StatePicker } from './state-picker.tsx'
import css from './refunds.module.css'

const { setTrangThaiTruyThuHoanTheoGoi: ofPackage, setTrangThaiTruyThuHoanThem: ofExtra } =
  requestrefundreport.actions

type Which = 'theo_goi' | 'them'
const actions: Record<Which, StepAction> = { theo_goi: ofPackage, them: ofExtra }

/** A value and who set it. */
type Set = { value: string; by: string }

const setOf = (row: RefundRow, which: Which): Set =>
  which === 'theo_goi'
    ? {
        value: row.trang_thai_truy_thu_hoan_theo_goi ?? '',
        by: row.username_duyet_trang_thai_truy_thu_hoan_theo_goi ?? '',
      }
    : {
        value: row.trang_thai_truy_thu_hoan_them ?? '',
        by: row.username_duyet_trang_thai_truy_thu_hoan_them ?? '',
      }

/** Sends the value; `show` gets the value to show meanwhile, and null once the row itself has it. */
async function save(
  row: RefundRow,
  which: Which,
  chosen: Set,
  show: (set: Set | null) => void,
): Promise<void> {
  const action = actions[which]
  show(chosen)
  try {
    const input = {
      id: row.id,
      [action.field]: chosen.value,
      currentOriginUrl: location.href,
      version: row.version,
    }
    await request(action.method, actionPath(requestrefundreport, action), input, {
      idempotencyKey: newKey(),
      impatient: true,
    })
    await refresh(requestrefundreport)
  } catch (error) {
    showError(error)
  } finally {
    show(null)
  }
}

/** One of the two recoveries of a row, with who set it beside. */
export function RecoveryCell({ row, which }: { row: RefundRow; which: Which }) {
  const actor = useActor()
  const [pending, setPending] = useState<Set | null>(null)
  if (which === 'them' && row.request_type === topUpType) return <Nothing />
  const { value, by } = pending ?? setOf(row, which)
  const options = recoveriesOf(row.request_type)
  const option = options.find((candidate) => candidate.value === value)
  const { tone = 'grey', icon = 'dash', label = value } = option ?? {}
  const choose = async (next: string): Promise<void> => {
    const named = options.find((candidate) => candidate.value === next)?.label ?? next
    const title = `Xác nhận đổi trạng thái truy thu thành "${named}"?`
    if (await confirm({ title, body: nameOf(row) }))
      await save(row, which, { value: next, by: actor.username }, setPending)
  }
  return (
    <span className={css.signed}>
      {can(actor, actions[which].may) ? (
        <StatePicker
          label={`${which === 'them' ? 'Truy thu hoàn thêm' : 'Truy thu hoàn theo gói'} ${showPhone(row.number_phone ?? '')}`}
          options={options}
          value={value}
          fallback={label}
          tone={tone}
          icon={icon}
          onChange={(next) => void choose(next)}
        />
      ) : (
        <Pill tone={tone} icon={icon} plain>
          {label}
        </Pill>
      )}
      {by && (
        <span className={css.signer} data-automatic={by === automatic.value || undefined}>
          {by === automatic.value ? automatic.label : by}
        </span>
      )}
    </span>
  )
}
