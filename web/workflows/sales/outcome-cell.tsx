/** The result of a reported sale with who set it; managers pick it (D1-BAODO-23, D1-Q-130). */
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { SyntheticEvent } from 'react'
import { can, type Actor } from '../../../contract/abilities.ts'
import type { Outcome } from '../../../contract/outcomes.ts'
import { automatic, outcomes } from '../../../contract/outcomes.ts'
import { showPhone } from '../../../contract/phone.ts'
import { baodo } from '../../../contract/resources/baodo.ts'
import { rights, setOutcome, texts } from '../../../contract/workflows/sales.ts'
import { newKey, send } from '../../kit/client.ts'
import { confirm, showError } from '../../kit/feedback.ts'
import { Cell } from '../../kit/kinds/cell.tsx'
import { refresh } from '../../kit/query.ts'
import type { Row } from '../../kit/resource-api.ts'
import type { Column } from '../../kit/table/column.ts'
import { Picker } from '../../kit/ui/picker.tsx'
import { ByName } from './by-name.tsx'
import css from './sales.module.css'

const {
  trang_thai: outcomeField,
  nguoi_dat_trang_thai: setterField,
  nguoi_phe_duyet: approverField,
} = baodo.fields
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
  // Picked again, a found result becomes one that a hand has set, which nothing overwrites (D1-Q-133).
  const found = row.nguoi_dat_trang_thai === automatic.value
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
        onChange={(next) => (found || next !== value) && void choose(row, next as Outcome)}
      />
    </span>
  )
}

const approver = (row: Row) =>
  row.nguoi_phe_duyet ? (
    <ByName field={approverField} username={String(row.nguoi_phe_duyet)} />
  ) : (
    <Cell field={approverField} value={null} />
  )

/** One column for the result and who set it. */
export const outcomeColumns =
  (actor: Actor) =>
  (columns: Column[]): Column[] =>
    columns
      .filter(({ key }) => key !== 'nguoi_dat_trang_thai')
      .map((column) => {
        if (column.key === 'nguoi_phe_duyet') return { ...column, cell: approver }
        if (column.key !== 'trang_thai') return column
        const setter = (row: Row) =>
          row.nguoi_dat_trang_thai ? (
            <ByName className={css.setter} field={setterField} username={String(row.nguoi_dat_trang_thai)} />
          ) : null
        return {
          ...column,
          width: can(actor, rights.setOutcome) ? 212 : 176,
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
