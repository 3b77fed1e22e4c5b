/** All fields of a row and its history, opened by Enter. */
import { RowDrawer } from '#kit/web/resource/row-drawer.tsx'
import { nameOf } from './decide.ts'
import type { Item } from './use-desk.ts'

export const WaitingRowDrawer = ({ item, onClose }: { item: Item; onClose: () => void }) => (
  <RowDrawer
    resource={item.kind.resource}
    row={{ ...item.row.fields, id: item.row.id, version: item.row.version }}
    title={nameOf(item)}
    note={item.kind.label}
    onClose={onClose}
  />
)
