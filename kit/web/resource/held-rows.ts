/** Holds the rows of lists on which money is decided: no row moves while the user looks at it (D3-DEC-05). */
import { useState } from 'react'
import type { ListQuery, TableRow } from '../resource-api.ts'

const ownRows = new Set<string>()

/** Marks rows that the user changed: they may come, go and move at once. */
export const markOwn = (ids: readonly string[]): void => ids.forEach((id) => ownRows.add(id))

const noIds: ReadonlySet<string> = new Set()

/** `gone`: ids of rows that others removed from the list. */
type HeldRows<Row> = { rows: readonly Row[]; fresh: number; gone: ReadonlySet<string> }

const unheld = <Row>(rows: readonly Row[]): HeldRows<Row> => ({ rows, fresh: 0, gone: noIds })

/**
 * The rows to show after `now` was read: those shown before keep their places with new content; rows after the last
 * of them are appended. Other new rows are only counted in `fresh`. A row that disappeared keeps its place and is
 * in `gone`, unless the user removed it or new rows only pushed it to the next page.
 */
export function holdRows<Row extends { id: string }>(
  displayed: readonly Row[],
  now: readonly Row[],
  ownIds: ReadonlySet<string>,
): HeldRows<Row> {
  const before = new Set(displayed.map(({ id }) => id))
  const after = new Map(now.map((row) => [row.id, row]))
  const stayed = displayed.filter(({ id }) => after.has(id) || !ownIds.has(id))
  const added = now.filter(({ id }) => !before.has(id))
  if (stayed.length === 0 || added.some(({ id }) => ownIds.has(id))) return unheld(now)
  const last = now.findLastIndex(({ id }) => before.has(id))
  const following = last < 0 ? [] : now.slice(last + 1)
  const lastKept = stayed.findLastIndex(({ id }) => after.has(id))
  const fresh = added.length - following.length
  const gone = stayed.filter(({ id }, index) => !after.has(id) && (index < lastKept || fresh === 0))
  return {
    rows: [...stayed.map((row) => after.get(row.id) ?? row), ...following],
    fresh,
    gone: new Set(gone.map(({ id }) => id)),
  }
}

type State<Row> = HeldRows<Row> & { query: ListQuery | null; from: readonly Row[] | undefined }

/** The rows to show for `query`, the held changes, and how to release them; `on` turns holding on. */
export function useHeld<Row extends TableRow>(
  on: boolean,
  query: ListQuery,
  values: readonly Row[] | undefined,
): Omit<HeldRows<Row>, 'rows'> & { rows: readonly Row[] | undefined; release: () => void } {
  const [state, setState] = useState<State<Row>>({ ...unheld<Row>([]), query: null, from: undefined })
  const { rows, fresh, gone, from } = state
  if (on && values && from !== values) {
    const next = state.query === query ? holdRows(rows, values, ownRows) : unheld(values)
    setState({ ...next, query, from: values })
  }
  const release = (): void => setState((now) => ({ ...now, ...unheld(now.from ?? []), query: null }))
  return on && values
    ? { rows: from ? rows : values, fresh, gone, release }
    : { rows: values, fresh: 0, gone: noIds, release }
}
