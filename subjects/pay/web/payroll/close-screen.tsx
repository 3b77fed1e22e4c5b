/** 'Chốt lương': the checklist of a month, and closing it (D3-PAY-05 to D3-PAY-08, D3-NAV-01). */
import { IconAlertTriangle, IconArrowBackUp, IconLock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { rules } from '#platform/contract/abilities.ts'
import {
  closeMonth,
  closeSteps,
  closeTexts,
  closeWork,
  closingOfMonth,
  closingProgress,
  confirmParameters,
  reopenMonth,
  type CloseState,
} from '#subjects/pay/contract/calls/payroll-close.ts'
import { Column, Columns } from '#figures/columns.tsx'
import { send } from '#kit/web/client.ts'
import { askForReason, type Question } from '#kit/web/feedback.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { useTab } from '#kit/web/tab-state.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { useAction } from '#kit/web/use-action.ts'
import { Checklist } from './close-checklist.tsx'
import { Adjustments, Closings, Effects, Sums } from './close-side.tsx'
import { MonthBox } from './month-box.tsx'
import css from './close.module.css'

const icon = { size: 16, stroke: 1.9 }

const closeQuestion = ({ thang, tong }: CloseState, blocked: readonly string[]): Question => ({
  title: `Chốt lương tháng ${thang}`,
  body: `${tong.nguoi} nhân viên, chi trả ${thousands(tong.chiTra)}.${
    blocked.length > 0 ? `\nCòn việc chặn chốt: ${blocked.join(', ')}.` : ''
  }`,
  confirmLabel: 'Chốt lương',
  ...(blocked.length > 0 && { reason: { label: 'Lý do vẫn chốt', required: true, suggest: [] } }),
})

const reopenQuestion = ({ thang }: CloseState): Question => ({
  title: `Mở lại lương tháng ${thang}`,
  body: 'Lương của tháng được tính lại theo dữ liệu bây giờ; các số đã chốt còn trong lịch sử.',
  confirmLabel: 'Mở lại',
  danger: true,
  reason: { label: 'Lý do', required: true, suggest: [] },
})

/** A closing or reopening changes the payroll too. */
const written = (): Promise<void> => refresh('tinhluong')

/** Polling interval while a month is being closed, in ms. */
const every = 500

/** 'Đang chốt lương tháng 10/2026: …'; reads the month again when it is over, even if no event arrives. */
function Progress({ running }: { running: NonNullable<CloseState['dang_chot']> }) {
  const { data } = useCall('tinhluong', closingProgress, {}, { every, staleTime: 0 })
  const over = data?.dang_chot === null
  useEffect(() => {
    if (over) void written()
  }, [over])
  const { thang, buoc } = data?.dang_chot ?? running
  return (
    <b role="status">
      Đang chốt lương tháng {thang}: {closeSteps[buoc]} ({buoc} / {closeSteps.length - 1})
    </b>
  )
}

/** The main action, and why it is disabled. */
function Decision({ state }: { state: CloseState }) {
  const actor = useActor()
  const { thang: thangTinhLuong, da_chot, khong_chot_duoc, khong_mo_duoc, khong_xong } = state
  const blocked = state.viec
    .filter(({ muc }) => muc === 'chan')
    .map(({ ma }) => closeWork[ma].toLocaleLowerCase('vi'))
  const close = useAction(async (idempotencyKey: string, ly_do: string) => {
    await send(closeMonth, { thangTinhLuong, ly_do }, { idempotencyKey })
    await written()
  })
  const reopen = useAction(async (idempotencyKey: string, ly_do: string) => {
    await send(reopenMonth, { thangTinhLuong, ly_do }, { idempotencyKey })
    await written()
  })
  const ask = async (question: Question, run: (reason: string) => Promise<unknown>): Promise<void> => {
    const reason = await askForReason(question)
    if (reason !== null) await run(reason)
  }
  if (state.dang_chot) return <Progress running={state.dang_chot} />
  if (da_chot)
    return rules.admin(actor) ? (
      <Button
        icon={<IconArrowBackUp {...icon} />}
        busy={reopen.busy}
        reason={khong_mo_duoc ?? undefined}
        onClick={() => void ask(reopenQuestion(state), reopen.run)}
      >
        Mở lại
      </Button>
    ) : null
  const reason =
    khong_chot_duoc ??
    (blocked.length > 0 ? `Còn ${blocked.length} việc chặn chốt: ${blocked.join(', ')}` : null)
  const failed = khong_xong && closeTexts.stayedOpen(thangTinhLuong, khong_xong.loi)
  const start = (): void => void ask(closeQuestion(state, blocked), close.run)
  return (
    <>
      {(failed ?? reason) !== null && (
        <span className={css.why} data-red={failed !== null || khong_chot_duoc === null || undefined}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden /> {failed ?? reason}
        </span>
      )}
      {khong_chot_duoc === null && blocked.length > 0 && (
        <Button look="ghost" busy={close.busy} onClick={start}>
          Chốt kèm lý do
        </Button>
      )}
      <Button
        look="primary"
        icon={<IconLock {...icon} />}
        busy={close.busy}
        reason={reason ?? undefined}
        onClick={start}
      >
        Chốt lương
      </Button>
    </>
  )
}

const widths = 'minmax(0, 1fr) minmax(312px, 28%)'

export default function CloseScreen() {
  const { search } = useTab()
  const [month, setMonth] = useState(() => new URLSearchParams(search).get('startDate'))
  const {
    data: state,
    error,
    refetch,
  } = useCall('tinhluong', closingOfMonth, month === null ? {} : { startDate: month }, {
    keep: true,
    staleTime: 0,
  })
  const confirm = useAction(async (idempotencyKey: string, thangTinhLuong: string) => {
    await send(confirmParameters, { thangTinhLuong }, { idempotencyKey })
    await written()
  })
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!state) return <Columns inset whole widths={widths} busy />
  const { thang, da_chot, viec } = state
  const done = viec.filter(({ muc }) => muc === 'xong').length
  return (
    <>
      <ScreenHead
        title={`Chốt lương tháng ${thang}`}
        note={da_chot ? 'Đã chốt' : `${done} / ${viec.length} việc xong`}
      >
        <MonthBox value={month ?? thang} onChange={setMonth} />
        <Decision state={state} />
      </ScreenHead>
      <Columns inset whole widths={widths}>
        <Checklist work={viec} month={thang} onConfirm={da_chot ? null : () => void confirm.run(thang)} />
        <Column>
          <Sums state={state} />
          <Adjustments state={state} />
          <Closings state={state} />
          {!da_chot && <Effects state={state} />}
        </Column>
      </Columns>
    </>
  )
}
