/** The editable fields of a person and month (D2-PAY-13, D2-PAY-21 to 23, D2-PAY-32 to 36). */
import { Suspense } from 'react'
import { dialogGroups } from '#subjects/pay/contract/pay-lists.ts'
import {
  findRow,
  payrollTexts,
  updateRow,
  type PayRow,
  type TypedRow,
} from '#subjects/pay/contract/calls/payroll.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '#kit/web/client.ts'
import { CallDialog } from '#kit/web/form/call-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import css from './payroll.module.css'

type FormProps = {
  row: TypedRow
  /** The month is closed: changed values become an adjustment. */
  closed: boolean
  onSaved: (sent: Record<string, unknown>, answered: PayRow) => void
  onClose: () => void
}

/** Source of the days: typed by a person or counted from timekeeping. */
const daysHint = ({ ngayCongDaSua, ngayCongChamCong }: TypedRow): string =>
  ngayCongDaSua
    ? `Ngày công đã sửa tay, chấm công là ${ngayCongChamCong.toFixed(1)}`
    : 'Ngày công theo chấm công; số sửa tay giữ đến lần nhập kế tiếp'

const Editing = ({ row, closed, onSaved, onClose }: FormProps) => (
  <CallDialog
    call={updateRow}
    row={row}
    input={(_, read) => ({ username: row.username, thangTinhLuong: row.thangTinhLuong, ...read })}
    title={`Sửa lương ${row.fullname}`}
    note={`${row.username}, tháng ${row.thangTinhLuong}${closed ? ' đã chốt' : ''}`}
    className={css.editing}
    fallback={payrollTexts.notEdited}
    onAnswer={(answer, sent) => onSaved(sent, answer)}
    onClose={onClose}
  >
    {(form) => (
      <>
        {closed && <p className={css.intro}>Tháng đã chốt: thay đổi thành dòng điều chỉnh của tháng sau.</p>}
        {dialogGroups.map(([title, inside], index) => (
          <fieldset key={title} data-four={inside.length === 4 || undefined}>
            <legend>
              {title}
              {index === 0 && <small>{daysHint(row)}</small>}
            </legend>
            {inside.map((name) => (
              <FormField key={name} form={form} name={name} autoFocus={name === dialogGroups[0]?.[1][0]} />
            ))}
            {index === dialogGroups.length - 1 && (
              <FormField form={form} name="canCuCheTai" className={css.whole} />
            )}
          </fieldset>
        ))}
      </>
    )}
  </CallDialog>
)

type EditProps = Omit<FormProps, 'row' | 'closed'> & {
  row: Pick<PayRow, 'username' | 'fullname' | 'thangTinhLuong' | 'daChot'>
}

/** Starts with freshly read values. */
export function EditRowDialog({ row, ...more }: EditProps) {
  const { username, thangTinhLuong } = row
  const { data, error, refetch } = useQuery({
    queryKey: ['tinhluong', 'findTinhLuong', username, thangTinhLuong],
    queryFn: ({ signal }) => send(findRow, { username, thangTinhLuong }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  })
  if (data) return <Editing row={data} closed={row.daChot === 1} {...more} />
  return (
    <Dialog
      title={`Sửa lương ${row.fullname}`}
      note={`${username}, tháng ${thangTinhLuong}`}
      onClose={more.onClose}
    >
      <Suspense>
        {error ? (
          <ErrorNote error={error} title={payrollTexts.notEdited} retry={() => void refetch()} />
        ) : (
          <div className={css.waiting} aria-busy />
        )}
      </Suspense>
    </Dialog>
  )
}
