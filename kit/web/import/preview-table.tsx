/** The rows of a preview; a marked corner shows that a cell has a note. */
import { thousands } from '#kit/contract/thousands.ts'
import type { PreviewRow, ImportSummary, Verdict } from '#platform/contract/calls/imports.ts'
import type { Field, Icon, Tone } from '#kit/contract/field.ts'
import { isNumeric, showField } from '#kit/contract/kinds.ts'
import { Pill } from '../ui/pill.tsx'
import type { ImportTarget } from './use-import.ts'
import css from './import.module.css'

/** Words and marks of the verdicts, in the order of the tabs; `rare`: only some imports have such rows. */
export const verdicts: Record<Verdict, { label: string; tone: Tone; icon: Icon; plain?: true; rare?: true }> =
  {
    new: { label: 'Mới', tone: 'green', icon: 'check', plain: true },
    update: { label: 'Ghi đè', tone: 'blue', icon: 'half', rare: true },
    same: { label: 'Như cũ', tone: 'grey', icon: 'dash', plain: true, rare: true },
    repaired: { label: 'Đã sửa', tone: 'amber', icon: 'dot' },
    stored: { label: 'Đã có', tone: 'blue', icon: 'half', rare: true },
    odd: { label: 'Bất thường', tone: 'amber', icon: 'ring', rare: true },
    total: { label: 'Dòng tổng?', tone: 'amber', icon: 'ring', rare: true },
    joined: { label: 'Gộp', tone: 'grey', icon: 'dash', plain: true, rare: true },
    duplicate: { label: 'Trùng', tone: 'blue', icon: 'ring' },
    bad: { label: 'Lỗi', tone: 'red', icon: 'triangle' },
    blank: { label: 'Trống', tone: 'grey', icon: 'dash', plain: true },
  }

const text: Field = { kind: 'text', label: '' }

/** A value that could not be parsed is shown as in the sheet. */
const textOf = (value: unknown, field: Field): string => showField(value, field) || String(value ?? '')

type RowProps = { row: PreviewRow; columns: readonly { name: string; field: Field }[] }

function Line({ row, columns }: RowProps) {
  const verdict = verdicts[row.verdict]
  const reason = row.reason ?? Object.values(row.notes).join('; ')
  return (
    <tr data-verdict={row.verdict}>
      <td className={css.right}>{thousands(row.row)}</td>
      <td>
        <Pill tone={verdict.tone} icon={verdict.icon} plain={verdict.plain ?? false}>
          {verdict.label}
        </Pill>
      </td>
      {columns.map(({ name, field }) => {
        const note = row.notes[name]
        const now = textOf(row.values[name], field) || '-'
        const was = name in row.former ? textOf(row.former[name], field) || '-' : null
        return (
          <td
            key={name}
            className={isNumeric(field.kind) ? css.right : undefined}
            data-note={note ? row.verdict : undefined}
            data-far={row.far.includes(name) || undefined}
            title={note ?? (was === null ? now : `${was} → ${now}`)}
          >
            {was !== null && (
              <>
                <s className={css.was}>{was}</s>
                <span className={css.becomes} aria-label="thành">
                  →
                </span>
              </>
            )}
            {now}
          </td>
        )
      })}
      <td className={css.why} title={reason}>
        {reason}
      </td>
    </tr>
  )
}

type PreviewTableProps = {
  target: ImportTarget
  summary: ImportSummary
  rows: readonly PreviewRow[] | undefined
}

export function PreviewTable({ target, summary, rows }: PreviewTableProps) {
  const columns = summary.columns.map(({ name, label }) => ({
    name,
    label,
    field: target.fields[name] ?? text,
  }))
  return (
    <table className={css.table} aria-busy={rows === undefined} aria-label={`Xem trước ${summary.filename}`}>
      <thead>
        <tr>
          <th className={css.right}>Dòng</th>
          <th style={{ minWidth: 92 }}>Kết quả</th>
          {columns.map(({ name, label, field }) => (
            <th
              key={name}
              className={isNumeric(field.kind) ? css.right : undefined}
              style={{ minWidth: Math.min(field.width ?? 88, 240) }}
              title={label}
            >
              {field.short ?? label}
            </th>
          ))}
          <th>Lý do</th>
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          <Line key={row.row} row={row} columns={columns} />
        ))}
      </tbody>
    </table>
  )
}
