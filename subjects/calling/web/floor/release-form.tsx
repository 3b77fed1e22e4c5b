/** Takes a forgotten number from a person, with a reason that the person is told (D3-FLR-02). */
import {
  release,
  releaseReasons,
  texts,
  type FloorPerson,
  type ReleaseReason,
} from '#subjects/calling/contract/calls/floor.ts'
import { cleanText } from '#kit/contract/text.ts'
import { useCallForm } from '#kit/web/form/call-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { TextBox } from '#kit/web/ui/field.tsx'
import { floorKey } from './floor-data.ts'
import { PanelPart } from './panel-part.tsx'
import type { PanelProps } from './panel-part.tsx'
import { WhyNot } from './why-not.tsx'
import css from './person-panel.module.css'

type Values = { reason: ReleaseReason; note: string }

/** The errors of a reason. */
export const reasonProblems = ({ reason, note }: Values): Partial<Record<keyof Values, string>> =>
  reason === 'other' && cleanText(note) === '' ? { note: texts.needsNote } : {}

const reasons = Object.entries(releaseReasons) as [ReleaseReason, string][]

/** Given name, by which colleagues call each other. */
const givenName = (fullname: string): string => fullname.split(' ').at(-1) ?? fullname

type ReleaseProps = PanelProps & { inHand: NonNullable<FloorPerson['inHand']> }

export function ReleaseForm({ person, inHand, onDone }: ReleaseProps) {
  const { customer, version } = inHand
  const form = useCallForm(release, {
    start: { reason: 'forgot', note: '' } as Values,
    check: reasonProblems,
    // A chosen reason is quickly chosen again; a written one is not.
    isDirty: ({ note }) => note !== '',
    fallback: texts.releaseFailed,
    fallbackField: 'reason',
    row: { id: person.id, version },
    input: ({ reason, note }) => ({ customer, reason, ...(reason === 'other' && { note }) }),
    onAnswer: onDone,
    refreshes: [floorKey],
  })
  const { reason, note } = form.values
  return (
    <PanelPart task="release" title="Nhả số đang giữ">
      <form {...form.element}>
        <fieldset aria-label="Lý do">
          {reasons.map(([value, label]) => (
            <label key={value} className={css.choice}>
              <input
                type="radio"
                name="reason"
                value={value}
                checked={reason === value}
                onChange={() => form.set('reason', value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        {reason === 'other' && (
          <TextBox
            small
            boxClassName={css.own}
            value={note}
            maxLength={200}
            placeholder="Lý do"
            aria-label="Lý do"
            aria-invalid={form.errors.note !== undefined || undefined}
            onChange={({ target }) => form.set('note', target.value)}
          />
        )}
        <WhyNot problem={form.errors.note ?? form.errors.reason} />
        <div className={css.foot}>
          <small>Báo {givenName(person.fullname)} ngay, số về lại chỗ cũ</small>
          <Button type="submit" look="primary" busy={form.busy}>
            Nhả số
          </Button>
        </div>
      </form>
    </PanelPart>
  )
}
