/** 'Tính lương': the payroll of a month (D2-PAY, D3-PAY-03, 04, 11, 14). */
import {
  IconAlertTriangle,
  IconCalendarUp,
  IconDownload,
  IconLock,
  IconTableImport,
  IconUpload,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { rules } from '#platform/contract/abilities.ts'
import { isRunning } from '#kit/contract/earlier.ts'
import { messages } from '#platform/contract/messages.ts'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { oddClockings, payrollTexts } from '#subjects/pay/contract/calls/payroll.ts'
import type { KeyHelp } from '#kit/web/keys.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useCall } from '#kit/web/query.ts'
import { ListBar, ListPager, ListTable } from '#kit/web/resource/list-parts.tsx'
import { useExport } from '#kit/web/resource/use-export.ts'
import { useListScreenKeys } from '#kit/web/resource/use-list-screen.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { StateNote } from '#kit/web/ui/state.tsx'
import { closeLink } from './close-links.ts'
import { WithConfirmed } from './confirmed.tsx'
import { MonthBox } from './month-box.tsx'
import { usePayroll } from './use-payroll.tsx'
import css from './payroll.module.css'

const EditRowDialog = lazyPart(() => named(import('./edit-row-dialog.tsx'), 'EditRowDialog'))
const ExplainDrawer = lazyPart(() => named(import('./explain-drawer.tsx'), 'ExplainDrawer'))
const PayImport = lazyPart(() => named(import('./pay-import.tsx'), 'PayImport'))
const OddDialog = lazyPart(() => named(import('./odd-dialog.tsx'), 'OddDialog'))

const icon = { size: 16, stroke: 1.9 }
const help: readonly KeyHelp[] = [
  { keys: 'Space', what: 'Giải thích số đang chọn' },
  { keys: 'Enter', what: 'Sửa dữ liệu nhập tay' },
]

type Payroll = ReturnType<typeof usePayroll>

/** Button for timekeeping rows that wait for a decision, for users who may decide. */
function OddButton({ payroll: { month, setOpen } }: { payroll: Payroll }) {
  const { data } = useCall('tinhluong', oddClockings, { startDate: month })
  const waiting = data?.values.filter(({ cho }) => cho).length ?? 0
  if (!data || data.values.length === 0) return null
  return (
    <Button
      icon={<IconAlertTriangle {...icon} />}
      title="Chấm công bất thường"
      aria-label={`Chấm công bất thường ${waiting || ''}`.trim()}
      onClick={() => setOpen({ kind: 'odd' })}
    >
      Bất thường{waiting > 0 && <b className={css.count}>{waiting}</b>}
    </Button>
  )
}

function Buttons({ payroll }: { payroll: Payroll }) {
  const { actor, list, setOpen } = payroll
  const file = useExport(tinhluong, list.state)
  return (
    <>
      {rules.editsPay(actor) && <OddButton payroll={payroll} />}
      {rules.managesPay(actor) && (
        <>
          <Button icon={<IconLock {...icon} />} onClick={() => navigate(closeLink(payroll.month))}>
            Chốt lương
          </Button>
          <Button brief icon={<IconCalendarUp {...icon} />} onClick={() => setOpen({ kind: 'times' })}>
            Nhập file chấm công
          </Button>
          <Button brief icon={<IconTableImport {...icon} />} onClick={() => setOpen({ kind: 'typed' })}>
            Nhập file dữ liệu nhập tay
          </Button>
        </>
      )}
      {rules.unrestricted(actor) && (
        <Button
          brief
          icon={<IconDownload {...icon} />}
          busy={file.busy}
          reason={list.answer?.count === 0 ? messages.empty : undefined}
          onClick={() => void file.run()}
        >
          Xuất báo cáo
        </Button>
      )}
    </>
  )
}

/** The open dialog, or the explanation with a button to the next person. */
function Opened({ payroll, onWorking }: { payroll: Payroll; onWorking: (working: boolean) => void }) {
  const { open, setOpen, list, month, saved, actor } = payroll
  const close = (): void => setOpen(null)
  if (open === null) return null
  if (open.kind === 'edit')
    return (
      <EditRowDialog
        row={open.row}
        onSaved={(sent, answered) => saved(open.row, sent, answered)}
        onClose={close}
      />
    )
  if (open.kind === 'odd') return <OddDialog month={month} onClose={close} />
  if (open.kind !== 'explain')
    return <PayImport sheet={open.kind} month={month} onWorking={onWorking} onClose={close} />
  const { rows = [], answer, state } = list
  const index = rows.findIndex(({ username }) => username === open.username)
  const row = rows[index]
  if (!row) return null
  const go = (to: number): (() => void) | undefined => {
    const next = rows[to]
    return next && (() => setOpen({ ...open, username: next.username }))
  }
  return (
    <ExplainDrawer
      row={row}
      figure={open.figure}
      place={`dòng ${state.page * state.size + index + 1} trong ${answer?.count ?? rows.length}`}
      onClose={close}
      onPrevious={go(index - 1)}
      onNext={go(index + 1)}
      onEdit={rules.editsPay(actor) ? () => setOpen({ kind: 'edit', row }) : undefined}
    />
  )
}

/** The screen of tab TinhluongList. */
export default function PayrollScreen() {
  const payroll = usePayroll()
  const [working, setWorking] = useState(false)
  const { list, month } = payroll
  useListScreenKeys(list, undefined, help)
  const setMonth = (startDate: string): void => list.state.setFilters({ ...list.state.filters, startDate })
  return (
    <>
      <ListBar
        list={list}
        more={
          <>
            <MonthBox value={month} onChange={setMonth} entered={rules.managesPay(payroll.actor)} />
            {isRunning(month) && <Pill tone="amber">Tạm tính</Pill>}
            {list.rows?.[0]?.daChot === 1 && (
              <Pill tone="grey" icon="check">
                Đã chốt
              </Pill>
            )}
          </>
        }
      >
        <Buttons payroll={payroll} />
      </ListBar>
      {working ? (
        <div className={css.hidden}>
          <StateNote icon={<IconUpload size={24} stroke={1.5} />} title={payrollTexts.hidden} />
        </div>
      ) : (
        <>
          <WithConfirmed month={month}>
            <ListTable list={list} />
          </WithConfirmed>
          <ListPager list={list} />
        </>
      )}
      <Suspense fallback={null}>
        <Opened payroll={payroll} onWorking={setWorking} />
      </Suspense>
    </>
  )
}
