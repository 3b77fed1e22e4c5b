/** A part of a person's panel: what it does, the amount, its key (D3-FLR-02). */
import { Kbd } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { taskKeys } from './use-floor-keys.ts'
import type { OpenPanel, Task } from './use-open-panel.ts'
import css from './person-panel.module.css'

export type PanelProps = {
  person: FloorPerson
  /** Everybody on the floor, as possible givers and receivers. */
  people: readonly FloorPerson[]
  at: string
  panel: OpenPanel
  /** Called after success. */
  onDone: () => void
}

type PartProps = { task: Task; title: string; note?: string; children: ReactNode }

export const PanelPart = ({ task, title, note, children }: PartProps) => (
  <section className={css.section} data-task={task} aria-label={title}>
    <h3>
      <b>{title}</b>
      {note}
      <span data-space />
      <Kbd>{taskKeys[task]}</Kbd>
    </h3>
    {children}
  </section>
)
