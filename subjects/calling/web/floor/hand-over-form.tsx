/**
 * Hands over all numbers of an absent person in two clicks: to those who run out soon, or to one person
 * (D3-FLR-02).
 */
import type { KeyboardEvent } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { handOverAll, planHandover, texts, type FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { useCallForm } from '#kit/web/form/call-dialog.tsx'
import { useCall } from '#kit/web/query.ts'
import { useStaff } from '#kit/web/staff.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import { colleaguesOf, inOrder, optionsOf } from './colleagues.ts'
import { floorKey } from './floor-data.ts'
import { tellHanded } from './handed.ts'
import { PanelPart, type PanelProps } from './panel-part.tsx'
import { firstTask } from './tasks.ts'
import { WhyNot } from './why-not.tsx'
import css from './person-panel.module.css'

const amount = ({ left, promised }: FloorPerson): string =>
  [`${thousands(left)} số`, promised > 0 && `${thousands(promised)} lịch hẹn`].filter(Boolean).join(', ')

/** Enter submits: the closed list of people opens by a click, Space or an arrow, and does not cover the button. */
function enterSubmits(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget, repeat } = event
  const closed =
    target instanceof HTMLElement && target.matches('[aria-haspopup="listbox"]:not([data-expanded])')
  if (key !== 'Enter' || !closed) return
  event.preventDefault()
  event.stopPropagation()
  // When held down, it submits once.
  if (!repeat) currentTarget.requestSubmit()
}

export function HandOverForm({ person, people, onDone }: PanelProps) {
  const nothing = person.left === 0 && person.promised === 0
  const plan = useCall(floorKey, planHandover, nothing ? null : { id: person.id })
  const soon = plan.data?.soon ?? []
  const colleagues = inOrder(colleaguesOf(person, people, useStaff()), false)
  const form = useCallForm(handOverAll, {
    start: { to: '' },
    check: ({ to }) => (to === '' && plan.data && soon.length === 0 ? { to: texts.noRecipient } : {}),
    isDirty: () => false,
    fallback: texts.handFailed,
    fallbackField: 'to',
    quiet: true,
    input: ({ to }) => ({ id: person.id, ...(to !== '' && { to }) }),
    onAnswer: (handed) => {
      onDone()
      return tellHanded(handed, texts.handedOver)
    },
  })
  if (nothing) return null
  const { to } = form.values
  return (
    <PanelPart task="handOver" title="Bàn giao" note={amount(person)}>
      <form {...form.element} className={css.line} onKeyDownCapture={enterSubmits}>
        <span className={css.to}>
          <Picker
            label="Bàn giao cho"
            emptyLabel={soon.length > 0 || !plan.data ? 'Người sắp hết số' : 'Chọn người nhận'}
            options={optionsOf(colleagues)}
            value={to}
            onChange={(id) => form.set('to', id)}
          />
        </span>
        <Button
          small
          type="submit"
          look={firstTask(person) === 'handOver' ? 'primary' : 'outline'}
          busy={form.busy}
        >
          Bàn giao
        </Button>
      </form>
      {to === '' && soon.length > 0 && (
        <p className={css.plan}>
          {soon.map(({ fullname, numbers }) => `${fullname} +${thousands(numbers)}`).join(', ')}
        </p>
      )}
      <WhyNot problem={form.errors.to} />
    </PanelPart>
  )
}
