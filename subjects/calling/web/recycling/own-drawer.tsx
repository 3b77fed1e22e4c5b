/** The rules of one file, edited in a drawer with a preview of the numbers they bring back today (D3-REC-01). */
import { useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import type { RecycledFile, RecycleRule, RecycleState } from '#subjects/calling/contract/calls/recycling.ts'
import { CardNote } from '#figures/card.tsx'
import { DrawerBody, DrawerFoot, DrawerHead } from '#figures/drawer.tsx'
import { leaveTyped, question } from '#kit/web/feedback.ts'
import { useStore } from '#kit/web/store.ts'
import { useUnsaved } from '#kit/web/tab-state.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { SideDrawer } from '#kit/web/ui/side-drawer.tsx'
import { againstRunning } from './preview-cards.tsx'
import { changedCells, drafted, inOrder, withCells, type Draft } from './rule-draft.ts'
import { RuleTable } from './rule-table.tsx'
import { usePreview } from './use-rules.ts'
import css from './recycle.module.css'

type OwnDrawerProps = {
  file: RecycledFile
  state: RecycleState
  busy: boolean
  onSave: (rules: RecycleRule[]) => Promise<boolean>
  onDefault: () => Promise<boolean>
  onClose: () => void
}

/** The total with these rules, compared with the running ones. */
function OwnPreview({ change, running }: { change: Parameters<typeof usePreview>[0]; running: number }) {
  const { preview, error, counting } = usePreview(change)
  if (error) return <span role="alert">Chưa xem trước được: {error.message}</span>
  if (!preview || counting) return <span>đang đếm…</span>
  return (
    <span data-num>
      <b>{thousands(preview.total)}</b> số về hôm nay, {againstRunning(preview.total, running)}
    </span>
  )
}

/** Rules of the drawer: the file's own when it opened, else the default ones. */
function useOwnDraft(file: RecycledFile, state: RecycleState) {
  const [start] = useState(() => inOrder(file.rules.length > 0 ? file.rules : state.rules))
  const [draft, setDraft] = useState<Draft>({})
  const dirty = changedCells(draft) > 0
  useUnsaved(dirty)
  return { start, draft, setDraft, dirty, ...drafted(start, draft) }
}

/** Esc closes open choices, or puts a cell back, before it closes the drawer. */
const isOfCell = (): boolean =>
  document.querySelector('[data-pick][aria-expanded="true"]') !== null ||
  document.activeElement?.closest('[data-typed][data-changed]') !== null

export function OwnDrawer({ file, state, busy, onSave, onDefault, onClose }: OwnDrawerProps) {
  const { start, draft, setDraft, dirty, rules, wrong, fault } = useOwnDraft(file, state)
  const isQuestionOpen = useStore(question) !== null
  const close = async (): Promise<void> => {
    if (!dirty || (await leaveTyped())) onClose()
  }
  const done = (saved: Promise<boolean>): void => void saved.then((ok) => ok && onClose())
  const nothing = file.mode === 'own' && !dirty ? 'Chưa sửa gì' : undefined
  return (
    <SideDrawer
      size={880}
      onClose={() => {
        if (!isOfCell()) void close()
      }}
      closeOnEscape={!isQuestionOpen}
    >
      <DrawerHead title="Luật riêng" note={file.FileName} onClose={() => void close()} />
      <DrawerBody>
        <RuleTable
          name="Luật riêng"
          rules={start}
          draft={draft}
          put={(status, cells) => setDraft((now) => withCells(start, now, status, cells))}
        />
        <CardNote foot>
          Luật riêng thay cả bảng mặc định cho file này, kể cả khi mặc định đổi sau. Kết quả tắt ở đây thì số
          của file không về nữa.
        </CardNote>
      </DrawerBody>
      <DrawerFoot>
        {fault ? (
          <span className={css.wrong} role="alert">
            {fault}
          </span>
        ) : (
          <OwnPreview change={{ file_id: file.id, mode: 'own', rules }} running={state.preview.total} />
        )}
        {file.mode === 'own' && (
          <Button busy={busy} onClick={() => done(onDefault())}>
            Về mặc định
          </Button>
        )}
        <Button
          look="primary"
          busy={busy}
          reason={wrong > 0 ? `Sửa ${wrong} ô sai để lưu` : nothing}
          onClick={() => done(onSave(rules))}
        >
          Lưu luật riêng
        </Button>
      </DrawerFoot>
    </SideDrawer>
  )
}
