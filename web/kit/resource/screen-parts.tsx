/** The parts of a resource's screen: head, filter bar, table with its foot. */
import { IconDownload, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { can, type Actor } from '../../../contract/abilities.ts'
import { fieldOf, type Resource } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import type { FilterItem } from '../filters/filter-item.ts'
import { Pager } from '../pager.tsx'
import { totalText } from '../total.ts'
import { sees } from '../table/column.ts'
import { DataTable } from '../table/data-table.tsx'
import { screenTableWidth } from '../table/table-types.ts'
import { Button } from '../ui/button.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { EmptyNote } from '../ui/state.tsx'
import { removeBulk, saveCell, useExport } from './resource-actions.ts'
import type { BulkContext } from './screen-context.ts'
import { actionsOf, type ResourceScreenProps, type Screen } from './screen-state.tsx'
import { ListTools } from './list-tools.tsx'
import { SelectionBar, type BulkAction } from './selection-bar.tsx'

type PartProps = { props: ResourceScreenProps; screen: Screen }

/** The filters a reader may use, in the declared order. */
function filterItems(resource: Resource, actor: Actor): FilterItem[] {
  return Object.entries(resource.filter)
    .filter(([, filter]) => sees(fieldOf(resource, filter.on), actor))
    .map(([name, filter]) => {
      const field = fieldOf(resource, filter.on)
      const label = filter.label ?? field.label
      const placeholder = filter.placeholder ?? `Tìm ${label.toLocaleLowerCase('vi')}`
      return { name, field, label, placeholder, teams: filter.op === 'team' }
    })
}

/** Title, count, and what can be done with the whole list. */
export function Head({ props, screen }: PartProps) {
  const { resource, title, toolbar, texts = {} } = props
  const { may, list, state, setOpen, context } = screen
  const file = useExport(resource, state)
  const count = list.data?.count
  return (
    <ScreenHead
      title={title ?? resource.title}
      note={
        list.data && (
          <>
            {`${totalText(list.data)} ${resource.noun}`}
            {props.headTotals?.(list.data)}
          </>
        )
      }
    >
      {may.export && (
        <Button
          icon={<IconDownload size={16} stroke={1.9} />}
          busy={file.busy}
          reason={count === 0 ? messages.empty : undefined}
          onClick={() => void file.run()}
        >
          Xuất file
        </Button>
      )}
      {toolbar?.(context)}
      {may.import && (
        <Button icon={<IconUpload size={16} stroke={1.9} />} onClick={() => setOpen({ kind: 'import' })}>
          {texts.uploadLabel ?? 'Nhập file'}
        </Button>
      )}
      {may.create && (
        <Button
          look="primary"
          icon={<IconPlus size={16} stroke={1.9} />}
          onClick={() => setOpen({ kind: 'edit', row: null })}
        >
          {texts.createLabel ?? 'Tạo mới'}
        </Button>
      )}
    </ScreenHead>
  )
}

/** The filter bar with the icons of the list. */
export function Filters({ props, screen }: PartProps) {
  const { resource } = props
  const { actor, state, list, layout, context } = screen
  const items = useMemo(() => filterItems(resource, actor), [resource, actor])
  return (
    <FilterBar
      items={items}
      state={state}
      periods={resource.periods ?? []}
      more={props.filters?.(context)}
      onRefresh={() => void list.refetch()}
      end={<ListTools layout={layout} filters={state.filters} onRefresh={() => void list.refetch()} />}
    />
  )
}

function Empty({ screen, createLabel = 'Tạo mới' }: { screen: Screen; createLabel: string | undefined }) {
  const { state, may, setOpen } = screen
  const { filters } = state
  const { periods = [], filter } = screen.context.resource
  const days = periods
    .filter(({ from, to }) => filters[from] && filters[to])
    .map(({ from, to }) => `Từ ${filters[from]} đến ${filters[to]}`)
  const words = Object.keys(filter).map((name) => filters[name])
  const searched = [...days, ...words].filter(Boolean).join(', ')
  return (
    <EmptyNote title={searched ? 'Không có bản ghi nào khớp' : messages.empty} text={searched}>
      {searched && <Button onClick={() => state.setFilters({})}>Xoá lọc</Button>}
      {may.create && <Button onClick={() => setOpen({ kind: 'edit', row: null })}>{createLabel}</Button>}
    </EmptyNote>
  )
}

const chosenOf = ({ context, selection: { ids, all, clear } }: Screen): BulkContext => ({
  ...context,
  ids,
  all,
  clear,
})

/** The screen's own bulk actions, then 'Xoá' for whoever may. */
function bulkOf(props: ResourceScreenProps, screen: Screen): BulkAction[] {
  const { selection, may, state, list } = screen
  const remove: BulkAction = {
    label: 'Xoá',
    icon: <IconTrash size={16} stroke={1.9} />,
    run: () => void removeBulk(props.resource, state, selection, list.data?.count ?? 0),
  }
  const own = [...screen.actions.bulk(chosenOf(screen)), ...(props.bulk?.(chosenOf(screen)) ?? [])]
  return may.remove ? [...own, remove] : own
}

/** Table, selection bar, pager. */
export function Body({ props, screen }: PartProps) {
  const { resource } = props
  const { state, list, layout, rows, selection, may, open, setOpen } = screen
  const bulk = bulkOf(props, screen)
  const hasActions = props.actionsFor === undefined || can(screen.actor, props.actionsFor)
  return (
    <>
      <DataTable
        label={resource.title}
        layout={layout}
        minWidth={screenTableWidth}
        rows={rows}
        firstNumber={state.page * state.size + 1}
        count={list.data?.count}
        stale={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<Empty screen={screen} createLabel={props.texts?.createLabel} />}
        selection={bulk.length > 0 ? selection : undefined}
        {...(hasActions && { actions: (row) => actionsOf(props, screen, row) })}
        rowButtons={Number(may.update) + Number(may.remove)}
        onOpen={(row) => setOpen({ kind: 'view', id: row.id })}
        openId={open?.kind === 'view' ? open.id : null}
        rowKey={(row, key) => screen.actions.rowKey(row, key)}
        onSave={props.save ?? ((row, column, value, more) => saveCell(resource, row, column, value, more))}
        {...(props.totals && list.data && { totals: props.totals(list.data) })}
      />
      <SelectionBar
        selection={selection}
        count={list.data?.count}
        more={list.data?.more}
        noun={resource.noun}
        actions={bulk}
        note={props.bulkNote?.(chosenOf(screen))}
      />
      <Pager
        page={state.page}
        size={state.size}
        sizes={state.sizes}
        count={list.data?.count}
        more={list.data?.more}
        onPage={state.setPage}
        onSize={state.setSize}
        totals={list.data && props.pagerTotals?.(list.data)}
      />
    </>
  )
}
