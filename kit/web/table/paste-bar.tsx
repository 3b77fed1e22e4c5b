/** The bar under a pasted range: what would change, what is refused, and one save for all of it (D3-GRID-03). */
import { useState, type KeyboardEvent } from 'react'
import { Kbd } from '@mantine/core'
import { thousands } from '#kit/contract/thousands.ts'
import { showError, toast } from '../feedback.ts'
import { confirmDoubts } from '../far-values.ts'
import { Button } from '../ui/button.tsx'
import type { CellEdits, PastedCell } from './cell-edits.ts'
import { changedRows, isChange } from './paste.ts'
import type { ManyCells } from './table-types.ts'
import css from './paste-bar.module.css'

type PasteBarProps = {
  title: string
  edits: Pick<CellEdits<never>, 'pasted' | 'refuse'>
  many: ManyCells
  /** Returns the focus to the table. */
  home: () => void
  onClose: () => void
}

function Count({ count, tone, children }: { count: number; tone: string; children: string }) {
  return (
    count > 0 && (
      <span className={css.count} data-tone={tone} data-num>
        <b>{thousands(count)}</b> {children}
      </span>
    )
  )
}

/** The question names this many doubtful values and counts the rest. */
const mostNamed = 5

const farOf = (changes: readonly PastedCell[]): string[] => {
  const doubts = changes.flatMap(({ state }) => state.doubt ?? [])
  const more = doubts.length - mostNamed
  return more > 0 ? [...doubts.slice(0, mostNamed), `và ${thousands(more)} giá trị khác`] : doubts
}

/** Saves the changed cells at once, after a question about doubtful values; `done` when something was saved. */
function useSave({ edits, many }: Pick<PasteBarProps, 'edits' | 'many'>, done: () => void) {
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    const changes = edits.pasted.filter(isChange)
    if (!(await confirmDoubts(farOf(changes)))) return
    setBusy(true)
    try {
      const { saved, refused: now } = await many.save(changedRows(changes), false)
      edits.refuse(now)
      if (saved === 0) return
      toast('success', `Đã lưu ${thousands(changes.length)} ô`)
      done()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}

/** How many cells change, stay the same, and are refused. */
const Counts = ({ changes, refused, total }: { changes: number; refused: number; total: number }) => (
  <span role="status" className={css.counts}>
    <Count count={changes} tone="change">
      ô đổi
    </Count>
    <Count count={total - changes - refused} tone="same">
      như cũ
    </Count>
    <Count count={refused} tone="bad">
      không nhận
    </Count>
  </span>
)

/** Nothing is saved before the click on the button. */
export function PasteBar({ title, edits, many, home, onClose }: PasteBarProps) {
  const { pasted } = edits
  const changes = pasted.filter(isChange)
  const refused = pasted.filter(({ state }) => state.reason !== null).length
  const open = pasted.some(({ inEdit }) => inEdit)
  const cancel = (): void => {
    onClose()
    home()
  }
  const { busy, save } = useSave({ edits, many }, cancel)
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    cancel()
  }
  const label =
    refused > 0 ? `Sửa hoặc bỏ ${thousands(refused)} ô để lưu` : `Lưu ${thousands(changes.length)} ô`
  return (
    <div className={css.bar} role="region" aria-label="Dán" onKeyDown={onKey}>
      <b>{title}</b>
      <span className={css.rule} />
      <Counts changes={changes.length} refused={refused} total={pasted.length} />
      <span className={css.hint}>
        Lưu một lần
        <span data-keys>
          ; lấy lại cả lần bằng <Kbd>Ctrl Z</Kbd>
        </span>
      </span>
      <Button keys="Esc" onClick={cancel}>
        Huỷ
      </Button>
      <Button
        look="primary"
        busy={busy}
        disabled={refused > 0 || open || changes.length === 0}
        onClick={() => void save()}
      >
        {label}
      </Button>
    </div>
  )
}
