/** Moves a number of numbers to a colleague, or from one to somebody who runs out (D3-FLR-02). */
import { useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { moveNumbers, texts, tooFew, type FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { useCallForm } from '#kit/web/form/call-dialog.tsx'
import { useStaff } from '#kit/web/staff.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { TextBox } from '#kit/web/ui/field.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import { colleaguesOf, inOrder, optionsOf } from './colleagues.ts'
import { tellHanded } from './handed.ts'
import { PanelPart, type PanelProps } from './panel-part.tsx'
import { firstTask, receivesNumbers } from './tasks.ts'
import { WhyNot } from './why-not.tsx'
import css from './person-panel.module.css'

/** The error of a typed count, if `left` numbers can be given. */
export function countProblem(typed: string, left: number): string | undefined {
  if (!/^\d{1,6}$/.test(typed.trim()) || Number(typed) === 0) return 'Nhập số lượng từ 1 trở lên'
  return Number(typed) > left ? tooFew(left) : undefined
}

/** Half of a person's numbers: enough for both. */
const half = (left: number): string => (left === 0 ? '' : String(Math.ceil(left / 2)))

/** The typed count and the other person; `get`: the selected person receives. */
function useMove({ person, people, panel, onDone }: PanelProps) {
  // The direction stays as it was when the form opened, whatever changes meanwhile.
  const [get] = useState(panel.to === null && receivesNumbers(person))
  const colleagues = inOrder(colleaguesOf(person, people, useStaff()), get)
  const giverOf = (other: string): FloorPerson | undefined =>
    get ? people.find(({ id }) => id === other) : person
  const first = panel.to ?? colleagues[0]?.id ?? ''
  const form = useCallForm(moveNumbers, {
    start: { numbers: half(giverOf(first)?.left ?? 0), other: first },
    check: ({ numbers, other }) => {
      if (other === '') return { other: get ? 'Chọn người cho số' : 'Chọn người nhận' }
      const problem = countProblem(numbers, giverOf(other)?.left ?? 0)
      return problem === undefined ? {} : { numbers: problem }
    },
    // Quickly entered again, so closing does not ask.
    isDirty: () => false,
    fallback: texts.moveFailed,
    fallbackField: 'numbers',
    quiet: true,
    input: ({ numbers, other }) => {
      const [id, to] = get ? [other, person.id] : [person.id, other]
      return { id, to, numbers: Number(numbers) }
    },
    onAnswer: (handed) => {
      onDone()
      return tellHanded(handed, 'Đã chuyển')
    },
  })
  return { get, colleagues, form }
}

export function MoveForm(props: PanelProps) {
  const { person } = props
  const { get, colleagues, form } = useMove(props)
  const { numbers, other } = form.values
  const title = get ? 'Thêm số' : 'Chuyển số'
  if (!get && person.left === 0) return null
  return (
    <PanelPart task="move" title={title} note={`${thousands(person.left)} số chưa gọi`}>
      <form {...form.element} className={css.line}>
        <TextBox
          small
          numeric
          boxClassName={css.count}
          inputMode="numeric"
          value={numbers}
          aria-label="Số lượng"
          aria-invalid={form.errors.numbers !== undefined || undefined}
          onChange={({ target }) => form.set('numbers', target.value)}
        />
        <span className={css.to}>
          <Picker
            label={get ? 'Lấy của' : 'Chuyển cho'}
            placeholder={get ? 'Của ai' : 'Cho ai'}
            options={optionsOf(colleagues)}
            value={other}
            onChange={(id) => form.set('other', id)}
          />
        </span>
        <Button
          small
          type="submit"
          look={firstTask(person) === 'move' ? 'primary' : 'outline'}
          busy={form.busy}
        >
          {get ? 'Lấy' : 'Chuyển'}
        </Button>
      </form>
      <WhyNot problem={form.errors.other ?? form.errors.numbers} />
    </PanelPart>
  )
}
