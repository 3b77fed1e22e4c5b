/** The frame of a look-up beside a customer: title, time of the answer, button, and result. */
import { useId, type ReactNode } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Result } from './card.tsx'
import css from './panel.module.css'
import type { LookupOutcome } from './use-lookup.ts'
import type { PhoneLookup } from './use-phone-lookup.ts'

type PanelSectionProps<T> = {
  title: string
  card: PhoneLookup<T>
  /** Further fields of the question. */
  fields?: ReactNode
  children: (data: T, outcome: LookupOutcome<T>) => ReactNode
}

/** Enter in a field asks as the button does. */
export function PanelSection<T>({ title, card, fields, children }: PanelSectionProps<T>) {
  const id = useId()
  const { lookup, ask } = card
  const { outcome } = lookup
  return (
    <section className={css.section} aria-labelledby={id}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <header>
          <h3 id={id}>{title}</h3>
          {outcome.state === 'done' && (
            <span className={css.when}>{formatInstant(outcome.at).slice(11)}</span>
          )}
          <Button small look="ghost" type="submit" aria-label={`Tra cứu ${title}`} busy={lookup.busy}>
            Tra cứu
          </Button>
        </header>
        {fields}
      </form>
      <Result lookup={lookup}>{children}</Result>
    </section>
  )
}
