/** 'Mfy': the requests and the running clocks (D2-MFY, D3-CLK). */
import { IconClock, IconPencil, IconPlus, IconSend, IconTarget, IconUserShare } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import type { Variant } from '#kit/contract/row.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { CardScreen } from '#figures/columns.tsx'
import { Panel } from '#figures/card.tsx'
import { useErrand, type FormStart } from '#kit/web/errand.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { ExportButton } from '#kit/web/resource/export-button.tsx'
import { ListBar, ListBody } from '#kit/web/resource/list-parts.tsx'
import { saveCell } from '#kit/web/resource/resource-actions.ts'
import { useResourceScreen } from '#kit/web/resource/screen-state.tsx'
import { useListScreenKeys } from '#kit/web/resource/use-list-screen.tsx'
import { useActor, useCan } from '#kit/web/session.ts'
import type { SaveCell } from '#kit/web/table/cell-edits.ts'
import type { RowAction } from '#kit/web/table/table-types.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { useStoredFlag } from '#kit/web/use-stored-flag.ts'
import { ClockPanel } from './clock-panel.tsx'
import type { HandedRequest } from './hand-over-dialog.tsx'
import { invite } from './invite.ts'
import { mfyColumns } from './mfy-columns.tsx'
import { aboutOf, orderOf, type Row } from './rows.ts'
import { PaymentSection } from '../transfers/payment-section.tsx'
import { useReloadAtZero } from './use-clocks.ts'
import css from './mfy.module.css'

const CreateDialog = lazyPart(() => named(import('./create-dialog.tsx'), 'CreateDialog'))
const UpdateDialog = lazyPart(() => named(import('./update-dialog.tsx'), 'UpdateDialog'))
const TargetDialog = lazyPart(() => named(import('./target-dialog.tsx'), 'TargetDialog'))
const HandOverDialog = lazyPart(() => named(import('./hand-over-dialog.tsx'), 'HandOverDialog'))

const icon = { size: 16, stroke: 1.9 }

const { form: _form, may: rights, actions, ...rest } = mfy
const { update: _update, ...may } = rights
const { setCollection: _collected, approve: _granted, approveAgain: _grantedAgain, ...listed } = actions
/** The screen has its own dialogs; both states are set in their cells, after a question about old and new state. */
const requests: Variant<typeof mfy> = { ...rest, may, actions: listed }

/** An empty owner is not sent; an empty difference is 0 (D2-MFY-66, D2-MFY-68). */
const save: SaveCell<Row> = async (row, column, value, more) =>
  value === null ? null : saveCell(mfy, row, column, value, more)

type OpenDialog =
  | { kind: 'create'; start?: FormStart }
  | { kind: 'target' }
  | { kind: 'update'; row: Row }
  | { kind: 'give'; request: HandedRequest }
  | null

function Dialogs({ open, manages, onClose }: { open: OpenDialog; manages: boolean; onClose: () => void }) {
  switch (open?.kind) {
    case 'create':
      return <CreateDialog manages={manages} start={open.start} onClose={onClose} />
    case 'target':
      return <TargetDialog onClose={onClose} />
    case 'update':
      return <UpdateDialog row={open.row} onClose={onClose} />
    case 'give':
      return <HandOverDialog request={open.request} onClose={onClose} />
    case undefined:
      return null
  }
}

/** A manager's actions on a row besides the declared ones. */
const actionsOf = (row: Row, open: (dialog: OpenDialog) => void): RowAction[] => [
  {
    label: 'Cập nhật',
    icon: <IconPencil {...icon} />,
    inRow: true,
    run: () => open({ kind: 'update', row }),
  },
  {
    label: 'Giao cho người khác',
    icon: <IconUserShare {...icon} />,
    run: () => open({ kind: 'give', request: row }),
  },
  { label: 'Mời tự động', icon: <IconSend {...icon} />, run: () => void invite(row) },
]

/** The payment of a request. */
const paymentOf = (row: Row) => <PaymentSection order={orderOf(row)} />

export default function Screen() {
  const actor = useActor()
  const manages = useCan()('below3')
  const panel = useStoredFlag('mfy clocks', () => true)
  const [open, setOpen] = useState<OpenDialog>(null)
  const columns = useMemo(() => mfyColumns(actor), [actor])
  const screen = useResourceScreen({
    resource: requests,
    columns,
    save,
    about: aboutOf,
    rowName: aboutOf,
    drawer: { body: paymentOf },
    actionsFor: 'below3',
    rowActions: (row: Row) => actionsOf(row, setOpen),
  })
  const { list, help } = screen
  useListScreenKeys(list, () => setOpen({ kind: 'create' }), help)
  useErrand('create', (start) => setOpen({ kind: 'create', start }))
  useReloadAtZero(list.rows)
  return (
    <CardScreen spaced>
      <div className={css.split}>
        <Panel className={css.rows}>
          <ListBar
            list={list}
            make={
              <Button
                look="primary"
                icon={<IconPlus {...icon} />}
                onClick={() => setOpen({ kind: 'create' })}
              >
                Tạo mới
              </Button>
            }
          >
            <IconButton label="Đồng hồ Mfy" aria-pressed={panel.on} on={panel.on} onClick={panel.toggle}>
              <IconClock {...icon} />
            </IconButton>
            <Button look="ghost" icon={<IconTarget {...icon} />} onClick={() => setOpen({ kind: 'target' })}>
              Tra cứu ĐTCT
            </Button>
            {screen.may.export && <ExportButton source={mfy} list={list} />}
          </ListBar>
          <ListBody list={list} />
        </Panel>
        {panel.on && <ClockPanel onHandOver={(request) => setOpen({ kind: 'give', request })} />}
      </div>
      <Suspense fallback={null}>
        <Dialogs open={open} manages={manages} onClose={() => setOpen(null)} />
      </Suspense>
    </CardScreen>
  )
}
