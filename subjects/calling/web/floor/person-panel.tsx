/** The selected person: what they do now, and the possible actions with their keys (D3-FLR-02). */
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { floorStates } from '#subjects/calling/contract/calls/floor.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Elapsed } from './elapsed.tsx'
import { sinceOf } from './floor-data.ts'
import { HandOverForm } from './hand-over-form.tsx'
import { MoveForm } from './move-form.tsx'
import { ReleaseForm } from './release-form.tsx'
import { clockTime } from './running-time.ts'
import { toneOf, tooLong } from './state-mark.tsx'
import type { PanelProps } from './panel-part.tsx'
import css from './person-panel.module.css'

/** What the person does, since when and for how long. */
function About({ person, at }: Pick<PanelProps, 'person' | 'at'>) {
  const { state, inHand } = person
  const since = sinceOf(person, at)
  return (
    <p className={css.about}>
      <b data-tone={toneOf(state, tooLong(person))}>
        {inHand ? `Giữ ${showPhone(inHand.phone)}` : floorStates[state]}
        {since !== null && (
          <>
            {' '}
            từ {clockTime(since)}, đã <Elapsed since={since} />
          </>
        )}
      </b>
    </p>
  )
}

/** The parts, used by the panel beside the table and by the dialog on a phone. */
export function PanelBody(props: PanelProps) {
  const { person, panel } = props
  const box = useRef<HTMLDivElement>(null)
  const { task, times } = panel
  // After its key was pressed, the first field to fill in gets the focus.
  useEffect(() => {
    if (task === null) return
    const part = `[data-task="${task}"]`
    const first = box.current?.querySelector<HTMLElement>(
      `${part} input:checked, ${part} input:not([type="radio"]), ${part} form button`,
    )
    first?.focus()
    // Selects a proposed number, so that typing replaces it.
    if (first instanceof HTMLInputElement && first.type === 'text') first.select()
  }, [task, times])
  return (
    <div ref={box}>
      <About person={person} at={props.at} />
      {person.inHand && <ReleaseForm key={person.inHand.customer} {...props} inHand={person.inHand} />}
      <MoveForm key={`${panel.to ?? ''} ${panel.to === null ? '' : panel.times}`} {...props} />
      <HandOverForm {...props} />
    </div>
  )
}

/** Arrow keys belong to the fields here, not to the rows. */
const keepArrows = (event: KeyboardEvent): void => {
  if (event.key.startsWith('Arrow')) event.stopPropagation()
}

/**
 * Whether Escape closes the list of a field instead of the panel: a list with a search box is elsewhere in the
 * page.
 */
const closesList = ({ currentTarget: panel, target }: KeyboardEvent<HTMLElement>): boolean =>
  !panel.contains(target as Node) || panel.querySelector('[aria-expanded="true"]') !== null

/** The panel at the right. */
export function PersonPanel({ onClose, ...props }: PanelProps & { onClose: () => void }) {
  const { fullname, username } = props.person
  return (
    <section
      className={css.panel}
      aria-label={fullname}
      onKeyDown={(event) => {
        keepArrows(event)
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (!closesList(event)) onClose()
      }}
    >
      <header>
        <h2>{fullname}</h2>
        <span data-quiet>{username}</span>
        <span data-space />
        <IconButton small label="Đóng" onClick={onClose}>
          <IconX size={16} stroke={1.9} />
        </IconButton>
      </header>
      <PanelBody {...props} />
    </section>
  )
}
