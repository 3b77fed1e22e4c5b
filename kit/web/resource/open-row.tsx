/** The row of a list that is open beside it. */
import { thousands } from '#kit/contract/thousands.ts'
import type { TableRow } from '../resource-api.ts'
import { totalText } from '../total.ts'
import { RowDrawer } from './row-drawer.tsx'
import type { List } from './use-list-screen.tsx'

/** The drawer of the opened row, with buttons to the next and previous one. */
export function OpenRow<Row extends TableRow, Totals>({ list }: { list: List<Row, Totals> }) {
  const { drawer, rows = [], state, answer, title, label = title, openId, setOpenId } = list
  const index = rows.findIndex(({ id }) => id === openId)
  const row = rows[index]
  if (!drawer || !row) return null
  const close = (): void => setOpenId(null)
  const go = (to: number): (() => void) | undefined => {
    const next = rows[to]
    return next && (() => setOpenId(next.id))
  }
  const number = thousands(state.page * state.size + index + 1)
  const position = `${label}, dòng ${number} trong ${totalText(answer ?? { count: rows.length })}`
  return (
    <RowDrawer
      resource={drawer.of}
      row={drawer.facts?.(row) ?? row}
      title={drawer.name(row)}
      note={drawer.note?.(row) ?? position}
      onClose={close}
      onPrevious={go(index - 1)}
      onNext={go(index + 1)}
      footer={drawer.footer?.(row, close)}
    >
      {drawer.body?.(row)}
    </RowDrawer>
  )
}
