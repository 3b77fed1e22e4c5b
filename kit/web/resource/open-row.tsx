/** The row of a list that is open beside it. */
import { thousands } from '#kit/contract/thousands.ts'
import { Button } from '../ui/button.tsx'
import { useNarrow } from '../use-narrow.ts'
import type { RowAction } from '../table/table-types.ts'
import type { TableRow } from '../resource-api.ts'
import { totalText } from '../total.ts'
import { RowDrawer } from './row-drawer.tsx'
import type { List } from './use-list-screen.tsx'

type ActionsProps = { actions: readonly RowAction[]; close: () => void }

/** All that can be done with the row, on a phone, whose cards have only what waits (D3-PHN-02). */
const Actions = ({ actions, close }: ActionsProps) =>
  actions.map(({ label, icon, danger, reason, run }) => (
    <Button
      key={label}
      look={danger ? 'danger' : 'outline'}
      icon={icon}
      reason={reason}
      onClick={() => {
        close()
        run()
      }}
    >
      {label}
    </Button>
  ))

/** The drawer of the opened row, with buttons to the next and previous one. */
export function OpenRow<Row extends TableRow, Totals>({ list }: { list: List<Row, Totals> }) {
  const { drawer, rows = [], state, answer, title, label = title, openId, setOpenId } = list
  const narrow = useNarrow()
  const index = rows.findIndex(({ id }) => id === openId)
  const row = rows[index]
  if (!drawer || !row) return null
  const close = (): void => setOpenId(null)
  const go = (to: number): (() => void) | undefined => {
    const next = rows[to]
    return next && (() => setOpenId(next.id))
  }
  const actions = narrow ? (list.actions?.(row).filter(({ looks }) => !looks) ?? []) : []
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
      footer={
        drawer.footer?.(row, close) ?? (actions.length > 0 && <Actions actions={actions} close={close} />)
      }
    >
      {drawer.body?.(row)}
    </RowDrawer>
  )
}
