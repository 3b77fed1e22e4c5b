/** 'Khách hàng': every subscriber that can be called; entering, importing, distributing (D1-CUST-10 to 36). */
import { IconArrowsSplit2, IconCopy, IconPlus, IconRoute, IconTrash, IconUpload } from '@tabler/icons-react'
import { Suspense, useCallback, useState } from 'react'
import type { RowOf } from '#kit/contract/row.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { uploads } from '#subjects/numbers/contract/calls/customer-lists.ts'
import { copyText } from '#kit/web/feedback.ts'
import { useErrand, type FormStart } from '#kit/web/errand.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useCall } from '#kit/web/query.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import type { BulkContext, ScreenContext } from '#kit/web/resource/screen-context.ts'
import { useCan } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import { useAction } from '#kit/web/use-action.ts'
import { allLists, readSource, type Source } from './distribute.ts'
import { removeCustomer, removeCustomers } from './remove-customers.ts'

const CustomerForm = lazyPart(() => named(import('./customer-form.tsx'), 'CustomerForm'))
const CustodyDialog = lazyPart(() => named(import('./custody-dialog.tsx'), 'CustodyDialog'))
const ListImport = lazyPart(() => named(import('./list-import.tsx'), 'ListImport'))
const DistributeDialog = lazyPart(() => named(import('./distribute-dialog.tsx'), 'DistributeDialog'))

const { import: _, create: __, remove: ____, ...may } = customer.may
const { upload: ___, ...filter } = customer.filter
/** This screen has its own controls for import, create, delete and the filter by list. */
const customerList = { ...customer, may, filter }
type Customer = RowOf<typeof customerList>

type OpenDialog =
  | { kind: 'create'; start?: FormStart }
  | { kind: 'import' }
  | { kind: 'distribute'; source: Source }
  | { kind: 'custody'; id: string; phone: string }

const icon = { size: 16, stroke: 1.9 }

const phoneOf = ({ phone }: Customer): string => showPhone(phone ?? '')

const copyAction = ({ rows, ids, all }: BulkContext<Customer>) => ({
  label: 'Copy số trên trang',
  icon: <IconCopy {...icon} />,
  run: () => {
    const chosen = rows.filter((row) => all || ids.has(row.id))
    void copyText(chosen.map(phoneOf).join('\n'))
  },
})

const removeOf = (row: Customer) => ({
  label: 'Xoá',
  icon: <IconTrash {...icon} />,
  inRow: true,
  danger: true,
  run: () => void removeCustomer(row.id, phoneOf(row)),
})

const removeAction = (chosen: BulkContext<Customer>) => ({
  label: 'Xoá',
  icon: <IconTrash {...icon} />,
  run: () => void removeCustomers(chosen),
})

function Toolbar({ onOpen }: { onOpen: (open: OpenDialog) => void }) {
  const allowed = useCan()
  const count = useAction(
    useCallback(async () => {
      const source = await readSource(allLists, 'Mọi danh sách')
      if (source) onOpen({ kind: 'distribute', source })
    }, [onOpen]),
  )
  return (
    <>
      {allowed(customer.may.assign) && (
        <Button icon={<IconArrowsSplit2 {...icon} />} busy={count.busy} onClick={() => void count.run()}>
          Phân dữ liệu
        </Button>
      )}
      {allowed(customer.may.import) && (
        <Button icon={<IconUpload {...icon} />} onClick={() => onOpen({ kind: 'import' })}>
          Tải dữ liệu
        </Button>
      )}
    </>
  )
}

/** The filter by customer list. */
function ListFilter({ state }: Pick<ScreenContext, 'state'>) {
  const lists = useCall('upload', uploads, { page: '1', count: '1000' })
  const { upload = '', ...others } = state.filters
  const options = (lists.data?.values ?? []).map(({ id, filename }) => ({ value: id, label: filename }))
  return (
    <div>
      <Picker
        name="Danh sách"
        options={options}
        value={upload}
        emptyLabel="Tất cả"
        onChange={(id) => state.setFilters({ ...others, upload: id })}
      />
    </div>
  )
}

function Dialogs({ open, onClose }: { open: OpenDialog | null; onClose: () => void }) {
  if (!open) return null
  if (open.kind === 'create') return <CustomerForm start={open.start} onClose={onClose} />
  if (open.kind === 'import') return <ListImport onClose={onClose} />
  if (open.kind === 'custody') return <CustodyDialog id={open.id} phone={open.phone} onClose={onClose} />
  return <DistributeDialog source={open.source} onClose={onClose} />
}

export default function CustomerScreen() {
  const allowed = useCan()
  const below5 = allowed('below5')
  const [open, setOpen] = useState<OpenDialog | null>(null)
  useErrand(
    'create',
    allowed(customer.may.create) ? (start) => setOpen({ kind: 'create', start }) : undefined,
  )
  const custodyOf = (row: Customer) => ({
    label: 'Số này đã qua tay ai',
    icon: <IconRoute {...icon} />,
    run: () => setOpen({ kind: 'custody', id: row.id, phone: phoneOf(row) }),
  })
  return (
    <>
      <ResourceScreen
        resource={customerList}
        filters={({ state }) => below5 && <ListFilter state={state} />}
        toolbar={() => <Toolbar onOpen={setOpen} />}
        make={
          allowed(customer.may.create) && (
            <Button look="primary" icon={<IconPlus {...icon} />} onClick={() => setOpen({ kind: 'create' })}>
              Thêm khách hàng
            </Button>
          )
        }
        rowActions={(row) => (below5 ? [custodyOf(row), removeOf(row)] : [])}
        bulk={(chosen) => (below5 ? [copyAction(chosen), removeAction(chosen)] : [copyAction(chosen)])}
      />
      <Suspense fallback={null}>
        <Dialogs open={open} onClose={() => setOpen(null)} />
      </Suspense>
    </>
  )
}
