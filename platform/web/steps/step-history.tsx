/** History of steps over many rows: progress of the newest, undoing one, and what stayed (D3-SIM-09, D3-REC-04). */
import { useState, type ReactNode } from 'react'
import { Pager } from '#kit/web/pager.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { thousands } from '#kit/contract/thousands.ts'
import css from './step-history.module.css'

type Step = { id: string; state: string; passed: number; stayed: number; undoable: boolean }
/** A row that a step left out, or that stayed when the step was undone. */
type KeptRow = { key: string | number; name: string; undoing: boolean; why: string }

/** The differences between kinds of steps. */
type Kind<S> = {
  /** First lines of a step: what it did, who and when. */
  head: (step: S) => ReactNode
  progress: (step: S) => string
  takeBack: (step: S) => Promise<unknown>
  /** After the number of rows that stayed: 'số giữ giá'. */
  stayedLabel: string
  /** Label of the rows that the step itself left out. */
  passedLabel: string
  /** A page of the rows that stayed; undefined while they are loading. */
  useKept: (id: string, page: number) => readonly KeptRow[] | undefined
  /** Rows per page. */
  pageSize: number
}

function Kept<S extends Step>({ step, kind }: { step: S; kind: Kind<S> }) {
  const [page, setPage] = useState(0)
  const rows = kind.useKept(step.id, page)
  const count = step.passed + step.stayed
  return (
    <>
      <ul className={css.kept}>
        {rows?.map(({ key, name, undoing, why }) => (
          <li key={key}>
            <span data-num>{name}</span>
            <span>{undoing ? 'Giữ nguyên khi hoàn tác' : kind.passedLabel}</span>
            <span>{why}</span>
          </li>
        ))}
      </ul>
      {count > kind.pageSize && (
        <Pager
          page={page}
          size={kind.pageSize}
          sizes={[kind.pageSize]}
          count={count}
          onPage={setPage}
          onSize={() => {}}
        />
      )}
    </>
  )
}

function StepLine<S extends Step>({ step, kind }: { step: S; kind: Kind<S> }) {
  const [open, setOpen] = useState(false)
  const stay = step.passed + step.stayed
  return (
    <li>
      <div className={css.step}>
        {kind.head(step)}
        <span role="status" data-state={step.state}>
          {kind.progress(step)}
        </span>
      </div>
      {stay > 0 && (
        <Button look="ghost" small aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Ẩn' : `Xem ${thousands(stay)} ${kind.stayedLabel}`}
        </Button>
      )}
      {step.undoable && (
        <Button small onClick={() => void kind.takeBack(step)}>
          Hoàn tác
        </Button>
      )}
      {open && <Kept step={step} kind={kind} />}
    </li>
  )
}

type StepHistoryProps<S> = {
  title: string
  /** Shown when there are no steps. */
  empty: string
  /** Undefined while they are loading. */
  steps: readonly S[] | undefined
  kind: Kind<S>
  onClose: () => void
}

export function StepHistory<S extends Step>({ title, empty, steps, kind, onClose }: StepHistoryProps<S>) {
  return (
    <Dialog
      title={title}
      note="20 lần gần nhất"
      onClose={onClose}
      footer={
        <>
          <span data-space />
          <Button data-autofocus onClick={onClose}>
            Đóng
          </Button>
        </>
      }
    >
      {steps?.length === 0 && <p className={css.none}>{empty}</p>}
      <ul className={css.steps}>
        {steps?.map((step) => (
          <StepLine key={step.id} step={step} kind={kind} />
        ))}
      </ul>
    </Dialog>
  )
}
