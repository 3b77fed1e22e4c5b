/** All open appointments of the caller as a table (D1-CARE-34, D1-Q-081). */
import { IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import type { Appointment } from '#subjects/calling/contract/calls/care.ts'
import { PhoneCell, Cell } from '#kit/web/kinds/cell.tsx'
import type { Column } from '#kit/web/table/column.ts'
import { DataTable } from '#kit/web/table/data-table.tsx'
import { useLayout } from '#kit/web/table/layout.ts'
import { EmptyNote } from '#kit/web/ui/state.tsx'
import { sortRows } from '#subjects/registrations/web/index.ts'
import { useAppointments, useNow } from './care-data.ts'
import { dueAt } from './due.ts'
import css from './side-cards.module.css'

const { phone, package: code, appointment_at: time, note, careAt } = careHistory.fields

function DueCell({ instant }: { instant: string }) {
  const due = dueAt(instant, useNow())
  return (
    <span className={css.due} data-due={due.state}>
      <span className={css.due}>{due.text}</span>
    </span>
  )
}

const columns: Column<Appointment, keyof Appointment | 'due'>[] = [
  {
    key: 'phone',
    title: 'SĐT',
    full: phone.label,
    width: 128,
    sort: { by: 'phone', first: 'asc' },
    cell: (row) => <PhoneCell field={phone} value={row.phone} />,
  },
  {
    key: 'package',
    title: code.label,
    width: 104,
    sort: { by: 'package', first: 'asc' },
    cell: (row) => row.package,
  },
  {
    key: 'appointmentAt',
    title: 'Hẹn lại',
    full: time.label,
    width: 168,
    sort: { by: 'appointmentAt', first: 'asc' },
    cell: (row) => <Cell field={time} value={row.appointmentAt} />,
  },
  { key: 'due', title: 'Còn lại', width: 96, cell: (row) => <DueCell instant={row.appointmentAt} /> },
  { key: 'note', title: note.label, width: 280, cell: (row) => <Cell field={note} value={row.note} /> },
  {
    key: 'careAt',
    title: 'Lúc gọi',
    full: careAt.label,
    width: 168,
    sort: { by: 'careAt', first: 'desc' },
    cell: (row) => <Cell field={careAt} value={row.careAt} />,
  },
]

const textOf = (row: Appointment, name: string): string => String(row[name as keyof Appointment] ?? '')

/** A row opens the result dialog for its customer. */
export function AppointmentTable({ onPick }: { onPick: (appointment: Appointment) => void }) {
  const { data, error, dataUpdatedAt, refetch } = useAppointments()
  const layout = useLayout('care/appointments', columns)
  const [sort, setSort] = useState('')
  // Only the most urgent ones were read, so the table cannot be sorted: an unread row might belong first.
  const isComplete = data && data.count <= data.values.length
  return (
    <DataTable
      label="Lịch hẹn"
      layout={layout}
      rows={data && sortRows(data.values, sort, textOf)}
      sorting={isComplete ? { sort, setSort } : undefined}
      count={data?.count}
      error={error}
      readAt={dataUpdatedAt}
      onRetry={() => void refetch()}
      empty={<EmptyNote title="Chưa có lịch hẹn nào" text="Kết quả Hẹn gọi lại sẽ nằm ở đây" />}
      onOpen={onPick}
      actions={(row) => [
        {
          label: 'Ghi kết quả',
          icon: <IconPhone size={16} stroke={1.9} />,
          inRow: true,
          run: () => onPick(row),
        },
      ]}
    />
  )
}
