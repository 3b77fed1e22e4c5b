/** The button 'Vì sao không có số?' and its dialog, whose code is loaded after the rows (D3-ORG-07). */
import { useState } from 'react'
import { texts } from '#subjects/calling/contract/calls/care.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useCan } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'

export const WhyDialog = lazyPart(() => named(import('./why-dialog.tsx'), 'WhyDialog'))

/** The button for leaders; salespeople see the reason when no number comes. */
export function WhyButton() {
  const [open, setOpen] = useState(false)
  if (!useCan()('below5')) return null
  return (
    <>
      <Button look="ghost" onClick={() => setOpen(true)}>
        {texts.why}
      </Button>
      {open && <WhyDialog onClose={() => setOpen(false)} />}
    </>
  )
}
