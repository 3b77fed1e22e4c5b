/** A list read by a declared call, with one search box. */
import type { ReactNode } from 'react'
import { f } from '#kit/contract/field.ts'
import type { TableRow } from '../resource-api.ts'
import { EmptyNote } from '../ui/state.tsx'
import { ListBar, ListBody } from './list-parts.tsx'
import { useListScreen, useListScreenKeys, type ListOptions } from './use-list-screen.tsx'

type ListScreenProps<Row extends TableRow> = ListOptions<Row, unknown> & {
  /** The one search box: query parameter and its label. */
  search: { name: string; label: string; placeholder: string }
  /** Buttons for what is made here, the main one last. */
  make?: ReactNode
}

export function ListScreen<Row extends TableRow>({ search, make, ...options }: ListScreenProps<Row>) {
  const items = [{ ...search, field: f.text({ label: search.label }) }]
  const list = useListScreen({ empty: <EmptyNote />, ...options, items })
  useListScreenKeys(list)
  return (
    <>
      <ListBar list={list} make={make} />
      <ListBody list={list} />
    </>
  )
}
