/** Shared by the list of requests and its report: buttons, dialogs, row menu. */
import { IconCoins, IconPencil, IconPlus, IconSettings } from '@tabler/icons-react'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { topUpType } from '#subjects/money/contract/refund-states.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { toldFields } from '#subjects/money/contract/lists/refund-fields.ts'
import { offered, type Choice } from '#kit/web/actions/choices.ts'
import { useErrand, type FormStart } from '#kit/web/errand.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { usePackages } from '#kit/web/packages.ts'
import type { ResourceScreenProps } from '#kit/web/resource/screen-state.tsx'
import type { TableRow } from '#kit/web/resource-api.ts'
import { useActor, useCan } from '#kit/web/session.ts'
import type { RowAction } from '#kit/web/table/table-types.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { icons } from '#kit/web/ui/pill.tsx'
import type { Place } from './order.ts'
import { refundColumns, refundSums, refundTotals, type refundList } from './refund-columns.tsx'
import { menuOf, nameOf, takeStep, type RefundRow } from './row-steps.ts'
import { PaymentSection } from '../transfers/payment-section.tsx'
import { formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { partnerOrders, partnerOrderText, type PartnerOrder } from '#subjects/money/contract/calls/refunds.ts'
import { useCall } from '#kit/web/query.ts'
import css from './refunds.module.css'

const Order = ({ order }: { order: PartnerOrder }) => (
  <dl className={css.partner}>
    <dt>Mã đơn gửi đối tác</dt>
    <dd data-num>{order.id}</dd>
    <dt>Đối tác</dt>
    <dd>
      {order.provider}, <span data-num>{formatMoney(order.amount)} đ</span>
    </dd>
    <dt>Tình trạng</dt>
    <dd>{partnerOrderText(order)}</dd>
    <dt>{order.sent_at === null ? 'Gửi từ' : 'Gửi lúc'}</dt>
    <dd data-num>{formatInstant(order.sent_at ?? order.due_at)}</dd>
    <dt>Đối tác nói</dt>
    <dd>{order.said || 'Chưa nói gì'}</dd>
  </dl>
)

/**
 * In the drawer of a request: its orders at refund partners, each with the id at the partner (D3-PRV-05). Empty if
 * no partner received the request.
 */
function PartnerPart({ id }: { id: string }) {
  const { data } = useCall(requestrefund.path, partnerOrders, { id })
  if (!data || data.values.length === 0) return null
  return (
    <section aria-label="Đơn tại đối tác">
      {data.values.map((order) => (
        <Order key={order.id} order={order} />
      ))}
    </section>
  )
}

const RefundDialog = lazyPart(() => named(import('./refund-dialog.tsx'), 'RefundDialog'))
const TopUpDialog = lazyPart(() => named(import('./top-up-dialog.tsx'), 'TopUpDialog'))
const SettingsDialog = lazyPart(() => named(import('./settings-dialog.tsx'), 'SettingsDialog'))
const EditRequestDialog = lazyPart(() => named(import('./edit-request-dialog.tsx'), 'EditRequestDialog'))

type Open =
  | { kind: 'refund'; start?: FormStart }
  | { kind: 'topUp' | 'settings' }
  | { kind: 'edit'; row: RefundRow }
  | null

const icon = { size: 16, stroke: 1.9 } as const

function Dialogs({ place, open, onClose }: { place: Place; open: Open; onClose: () => void }) {
  if (!open) return null
  return (
    <Suspense fallback={null}>
      {open.kind === 'refund' && <RefundDialog place={place} start={open.start} onClose={onClose} />}
      {open.kind === 'topUp' && <TopUpDialog place={place} onClose={onClose} />}
      {open.kind === 'settings' && <SettingsDialog onClose={onClose} />}
      {open.kind === 'edit' && <EditRequestDialog row={open.row} path={place} onClose={onClose} />}
    </Suspense>
  )
}

/** Decisions and marks of the two kinds; each is only for its own kind. */
const topUpDecision: readonly string[] = [
  'status_duyet_don',
  'approver',
  'is_transfer',
  'username_duyet_trang_thai_chuyen_khoan',
]
const packageDecision: readonly string[] = [
  'trang_thai_duyet_hoan_goi',
  'username_duyet_trang_thai_duyet_hoan_goi',
]

/** Fields in a row's drawer: without the decision of the other kind. */
function ownFacts(row: RefundRow): TableRow {
  const foreign = row.request_type === topUpType ? packageDecision : topUpDecision
  const relevantFields = Object.fromEntries(Object.entries(row).filter(([name]) => !foreign.includes(name)))
  return { ...relevantFields, id: row.id, version: row.version }
}
/** How a top-up is or was paid; refunds have no transfer. */
const paymentOf = (row: RefundRow): ReactNode =>
  row.request_type === topUpType && (
    <PaymentSection
      order={{
        id: row.id,
        phone: row.number_phone ?? '',
        package: row.package_code ?? '',
        amount: row.transfer_final_amount ?? 0,
        unpaid: row.is_transfer === 0 && row.quyet_dinh !== '2',
      }}
    />
  )

// Declared, because the screen's spread props would accept a slot that does not exist.
type Slots = Partial<ResourceScreenProps<typeof refundList>>

type ToolbarProps = { more?: ReactNode; onOpen: (open: NonNullable<Open>) => void }

/** The settings of refunds, if the reader may change them. */
function Toolbar({ more, onOpen }: ToolbarProps) {
  const settings = useCan()('requestrefund.doi-kenh-hoan-tien')
  return (
    <>
      {more}
      {settings && (
        <Button
          brief
          look="ghost"
          icon={<IconSettings {...icon} />}
          onClick={() => onOpen({ kind: 'settings' })}
        >
          Cài đặt
        </Button>
      )}
    </>
  )
}

/** Buttons for new requests. */
function Make({ onOpen }: Pick<ToolbarProps, 'onOpen'>) {
  const settings = useCan()('requestrefund.doi-kenh-hoan-tien')
  return (
    <>
      <Button brief={settings} icon={<IconCoins {...icon} />} onClick={() => onOpen({ kind: 'topUp' })}>
        Nạp tiền chiết khấu
      </Button>
      <Button look="primary" icon={<IconPlus {...icon} />} onClick={() => onOpen({ kind: 'refund' })}>
        Hoàn tiền gói cước
      </Button>
    </>
  )
}

/** Slots of both screens, and their dialogs. */
export function useRefundScreen(place: Place) {
  const actor = useActor()
  const may = useCan()
  const [open, setOpen] = useState<Open>(null)
  const packages = usePackages()
  useErrand('create', (start) => setOpen({ kind: 'refund', start }))
  const columns = useMemo(() => refundColumns(place, packages), [place, packages])
  const actionOf =
    (row: RefundRow) =>
    (choice: Choice): RowAction => {
      const Mark = icons[choice.step.icon ?? 'check']
      return {
        ...offered(requestrefund, choice),
        icon: <Mark {...icon} />,
        danger: choice.step.danger === true,
        run: () => void takeStep(place, choice, row),
      }
    }
  const edit = (row: RefundRow): RowAction => ({
    label: 'Sửa',
    inMenu: true,
    icon: <IconPencil {...icon} />,
    run: () => setOpen({ kind: 'edit', row }),
  })
  const toolbar = (more?: ReactNode): ReactNode => <Toolbar more={more} onOpen={setOpen} />
  return {
    slots: {
      columns,
      rowName: nameOf,
      make: <Make onOpen={setOpen} />,
      totals: refundTotals,
      sums: refundSums,
      drawer: {
        of: { path: place, fields: toldFields },
        facts: ownFacts,
        body: (row: RefundRow) => (
          <>
            {paymentOf(row)}
            {may('below3') && <PartnerPart id={row.id} />}
          </>
        ),
      },
      rowActions: (row: RefundRow): RowAction[] => [
        ...menuOf(row, actor).map(actionOf(row)),
        ...(may(requestrefund.may.update) ? [edit(row)] : []),
      ],
    } satisfies Slots,
    toolbar,
    dialogs: <Dialogs place={place} open={open} onClose={() => setOpen(null)} />,
  }
}
