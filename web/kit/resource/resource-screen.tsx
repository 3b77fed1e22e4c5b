/** The screen of a declared resource: head, filters, table, pager, dialog, drawer, import, export. */
import { IconDownload, IconHistory, IconPencil, IconPlus, IconRefresh, IconTrash, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { showField } from '../../../contract/kit/kinds.ts'
import { fieldOf, type Resource } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { FilterBar, LinkButton, type FilterItem } from '../filters/filter-bar.tsx'
import { useResourceListState, type ListState } from '../filters/list-state.ts'
import { useKeyHelp, useKeys } from '../keys.ts'
import { Pager } from '../pager.tsx'
import { refresh, useList } from '../query.ts'
import type { ListAnswer, Row } from '../resource-api.ts'
import { useActor, useCan } from '../session.ts'
import { columnsOf, sees, writes, type Column } from '../table/column.ts'
import { ColumnMenu } from '../table/column-menu.tsx'
import { DataTable } from '../table/data-table.tsx'
import { gridHelp } from '../table/grid-keys.ts'
import { useLayout } from '../table/layout.ts'
import { useSelection } from '../table/selection.ts'
import type { RowAction } from '../table/table-types.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { EmptyNote } from '../ui/state.tsx'
import type { FormFields } from './form-state.ts'
import { removeMany, removeRow, saveCell, saver, useExport, type ResourceTexts } from './resource-actions.ts'
import { SelectionBar, type BulkAction } from './selection-bar.tsx'

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }))
const RowDrawer = lazy(async () => ({ default: (await import('./row-drawer.tsx')).RowDrawer }))
const ImportDialog = lazy(async () => ({ default: (await import('../import/import-dialog.tsx')).ImportDialog }))

/** What a slot is given. */
export type ScreenContext = {
  resource: Resource
  state: ListState
  answer: ListAnswer | undefined
  rows: readonly Row[]
  refresh: () => Promise<void>
}

export type ResourceScreenProps = {
  resource: Resource
  title?: string
  texts?: ResourceTexts
  /** Changes or adds columns; keep the result stable with a constant function. */
  columns?: (columns: Column[]) => Column[]
  /** Further filters before 'Tra cứu'. */
  filters?: (context: ScreenContext) => ReactNode
  /** Buttons before 'Nhập file' and 'Tạo mới'. */
  toolbar?: (context: ScreenContext) => ReactNode
  /** Actions before 'Sửa' and 'Xoá'. */
  rowActions?: (row: Row, context: ScreenContext) => readonly RowAction[]
  bulk?: (context: ScreenContext & { ids: ReadonlySet<string>; all: boolean }) => readonly BulkAction[]
  /** Sums at the foot of the columns. */
  totals?: (answer: ListAnswer) => Readonly<Record<string, ReactNode>>
  /** Named totals beside the page buttons. */
  pagerTotals?: (answer: ListAnswer) => ReactNode
  /** Between fields and history in the drawer, and its foot. */
  drawer?: (row: Row) => ReactNode
  drawerFooter?: (row: Row, close: () => void) => ReactNode
}

type Open = { kind: 'edit'; row: Row | null } | { kind: 'view'; id: string } | { kind: 'import' } | null

/** The filters a reader may use, in the declared order. */
function filterItems(resource: Resource, actor: Parameters<typeof sees>[1]): FilterItem[] {
  return Object.entries(resource.filter)
    .filter(([, filter]) => sees(fieldOf(resource, filter.on), actor))
    .map(([name, filter]) => {
      const field = fieldOf(resource, filter.on)
      const label = filter.label ?? field.label
      return { name, field, label, placeholder: filter.placeholder ?? `Tìm ${label.toLocaleLowerCase('vi')}` }
    })
}

/** State and data of the screen. */
function useScreen({ resource, columns: change }: ResourceScreenProps) {
  const actor = useActor()
  const allowed = useCan()
  const state = useResourceListState(resource)
  const list = useList(resource, state.query)
  const [open, setOpen] = useState<Open>(null)
  const columns = useMemo(() => {
    const own = columnsOf(resource, actor)
    return change ? change(own) : own
  }, [resource, actor, change])
  const layout = useLayout(resource.path, columns)
  const rows = list.data?.values
  const selection = useSelection(useMemo(() => (rows ?? []).map((row) => row.id), [rows]))
  const last = Math.max(0, Math.ceil((list.data?.count ?? 0) / state.size) - 1)
  const beyond = list.data !== undefined && !list.isPlaceholderData && state.page > last
  const { setPage } = state
  useEffect(() => {
    // Rows went away since the page was chosen: the last page that exists is asked for instead.
    if (beyond) setPage(last)
  }, [beyond, last, setPage])
  const may = {
    create: allowed(resource.may.create) && resource.form !== undefined,
    update: allowed(resource.may.update) && resource.form !== undefined,
    remove: allowed(resource.may.remove),
    import: allowed(resource.may.import) && resource.sheet !== undefined,
    export: allowed(resource.may.export),
  }
  const context: ScreenContext = {
    resource,
    state,
    answer: list.data,
    rows: rows ?? [],
    refresh: () => refresh(resource.path),
  }
  return { actor, state, list, open, setOpen, layout, rows, selection, may, context }
}

type Screen = ReturnType<typeof useScreen>

/** What a row is called in questions: its first column. */
function rowName(resource: Resource, row: Row): string {
  const name = resource.list[0]
  return name === undefined ? row.id : showField(row[name], fieldOf(resource, name)) || row.id
}

function actionsOf(props: ResourceScreenProps, screen: Screen, row: Row): RowAction[] {
  const { resource, texts = {} } = props
  const { may, setOpen, context } = screen
  const edit: RowAction = {
    label: 'Sửa',
    icon: <IconPencil size={16} stroke={1.9} />,
    inRow: true,
    run: () => setOpen({ kind: 'edit', row }),
    ...(row.may?.update === false && { reason: messages.forbidden }),
  }
  const remove: RowAction = {
    label: 'Xoá',
    icon: <IconTrash size={16} stroke={1.9} />,
    inRow: true,
    danger: true,
    run: () => void removeRow(resource, row, rowName(resource, row), texts),
    ...(row.may?.remove === false && { reason: messages.forbidden }),
  }
  return [
    {
      label: 'Xem chi tiết và lịch sử',
      icon: <IconHistory size={16} stroke={1.9} />,
      run: () => setOpen({ kind: 'view', id: row.id }),
    },
    ...(props.rowActions?.(row, context) ?? []),
    ...(may.update ? [edit] : []),
    ...(may.remove ? [remove] : []),
  ]
}

function Head({ props, screen }: { props: ResourceScreenProps; screen: Screen }) {
  const { resource, title, toolbar } = props
  const { may, list, state, setOpen, context } = screen
  const file = useExport(resource, state)
  const count = list.data?.count
  return (
    <ScreenHead title={title ?? resource.title} note={count !== undefined && `${count.toLocaleString('en-US')} ${resource.noun}`}>
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
          Nhập file
        </Button>
      )}
      {may.create && (
        <Button
          look="primary"
          icon={<IconPlus size={16} stroke={1.9} />}
          onClick={() => setOpen({ kind: 'edit', row: null })}
        >
          Tạo mới
        </Button>
      )}
    </ScreenHead>
  )
}

function Filters({ props, screen }: { props: ResourceScreenProps; screen: Screen }) {
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
      end={
        <>
          <ColumnMenu layout={layout} />
          <LinkButton filters={state.filters} />
          <IconButton label="Làm mới" onClick={() => void list.refetch()}>
            <IconRefresh size={16} stroke={1.9} />
          </IconButton>
        </>
      }
    />
  )
}

function Empty({ screen }: { screen: Screen }) {
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
      {may.create && <Button onClick={() => setOpen({ kind: 'edit', row: null })}>Tạo mới</Button>}
    </EmptyNote>
  )
}

function Body({ props, screen }: { props: ResourceScreenProps; screen: Screen }) {
  const { resource } = props
  const { state, list, layout, rows, selection, may, open, setOpen, context } = screen
  const ids = { ids: selection.ids, all: selection.all }
  const bulk: BulkAction[] = [
    ...(props.bulk?.({ ...context, ...ids }) ?? []),
    ...(may.remove
      ? [
          {
            label: 'Xoá',
            icon: <IconTrash size={16} stroke={1.9} />,
            run: () => void removeMany(resource, state, selection, list.data?.count ?? 0),
          },
        ]
      : []),
  ]
  return (
    <>
      <DataTable
        label={resource.title}
        layout={layout}
        rows={rows}
        firstNumber={state.page * state.size + 1}
        count={list.data?.count}
        stale={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<Empty screen={screen} />}
        selection={bulk.length > 0 ? selection : undefined}
        actions={(row) => actionsOf(props, screen, row)}
        onOpen={(row) => setOpen({ kind: 'view', id: row.id })}
        openId={open?.kind === 'view' ? open.id : null}
        onSave={(row, column, value, more) => saveCell(resource, row, column, value, more)}
        {...(props.totals && list.data && { totals: props.totals(list.data) })}
      />
      <SelectionBar selection={selection} count={list.data?.count} noun={resource.noun} actions={bulk} />
      <Pager
        page={state.page}
        size={state.size}
        sizes={state.sizes}
        count={list.data?.count}
        onPage={state.setPage}
        onSize={state.setSize}
        totals={list.data && props.pagerTotals?.(list.data)}
      />
    </>
  )
}

/** Fields of the form that the actor may fill in. */
function useFormFields(resource: Resource): FormFields {
  const actor = useActor()
  return useMemo(
    () =>
      (resource.form ?? [])
        .map((name) => {
          const field = fieldOf(resource, name)
          return [name, resource.formRequired?.includes(name) ? { ...field, required: true as const } : field] as const
        })
        .filter(([, field]) => writes(field, actor)),
    [resource, actor],
  )
}

function View({ props, screen, id }: { props: ResourceScreenProps; screen: Screen; id: string }) {
  const { resource, drawer, drawerFooter } = props
  const { rows = [], state, list, setOpen } = screen
  const at = rows.findIndex((row) => row.id === id)
  const row = rows[at]
  if (!row) return null
  const close = (): void => setOpen(null)
  const go = (to: number): (() => void) | undefined => {
    const next = rows[to]
    return next && (() => setOpen({ kind: 'view', id: next.id }))
  }
  const number = state.page * state.size + at + 1
  return (
    <RowDrawer
      resource={resource}
      row={row}
      title={rowName(resource, row)}
      note={`${resource.title}, dòng ${number} trong ${(list.data?.count ?? rows.length).toLocaleString('en-US')}`}
      onClose={close}
      onPrevious={go(at - 1)}
      onNext={go(at + 1)}
      footer={drawerFooter?.(row, close)}
    >
      {drawer?.(row)}
    </RowDrawer>
  )
}

function Dialogs({ props, screen }: { props: ResourceScreenProps; screen: Screen }) {
  const { resource, texts = {} } = props
  const { open, setOpen } = screen
  const fields = useFormFields(resource)
  const close = (): void => setOpen(null)
  if (!open) return null
  if (open.kind === 'view') return <View props={props} screen={screen} id={open.id} />
  if (open.kind === 'import') {
    return resource.sheet && <ImportDialog target={{ ...resource, sheet: resource.sheet }} onClose={close} />
  }
  const { row } = open
  return (
    <EditDialog
      title={row ? (texts.updateTitle ?? messages.updateTitle) : (texts.createTitle ?? messages.createTitle)}
      fields={fields}
      row={row}
      onSave={saver(resource, row, texts)}
      onClose={close}
    />
  )
}

/** The whole screen; every part can be swapped by composing the same pieces by hand. */
export function ResourceScreen(props: ResourceScreenProps) {
  const screen = useScreen(props)
  const { may, list, setOpen } = screen
  useKeys({
    N: () => may.create && setOpen({ kind: 'edit', row: null }),
    R: () => void list.refetch(),
  })
  useKeyHelp(props.title ?? props.resource.title, screenHelp)
  return (
    <>
      <Head props={props} screen={screen} />
      <Filters props={props} screen={screen} />
      <Body props={props} screen={screen} />
      <Suspense fallback={null}>
        <Dialogs props={props} screen={screen} />
      </Suspense>
    </>
  )
}

const screenHelp = [{ keys: 'N', what: 'Tạo mới' }, { keys: 'R', what: 'Làm mới' }, ...gridHelp]
