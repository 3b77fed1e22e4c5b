/** The result of a reported sale with who set it; managers pick it (D1-BAODO-23, D1-Q-130). */
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { SyntheticEvent } from 'react'
import { can, type Actor } from '../../../contract/abilities.ts'
import { showField } from '../../../contract/kit/kinds.ts'
import type { Outcome } from '../../../contract/outcomes.ts'
import { outcomes } from '../../../contract/outcomes.ts'
import { showPhone } from '../../../contract/phone.ts'
import { baodo } from '../../../contract/resources/baodo.ts'
import { rights, setOutcome, texts } from '../../../contract/workflows/sales.ts'
import { newKey, send } from '../../kit/client.ts'
import { confirm, showError } from '../../kit/feedback.ts'
import { Cell } from '../../kit/kinds/cell.tsx'
import { refresh } from '../../kit/query.ts'
import type { Row } from '../../kit/resource-api.ts'
import { useStaffName } from '../../kit/staff.ts'
import type { Column } from '../../kit/table/column.ts'
import { Picker } from '../../kit/ui/picker.tsx'
import css from './sales.module.css'

const { trang_thai: outcomeField, nguoi_dat_trang_thai: setterField } = baodo.fields
const choices = outcomes.filter(({ value }) => value !== '0')
const questions: Record<Outcome, string> = { SUCCESS: texts.succeeded, FAILD: texts.failed }

/** Asks, then sets the result (D1-BAODO-24, D1-BAODO-25). */
async function choose(row: Row, outcome: Outcome): Promise<void> {
  const body = `${questions[outcome]}\n${showPhone(String(row.so_dien_thoai ?? ''))}, gói ${String(row.ten_goi_cuoc)}`
  if (!(await confirm({ title: 'Đặt trạng thái', body, danger: outcome === 'FAILD' }))) return
  try {
    await send(setOutcome, { id: row.id, trang_thai: outcome }, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  } finally {
    await refresh(baodo.path)
  }
}

const icons: Readonly<Record<string, typeof IconCheck>> = { SUCCESS: IconCheck, FAILD: IconX }

function OutcomePicker({ row }: { row: Row }) {
  const value = String(row.trang_thai)
  const Mark = icons[value] ?? IconMinus
  // The list belongs to the cell although it stands over the page: nothing of it is meant for the grid.
  const keep = (event: SyntheticEvent): void => event.stopPropagation()
  return (
    <span className={css.picker} data-outcome={value} onClick={keep} onDoubleClick={keep} onKeyDown={keep}>
      <Picker
        label={`Kết quả ${showPhone(String(row.so_dien_thoai ?? ''))}`}
        options={choices}
        value={value}
        placeholder="Chưa đặt"
        icon={<Mark size={14} stroke={2} aria-hidden />}
        onChange={(next) => next !== value && void choose(row, next as Outcome)}
      />
    </span>
  )
}

function Setter({ username }: { username: string }) {
  const fullname = useStaffName(username)
  return (
    <span className={css.setter} title={fullname && `${fullname} (${username})`}>
      {fullname ?? showField(username, setterField)}
    </span>
  )
}

/** One column for the result and who set it. */
export const outcomeColumns =
  (actor: Actor) =>
  (columns: Column[]): Column[] =>
    columns
      .filter(({ key }) => key !== 'nguoi_dat_trang_thai')
      .map((column) => {
        if (column.key !== 'trang_thai') return column
        const setter = (row: Row) =>
          row.nguoi_dat_trang_thai ? <Setter username={String(row.nguoi_dat_trang_thai)} /> : null
        return {
          ...column,
          width: can(actor, rights.setOutcome) ? 264 : 220,
          cell: (row) => (
            <span className={css.outcome}>
              {can(actor, rights.setOutcome) ? (
                <OutcomePicker row={row} />
              ) : (
                <Cell field={outcomeField} value={row.trang_thai} />
              )}
              {setter(row)}
            </span>
          ),
        }
      })
