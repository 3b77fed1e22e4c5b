/** State of edited cells: editing, doubtful, sending, saved, refused, or changed by somebody else. */
import { useCallback, useRef, useState } from 'react'
import { AppError } from '#kit/contract/error.ts'
import type { Field } from '#kit/contract/field.ts'
import { isObject } from '#kit/contract/is-object.ts'
import type { Value } from '#kit/contract/kinds.ts'
import { messages } from '#platform/contract/messages.ts'
import { newKey } from '../client.ts'
import { doubtOf } from '../far-values.ts'
import { readTyped } from '../kinds/read-typed.ts'
import { valueOf } from './column.ts'

/** The row's version that the user has seen: the one when the editor opened, not a later one. */
type SeenVersion = { version: number | undefined }

/** A cell that a paste would write; `value` is undefined if it does not change, `reason` says why it cannot be pasted. */
export type Pasted = {
  kind: 'pasted'
  text: string
  before: string
  value: Value | undefined
  reason: string | null
  /** The question about the value before the paste is saved. */
  doubt?: string | null
  version: number | undefined
}

/** A paste in preview: its cells, and its title. */
export type Paste<R> = { title: string; cells: { row: R; column: string; state: Pasted }[] }

export type CellState =
  /** `before` counts as unchanged; `pasted`: the state the cell goes back to, in a paste in preview. */
  | ({ kind: 'editing'; text: string; before: string; pasted?: Pasted } & SeenVersion)
  | Pasted
  /** A value far from its kind, which a second Enter saves (D3-GRID-10). */
  | ({ kind: 'far'; text: string; reason: string } & SeenVersion)
  | { kind: 'sending'; text: string }
  | { kind: 'saved' }
  | ({ kind: 'refused'; text: string; reason: string } & SeenVersion)
  /** Somebody else changed the row; `current` is its present value, in `version`. */
  | ({ kind: 'theirs'; text: string; current: unknown } & SeenVersion)

export type RowCells = Readonly<Record<string, CellState>>
type Cells = Readonly<Record<string, RowCells>>

/** Saves a cell; returns the saved row, so that its next cell continues from that version. */
export type SaveCell<R> = (
  row: R,
  column: string,
  value: Value,
  more: { key: string } & SeenVersion,
) => Promise<unknown>

export type CellEdits<R> = {
  of: (id: string) => RowCells | undefined
  /** Whether a cell has unsaved text. */
  dirty: boolean
  /** The cells of a paste in preview, also those in edit. */
  pasted: readonly PastedCell[]
  /** Shows a paste in its cells, replacing the former one; null drops it. */
  paste: (cells: Paste<R>['cells'] | null) => void
  /** Marks cells of the paste as refused, with the reason; a whole row where `field` is null. */
  refuse: (refused: readonly { id: string; field: string | null; msg: string }[]) => void
  /** A pasted cell with a new text. */
  repaste: (row: R, column: string, state: Pasted) => void
  /** Opens the editor on the row, optionally with `typed` instead of the text, or in an older version seen before. */
  begin: (
    row: R,
    column: string,
    text: string,
    more?: { typed?: string; version?: number | undefined },
  ) => void
  type: (row: R, column: string, text: string) => void
  drop: (row: R, column: string) => void
  /** Sends the text, refuses it, or asks once about a doubtful one unless `sure`; returns whether it was sent. */
  commit: (
    row: R,
    column: string,
    field: Field,
    text: string,
    version: number | undefined,
    sure?: boolean,
  ) => boolean
}

export type PastedCell = { id: string; column: string; state: Pasted; inEdit: boolean }

const flash = 900

/** The state of a pasted cell, also while it is in edit. */
const pastedIn = (state: CellState | undefined): Pasted | undefined =>
  state?.kind === 'editing' ? state.pasted : state?.kind === 'pasted' ? state : undefined

const pastedCells = (cells: Cells): PastedCell[] =>
  Object.entries(cells).flatMap(([id, row]) =>
    Object.entries(row).flatMap(([column, state]) => {
      const pasted = pastedIn(state)
      return pasted ? [{ id, column, state: pasted, inEdit: state.kind === 'editing' }] : []
    }),
  )

/** All cells except those of a paste. */
const withoutPasted = (cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([id, row]) => [
      id,
      Object.fromEntries(Object.entries(row).filter(([, state]) => !pastedIn(state))),
    ]),
  )

type Versioned = { id: string; version?: number }

const versionOf = (row: unknown): number | undefined =>
  isObject(row) && typeof row.version === 'number' ? row.version : undefined

/** Saves the cells of a row in turn, each with the version from the one before: only others conflict. */
export function queueByRow<R extends Versioned>(save: SaveCell<R>): SaveCell<R> {
  const pending = new Map<string, Promise<unknown>>()
  const ownVersions = new Map<string, number>()
  const sendAfter = async (
    before: Promise<unknown> | undefined,
    ...[row, column, value, { key, version }]: Parameters<SaveCell<R>>
  ): Promise<unknown> => {
    await before?.catch(() => undefined)
    let base = version
    for (let next = base; next !== undefined; next = ownVersions.get(`${row.id} ${next}`)) base = next
    const answer = await save(row, column, value, { key, version: base })
    const now = versionOf(answer)
    if (base !== undefined && now !== undefined && now > base) ownVersions.set(`${row.id} ${base}`, now)
    return answer
  }
  return (row, ...rest) => {
    const ownSave = sendAfter(pending.get(row.id), row, ...rest)
    pending.set(row.id, ownSave)
    return ownSave
  }
}

function refusal(error: unknown, { text, column, version }: Sending): CellState {
  if (!(error instanceof AppError)) {
    reportError(error)
    return { kind: 'refused', text, reason: messages.unknownError, version }
  }
  if (error.code === 'CONFLICT' && isObject(error.current)) {
    const { current } = error
    return { kind: 'theirs', text, current: current[column], version: versionOf(current) }
  }
  return { kind: 'refused', text, reason: error.fields?.[column] ?? error.message, version }
}

export type Sending = { column: string; value: Value; text: string } & SeenVersion

/** Sends one value and reports the states of its cell; null when it is back to normal. */
export async function sendCell<R extends Versioned>(
  save: SaveCell<R>,
  row: R,
  sending: Sending,
  setCell: (state: CellState | null) => void,
): Promise<void> {
  const { column, value, text, version } = sending
  setCell({ kind: 'sending', text })
  try {
    await save(row, column, value, { key: newKey(), version })
    setCell({ kind: 'saved' })
    setTimeout(() => setCell(null), flash)
  } catch (error) {
    setCell(refusal(error, sending))
  }
}

const placeOf = ({ id }: Versioned, column: string): string => `${id} ${column}`

/** Pasted cells that the server refused, with the reason; `refused` without a field is for the whole row. */
const withRefusals = (cells: Cells, refused: Parameters<CellEdits<Versioned>['refuse']>[0]): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([id, row]) => [
      id,
      Object.fromEntries(
        Object.entries(row).map(([column, state]) => {
          const reason = refused.find((one) => one.id === id && (one.field ?? column) === column)?.msg
          const writes = state.kind === 'pasted' && state.value !== undefined
          return [column, writes && reason !== undefined ? { ...state, reason } : state]
        }),
      ),
    ]),
  )

/** A cell with the typed text; only a cell in edit changes. */
function withText(cells: Cells, id: string, column: string, text: string): Cells {
  const state = cells[id]?.[column]
  if (state?.kind !== 'editing') return cells
  return { ...cells, [id]: { ...cells[id], [column]: { ...state, text } } }
}

/** Cell states of a table; `save` sends one value and must be stable. */
export function useCellEdits<R extends Versioned>(save: SaveCell<R>): CellEdits<R> {
  const [cells, setCells] = useState<Cells>({})
  const sending = useRef(new Set<string>())
  const [saveInTurn] = useState(() => queueByRow(save))
  const setCell = useCallback((id: string, column: string, state: CellState | null) => {
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
  const send = async (row: R, edit: Sending): Promise<void> => {
    const cell = placeOf(row, edit.column)
    if (sending.current.has(cell)) return
    sending.current.add(cell)
    await sendCell(saveInTurn, row, edit, (state) =>
      state ? setCell(row.id, edit.column, state) : settle(row.id, edit.column),
    )
    sending.current.delete(cell)
  }
  const pasted = pastedCells(cells)
  const states = Object.values(cells).flatMap((row) => Object.values(row))
  return {
    of: (id) => cells[id],
    dirty: states.some(({ kind }) => kind !== 'saved' && kind !== 'sending'),
    // While a value is being sent the cell cannot be edited: the answer would overwrite the new text.
    begin: (row, column, before, { typed, version = row.version } = {}) => {
      if (sending.current.has(placeOf(row, column))) return
      const pasted = pastedIn(cells[row.id]?.[column])
      const state = { kind: 'editing', text: typed ?? before, before, version } as const
      setCell(row.id, column, pasted ? { ...state, pasted } : state)
    },
    type: (row, column, text) => setCells((now) => withText(now, row.id, column, text)),
    drop: (row, column) => {
      const state = cells[row.id]?.[column]
      setCell(row.id, column, (state?.kind === 'editing' && state.pasted) || null)
    },
    pasted,
    paste: (put) =>
      setCells((now) =>
        (put ?? []).reduce<Cells>(
          (all, { row, column, state }) => ({ ...all, [row.id]: { ...all[row.id], [column]: state } }),
          withoutPasted(now),
        ),
      ),
    refuse: (refused) => setCells((now) => withRefusals(now, refused)),
    repaste: (row, column, state) => setCell(row.id, column, state),
    commit: (row, column, field, text, version, sure = false) => {
      const reading = readTyped(text, field)
      const doubt = reading.ok && !sure ? doubtOf(field, valueOf(row, column), reading.value) : null
      if (!reading.ok) setCell(row.id, column, { kind: 'refused', text, reason: reading.reason, version })
      else if (doubt !== null) setCell(row.id, column, { kind: 'far', text, reason: doubt, version })
      else void send(row, { column, value: reading.value, text, version })
      return reading.ok && doubt === null
    },
  }
}
