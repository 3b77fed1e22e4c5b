/** 'Danh sách chi trả': the payment list of a closed month (D3-ACC-04). */
import { IconDownload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { addressWith } from '#platform/contract/screens.ts'
import {
  makePayoutFile,
  payInCash,
  payoutList,
  payoutSheet,
  remindOfAccount,
  returnTransfer,
  unpaidSheet,
  type FilePart,
  type PayoutFile,
  type PayoutRow,
  type PayoutState,
} from '#subjects/pay/contract/calls/payouts.ts'
import { Column, Columns } from '#figures/columns.tsx'
import { send } from '#kit/web/client.ts'
import { confirm } from '#kit/web/feedback.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { download } from '#kit/web/download.ts'
import { useTab } from '#kit/web/tab-state.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import { useAction } from '#kit/web/use-action.ts'

import { MonthBox } from './month-box.tsx'
import { Check, Files, Unpaid } from './payout-side.tsx'
import { PayoutTable } from './payout-table.tsx'
import { ofKinds, partsOf, partsOfFile } from './payout-sums.ts'
import { PayoutAccountDialog } from '#subjects/people/web/index.ts'

const icon = <IconDownload size={16} stroke={1.9} />
const written = (): Promise<void> => refresh('tinhluong')

const save = (url: string): Promise<unknown> => download(url, 'chi-tra.xlsx')
const fileUrl = ({ id }: PayoutFile, part?: FilePart): string =>
  `${payoutSheet.path.replace(':id', id)}${part ? `?phan=${part}` : ''}`

/**
 * Saves a file as it was made; a form that separates the paying bank has two files, unless one of them is
 * requested.
 */
async function saveFile(file: PayoutFile, part?: FilePart): Promise<void> {
  for (const filePart of part ? [part] : partsOfFile(file)) await save(fileUrl(file, filePart))
}

/** The remaining part after a partial payment: asked first, as the same people are paid again. */
const askMore = ({ thang }: PayoutState, count: number): Promise<boolean> =>
  confirm({
    title: `Tạo lại file chi trả tháng ${thang}`,
    body: `${count} người đã được trả một phần: file này chỉ trả phần còn thiếu.`,
    confirmLabel: 'Tạo lại',
  })

function useFiles(state: PayoutState) {
  const { thang: thangTinhLuong, van_tay, values } = state
  const { next, more } = partsOf(values)
  const again = more.people > 0
  const make = useAction(async (idempotencyKey: string) => {
    if (again && !(await askMore(state, more.people))) return
    try {
      const file = await send(makePayoutFile, { thangTinhLuong, van_tay, lai: again }, { idempotencyKey })
      await saveFile(file)
    } finally {
      await written()
    }
  })
  const get = useAction((_key: string, url: string) => save(url))
  return { make, get, again, count: next.people + more.people }
}

function Head({ state, setMonth }: { state: PayoutState; setMonth: (month: string) => void }) {
  const { thang, chot } = state
  const { make, get, again, count } = useFiles(state)
  return (
    <ScreenHead
      title={`Danh sách chi trả tháng ${thang}`}
      note={
        chot ? (
          <>
            <Pill tone="green" icon="check">
              Đã chốt
            </Pill>{' '}
            <span data-num>{formatInstant(chot.luc)}</span>, {chot.boi}
          </>
        ) : (
          'Chưa chốt'
        )
      }
    >
      <MonthBox value={thang} onChange={setMonth} />
      {chot && (
        <>
          <Button
            icon={icon}
            busy={get.busy}
            onClick={() => void get.run(`${unpaidSheet.path}?startDate=${thang}`)}
          >
            Tải danh sách không chi
          </Button>
          <Button
            look="primary"
            icon={icon}
            busy={make.busy}
            reason={count === 0 ? 'Không còn ai để chuyển khoản' : undefined}
            onClick={() => void make.run()}
          >
            {again ? 'Tạo lại file ngân hàng' : 'Tải file ngân hàng'} <span data-num>{count} dòng</span>
          </Button>
        </>
      )}
    </ScreenHead>
  )
}

const widths = 'minmax(0, 1fr) minmax(340px, 30%)'

function Body({ state }: { state: PayoutState }) {
  const { thang: thangTinhLuong, values, files } = state
  const [open, setOpen] = useState<PayoutRow | null>(null)
  const get = useAction((_key: string, file: PayoutFile, part?: FilePart) => saveFile(file, part))
  const remind = useAction(async (idempotencyKey: string, { username }: PayoutRow) => {
    await send(remindOfAccount, { thangTinhLuong, username }, { idempotencyKey })
    await written()
  })
  const cash = useAction(async (idempotencyKey: string, row: PayoutRow, tra: boolean) => {
    const { username, fullname, con } = row
    const body = `${fullname} (${username}) nhận ${formatMoney(con)} đ tiền mặt, không vào file ngân hàng nữa.`
    if (tra && !(await confirm({ title: 'Đã trả tiền mặt', body, confirmLabel: 'Đã trả' }))) return
    await send(payInCash, { thangTinhLuong, username, tra }, { idempotencyKey })
    await written()
  })
  const back = useAction(async (idempotencyKey: string, { username, fullname, da_tai }: PayoutRow) => {
    const so = da_tai ?? 0
    const body = `Ngân hàng không chuyển được ${formatMoney(so)} đ cho ${fullname} (${username})? Số này vào file tới. Đã chuyển mà ghi trả lại là trả hai lần.`
    if (!(await confirm({ title: 'Bị trả lại', body, confirmLabel: 'Bị trả lại', danger: true }))) return
    await send(returnTransfer, { thangTinhLuong, username, so }, { idempotencyKey })
    await written()
  })
  const doing = {
    account: setOpen,
    remind: (row: PayoutRow) => void remind.run(row),
    cash: (row: PayoutRow, paid: boolean) => void cash.run(row, paid),
    busy: remind.busy || cash.busy,
  }
  return (
    <Columns inset widths={widths}>
      <PayoutTable
        rows={ofKinds(values, 'chi', 'bu', 'da_tai')}
        onAccount={setOpen}
        onReturn={(row) => void back.run(row)}
        busy={back.busy}
      />
      <Column>
        <Check state={state} />
        <Unpaid state={state} doing={doing} />
        <Files
          files={files}
          next={state.mau}
          busy={get.busy}
          onDownload={(file, part) => void get.run(file, part)}
        />
      </Column>
      {open && (
        <Suspense fallback={null}>
          <PayoutAccountDialog id={open.id} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Columns>
  )
}

export default function PayoutScreen() {
  const { search } = useTab()
  const [month, setMonth] = useState(() => new URLSearchParams(search).get('startDate'))
  const query = month === null ? {} : { startDate: month }
  const {
    data: state,
    error,
    refetch,
  } = useCall('tinhluong', payoutList, query, { keep: true, staleTime: 0 })
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!state) return <Columns inset widths={widths} busy />
  return (
    <>
      <Head state={state} setMonth={setMonth} />
      {state.chot ? (
        <Body state={state} />
      ) : (
        <EmptyNote title="Tháng này chưa chốt lương" text="Danh sách chi trả có khi tháng đã chốt.">
          <Link href={addressWith('chotluong', { startDate: state.thang })}>Mở Chốt lương</Link>
        </EmptyNote>
      )}
    </>
  )
}
