/** A state cell with a list of states, set after a question about old and new state (D2-MFY-50, D2-MFY-54, D2-Q-38). */
import type { SyntheticEvent } from 'react'
import { actionPath, paramOf, type StepAction } from '../../../contract/kit/action.ts'
import { fieldOf } from '../../../contract/kit/resource.ts'
import { mfy } from '../../../contract/resources/mfy.ts'
import { newKey, request } from '../../kit/client.ts'
import { confirm, showError } from '../../kit/feedback.ts'
import { showField } from '../../../contract/kit/kinds.ts'
import { refresh } from '../../kit/query.ts'
import { markOwn } from '../../kit/resource/held-rows.ts'
import { Picker } from '../../kit/ui/picker.tsx'
import { icons } from '../../kit/ui/pill.tsx'
import { aboutOf, type Row } from './rows.ts'
import css from './mfy.module.css'

/** Events of the list, which React bubbles through the cell, must not reach the grid. */
const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** Asks, then sets the state of the row in the version shown; after a conflict the row is reread. */
async function change(row: Row, action: StepAction, value: string): Promise<void> {
  const step = action.steps.find(({ to }) => to === value)
  if (!step) return
  const field = fieldOf(mfy, action.field)
  const [from, to] = [row[action.field as keyof Row], value].map((state) => `"${showField(state, field)}"`)
  if (!(await confirm({ title: step.ask?.title ?? '', body: `${from} → ${to}\n${aboutOf(row)}` }))) return
  const input = { id: row.id, [paramOf(action) ?? '']: value, version: row.version }
  try {
    await request(action.method, actionPath(mfy, action), input, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  } finally {
    markOwn([row.id])
    await refresh(mfy.path)
  }
}

/** The present state and the other states to choose from. */
export function StateCell({ row, action }: { row: Row; action: StepAction }) {
  const field = fieldOf(mfy, action.field)
  const value = row[action.field as keyof Row]
  const option = field.options?.find((candidate) => candidate.value === value)
  const Icon = icons[option?.icon ?? 'dash']
  return (
    <span className={css.state} data-tone={option?.tone} onClick={stop} onDoubleClick={stop} onKeyDown={stop}>
      <Picker
        label={`${field.label} ${aboutOf(row)}`}
        options={action.steps
          .filter(({ to }) => to !== value)
          .map(({ to, label }) => ({ value: String(to), label }))}
        value=""
        placeholder={showField(value, field)}
        icon={<Icon size={14} stroke={2} aria-hidden />}
        onChange={(next) => void change(row, action, next)}
      />
    </span>
  )
}
