/** A person of the floor as a row: opens its panel, and can be dragged onto a receiver (D3-FLR-01, D3-FLR-02). */
import { IconDots } from '@tabler/icons-react'
import type { DragEvent } from 'react'
import type { FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import type { FloorColumn } from './columns.tsx'
import { Elapsed } from './elapsed.tsx'
import { sinceOf } from './floor-data.ts'
import { clockTime } from './running-time.ts'
import { StateMark, tooLong } from './state-mark.tsx'
import { firstTask, taskNames } from './tasks.ts'
import type { Task } from './use-open-panel.ts'
import css from './floor-table.module.css'

export type Dragging = {
  /** Id of the dragged person. */
  from: string | null
  /** Id of the person under the pointer. */
  over: string | null
  set: (dragging: { from: string | null; over: string | null }) => void
  drop: (from: string, to: string) => void
}

export type RowProps = {
  person: FloorPerson
  columns: readonly FloorColumn[]
  /** When the figures were read, and the current hour. */
  at: string
  hour: number
  wide: boolean
  /** Whether 'since' has its own column. */
  withSince: boolean
  /** Reached by Tab; the other rows by the arrows. */
  current: boolean
  opened: boolean
  dragging: Dragging
  onOpen: (task: Task | null) => void
  onFocus: () => void
}

/** A person without numbers cannot be dragged; a row dropped on itself does nothing. */
function dragOf({ id, left }: FloorPerson, { from, over, set, drop }: Dragging) {
  const takes = from !== null && from !== id
  return {
    draggable: left > 0,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move'
      dataTransfer.setData('text/plain', '')
      set({ from: id, over: null })
    },
    onDragEnd: () => set({ from: null, over: null }),
    onDragOver: (event: DragEvent) => {
      if (!takes) return
      event.preventDefault()
      if (over !== id) set({ from, over: id })
    },
    onDrop: (event: DragEvent) => {
      if (!takes) return
      event.preventDefault()
      drop(from, id)
      set({ from: null, over: null })
    },
    'data-over': (takes && over === id) || undefined,
    'data-dragged': from === id || undefined,
  }
}

/** The most helpful action as text if there is room, else the button of the panel. */
function Acts({ person, wide, onOpen }: Pick<RowProps, 'person' | 'wide' | 'onOpen'>) {
  const task = firstTask(person)
  return (
    <td className={css.more} data-right onClick={(event) => event.stopPropagation()}>
      {wide && task && (
        <button type="button" tabIndex={-1} className={css.act} onClick={() => onOpen(task)}>
          {taskNames[task]}
        </button>
      )}
      {!(wide && task) && (
        <IconButton
          small
          className={css.dots}
          tabIndex={-1}
          label={`Thao tác, ${person.fullname}`}
          onClick={() => onOpen(task)}
        >
          <IconDots size={16} stroke={1.9} />
        </IconButton>
      )}
    </td>
  )
}

/** Since when, and for how long; a dash if unknown. */
function Times({ person, at, withSince }: Pick<RowProps, 'person' | 'at' | 'withSince'>) {
  const since = sinceOf(person, at)
  const none = since === null ? css.zero : undefined
  return (
    <>
      {withSince && (
        <td data-right className={none ?? css.soft}>
          {since === null ? '-' : clockTime(since)}
        </td>
      )}
      <td data-right className={none} data-tone={tooLong(person) ? 'orange' : undefined}>
        {since === null ? '-' : <Elapsed since={since} />}
      </td>
    </>
  )
}

export function PersonRow(props: RowProps) {
  const { person, columns, at, hour, wide, withSince, current, opened, dragging, onOpen, onFocus } = props
  const { fullname, username } = person
  return (
    <tr
      className={css.row}
      data-open={opened || undefined}
      {...dragOf(person, dragging)}
      onClick={() => onOpen(null)}
    >
      <td title={username}>
        <button
          type="button"
          className={css.name}
          data-person={person.id}
          tabIndex={current ? 0 : -1}
          aria-expanded={opened}
          onFocus={onFocus}
          onClick={(event) => {
            event.stopPropagation()
            // By Enter: keyboard users go on in the panel.
            onOpen(event.detail === 0 ? (firstTask(person) ?? 'move') : null)
          }}
        >
          {fullname}
          {wide && <small>{username}</small>}
        </button>
      </td>
      <td>
        <StateMark person={person} />
      </td>
      <Times person={person} at={at} withSince={withSince} />
      {columns.map(({ key, right, first, cell }) => (
        <td key={key} data-right={right} data-first={first}>
          {cell(person, hour)}
        </td>
      ))}
      <Acts person={person} wide={wide} onOpen={onOpen} />
    </tr>
  )
}
