/** 'Quản lý sim số': the stock, searched as buyers do; managers create, edit and price numbers (D2-SIM). */
import { IconTag, IconWand } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { can } from '#platform/contract/abilities.ts'
import { simsFor, simso } from '#subjects/sims/contract/lists/simso.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { ResourceLayout } from '#kit/web/resource/resource-screen.tsx'
import { useResourceScreen } from '#kit/web/resource/screen-state.tsx'
import { useActor } from '#kit/web/session.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { holdActions } from '../orders/hold.tsx'
import { OrderDialog } from '../orders/order-dialog.tsx'
import { MoreFilters } from './more-filters.tsx'
import { RulesBar } from './rules-bar.tsx'
import { usePriceUndo } from './price-undo.ts'
import { numberOf, simColumns, type Row } from './sim-columns.tsx'

const SimDialog = lazyPart(() => named(import('./sim-dialog.tsx'), 'SimDialog'))
const PriceDialog = lazyPart(() => named(import('./price-dialog.tsx'), 'PriceDialog'))
const PriceHistory = lazyPart(() => named(import('./price-history.tsx'), 'PriceHistory'))
const RetypeDialog = lazyPart(() => named(import('./retype-dialog.tsx'), 'RetypeDialog'))

const { so_dien_thoai, nha_mang, number_type, trang_thai, ngay_sinh } = simso.filter
/** The filters of the filter bar; this screen renders the others itself. */
const filter = { so_dien_thoai, nha_mang, number_type, trang_thai, ngay_sinh }
const defaults = { loai_sim: '', gia_tu: '', gia_den: '', bo_so: '' }

/** The screen of tab Simso. */
export default function Screen() {
  const actor = useActor()
  const manages = can(actor, 'below3')
  const [retyping, setRetyping] = useState(false)
  const [pricing, setPricing] = useState<'change' | 'history' | null>(null)
  usePriceUndo(manages ? actor.username : null)
  const [ordered, setOrdered] = useState<Row | null>(null)
  const resource = useMemo(() => ({ ...simsFor(actor), filter }), [actor])
  const columns = useMemo(() => simColumns(actor), [actor])
  const screen = useResourceScreen({
    resource,
    columns,
    defaults,
    rowName: numberOf,
    rowActions: (row: Row) => holdActions(row, actor, () => setOrdered(row)),
    texts: { updated: 'Đã lưu sim' },
    toolbar: () =>
      manages && (
        <>
          <IconButton label="Chạy lại quy tắc loại số" onClick={() => setRetyping(true)}>
            <IconWand size={16} stroke={1.9} />
          </IconButton>
          <Button icon={<IconTag size={16} stroke={1.9} />} onClick={() => setPricing('change')}>
            Đổi giá
          </Button>
        </>
      ),
  })
  const { list, open, setOpen } = screen
  return (
    <>
      <ResourceLayout
        screen={screen}
        filters={<MoreFilters state={list.state} />}
        underFilters={<RulesBar />}
        dialogs={
          open?.kind === 'edit' && <SimDialog row={open.row as Row | null} onClose={() => setOpen(null)} />
        }
      />
      <Suspense fallback={null}>
        {ordered && (
          <OrderDialog sim={{ id: ordered.id, dotted: numberOf(ordered) }} onClose={() => setOrdered(null)} />
        )}
        {pricing === 'change' && (
          <PriceDialog
            filters={list.state.filters}
            query={list.state.query}
            onClose={() => setPricing(null)}
            onHistory={() => setPricing('history')}
          />
        )}
        {pricing === 'history' && <PriceHistory onClose={() => setPricing(null)} />}
        {retyping && <RetypeDialog onClose={() => setRetyping(false)} />}
      </Suspense>
    </>
  )
}
