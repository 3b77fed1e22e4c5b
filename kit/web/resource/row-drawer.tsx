/** The drawer of 440 px: all fields of a row, its history, the next and previous row. */
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArrowRight, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import type { Field } from '#kit/contract/field.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import { showField } from '#kit/contract/kinds.ts'
import { Cell } from '../kinds/cell.tsx'
import { callsOf, type TableRow } from '../resource-api.ts'
import type { HistorySubject } from '#platform/contract/calls/histories.ts'
import { useActor } from '../session.ts'
import { maySee, valueOf } from '../table/column.ts'
import { IconButton } from '../ui/button.tsx'
import { SideDrawer } from '../ui/side-drawer.tsx'
import { ErrorNote } from '../ui/state.tsx'
import { auditAction } from './audit-action.ts'
import css from './row-drawer.module.css'

const fieldOf = (resource: HistorySubject, name: string, label = name): Field =>
  resource.fields[name] ?? { kind: 'text', label }

function Change({ resource, change }: { resource: HistorySubject; change: HistoryEntry['changes'][number] }) {
  const field = fieldOf(resource, change.field, change.label)
  return (
    <div className={css.change}>
      <span className={css.field}>{field.label}</span>
      <span className={css.diff}>
        <del>{showField(change.before, field) || '-'}</del>
        <IconArrowRight size={12} stroke={2} aria-label="thành" />
        <ins>{showField(change.after, field) || '-'}</ins>
      </span>
    </div>
  )
}

function Entry({ resource, entry }: { resource: HistorySubject; entry: HistoryEntry }) {
  const { icon: Icon, label, whole } = auditAction(entry.action)
  const changes = whole ? [] : entry.changes
  return (
    <li className={css.entry}>
      <span className={css.node}>
        <Icon size={12} stroke={2} aria-hidden />
      </span>
      <div className={css.who}>
        {entry.username !== '' && (
          <>
            <b>{entry.fullname || 'Tự động'}</b> <span>{entry.username}</span>
          </>
        )}
        <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
      </div>
      {(entry.action !== 'update' || changes.length === 0) && <span className={css.field}>{label}</span>}
      {changes.map((change) => (
        <Change key={change.field} resource={resource} change={change} />
      ))}
    </li>
  )
}

function History({ resource, id }: { resource: HistorySubject; id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [resource.path, 'history', id],
    queryFn: ({ signal }) => callsOf(resource).history(id, { signal }),
  })
  if (error) return <ErrorNote error={error} title="Chưa tải được lịch sử" retry={() => void refetch()} />
  return (
    <section className={css.history} aria-label="Lịch sử" aria-busy={!data}>
      <h3>Lịch sử {data && <span>{data.values.length} lần</span>}</h3>
      {data?.values.length === 0 && <p data-quiet>Chưa có thay đổi nào được ghi</p>}
      <ol>
        {data?.values.map((entry, index) => (
          <Entry key={`${entry.at}-${index}`} resource={resource} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

type RowDrawerProps = {
  resource: HistorySubject
  row: TableRow
  title: ReactNode
  /** 'dòng 6 trong 1,284' */
  note?: string
  onClose: () => void
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** Between the fields and the history. */
  children?: ReactNode
  footer?: ReactNode
}

function Head({ title, note, onClose, onPrevious, onNext }: RowDrawerProps) {
  return (
    <div className={css.head}>
      <div className={css.line}>
        <Drawer.Title className={css.title ?? ''}>{title}</Drawer.Title>
        <span data-space />
        <IconButton small label="Dòng trước" disabled={!onPrevious} onClick={onPrevious}>
          <IconChevronUp size={16} stroke={1.9} />
        </IconButton>
        <IconButton small label="Dòng sau" disabled={!onNext} onClick={onNext}>
          <IconChevronDown size={16} stroke={1.9} />
        </IconButton>
        <IconButton small label="Đóng" onClick={onClose}>
          <IconX size={16} stroke={1.9} />
        </IconButton>
      </div>
      {note && <p className={css.note}>{note}</p>}
    </div>
  )
}

export function RowDrawer(props: RowDrawerProps) {
  const { resource, row, onClose, children, footer } = props
  const actor = useActor()
  const names = Object.keys(resource.fields).filter((name) => {
    const field = fieldOf(resource, name)
    // A second spelling of a column already shown.
    const isSecondSpelling = field.from !== undefined && field.from in resource.fields && field.from in row
    return field.kind !== 'id' && name in row && !isSecondSpelling && maySee(field, actor)
  })
  return (
    <SideDrawer size={440} onClose={onClose}>
      <Head {...props} />
      <Drawer.Body className={css.body ?? ''} tabIndex={0} role="group" aria-label="Chi tiết">
        <dl className={css.fields}>
          {names.map((name) => (
            <Fragment key={name}>
              <dt>{fieldOf(resource, name).label}</dt>
              <dd>
                <Cell field={fieldOf(resource, name)} value={valueOf(row, name)} />
              </dd>
            </Fragment>
          ))}
        </dl>
        {children}
        <History resource={resource} id={row.id} />
      </Drawer.Body>
      {footer && <div className={css.footer}>{footer}</div>}
    </SideDrawer>
  )
}
