/** The cells being changed: typed, sent, saved, refused, or changed by somebody else meanwhile. */
import { useCallback, useRef, useState } from 'react'
import { AppError } from '../../../contract/kit/error.ts'
import type { Field } from '../../../contract/kit/field.ts'
import type { Value } from '../../../contract/kit/kinds.ts'
import { messages } from '../../../contract/messages.ts'
import { newKey } from '../client.ts'
import { readTyped } from '../kinds/read-typed.ts'

export type CellState =
  | { kind: 'editing'; text: string }
  | { kind: 'sending'; text: string }
  | { kind: 'saved' }
  | { kind: 'refused'; text: string; why: string }
  /** Somebody else changed the row; `current` is what it holds now. */
  | { kind: 'theirs'; text: string; current: unknown; version: number | undefined }

export type RowCells = Readonly<Record<string, CellState>>
type Cells = Readonly<Record<string, RowCells>>

export type SaveCell<R> = (
  row: R,
  column: string,
  value: Value,
  more: { key: string; version: number | undefined },
) => Promise<unknown>

export type CellEdits<R> = {
  of: (id: string) => RowCells | undefined
  /** Whether something typed is not saved yet. */
  dirty: boolean
  begin: (row: R, column: string, text: string) => void
  type: (row: R, column: string, text: string) => void
  drop: (row: R, column: string) => void
  commit: (row: R, column: string, field: Field, text: string, version?: number) => void
}

const flash = 900

type Versioned = { id: string; version?: number }

function refusal(error: unknown, text: string, column: string): CellState {
  if (!(error instanceof AppError)) {
    reportError(error)
    return { kind: 'refused', text, why: messages.unknownError }
  }
  if (error.code === 'CONFLICT' && typeof error.current === 'object' && error.current !== null) {
    const current = error.current as Record<string, unknown>
    const version = typeof current.version === 'number' ? current.version : undefined
    return { kind: 'theirs', text, current: current[column], version }
  }
  return { kind: 'refused', text, why: error.fields?.[column] ?? error.message }
}

export type Sending = { column: string; value: Value; text: string; version?: number | undefined }

/** Sends one value and tells each state of its cell; null when the cell is at rest again. */
export async function sendCell<R extends Versioned>(
  save: SaveCell<R>,
  row: R,
  { column, value, text, version }: Sending,
  put: (state: CellState | null) => void,
): Promise<void> {
  put({ kind: 'sending', text })
  try {
    await save(row, column, value, { key: newKey(), version: version ?? row.version })
    put({ kind: 'saved' })
    setTimeout(() => put(null), flash)
  } catch (error) {
    put(refusal(error, text, column))
  }
}

const placeOf = ({ id }: Versioned, column: string): string => `${id} ${column}`

/** Cell states of a table; `save` sends one value. */
export function useCellEdits<R extends Versioned>(save: SaveCell<R>): CellEdits<R> {
  const [cells, setCells] = useState<Cells>({})
  const sending = useRef(new Set<string>())
  const put = useCallback((id: string, column: string, state: CellState | null) => {
    setCells((now) => {
      const { [column]: _, ...rest } = now[id] ?? {}
      return { ...now, [id]: state ? { ...rest, [column]: state } : rest }
    })
  }, [])
  // By the end of the flash the cell may be in edit again.
  const settle = (id: string, column: string): void =>
    setCells((now) => {
      const { [column]: state, ...rest } = now[id] ?? {}
      return state?.kind === 'saved' ? { ...now, [id]: rest } : now
    })
  const send = async (row: R, what: Sending): Promise<void> => {
    const place = placeOf(row, what.column)
    if (sending.current.has(place)) return
    sending.current.add(place)
    await sendCell(save, row, what, (state) =>
      state ? put(row.id, what.column, state) : settle(row.id, what.column),
    )
    sending.current.delete(place)
  }
  const states = Object.values(cells).flatMap((row) => Object.values(row))
  return {
    of: (id) => cells[id],
    dirty: states.some(({ kind }) => kind !== 'saved' && kind !== 'sending'),
    // While a value is under way the cell waits for its answer, which would take away what is typed meanwhile.
    begin: (row, column, text) => {
      if (!sending.current.has(placeOf(row, column))) put(row.id, column, { kind: 'editing', text })
    },
    type: (row, column, text) => put(row.id, column, { kind: 'editing', text }),
    drop: (row, column) => put(row.id, column, null),
    commit: (row, column, field, text, version) => {
      const reading = readTyped(text, field)
      if (reading.ok) void send(row, { column, value: reading.value, text, version })
      else put(row.id, column, { kind: 'refused', text, why: reading.why })
    },
  }
}
