/** 'Mời lại' of the whole filter in the head of the care log: counted first, then one step (D3-REC-04). */
import { IconPhoneCall } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { countReinvite, type ReinviteStep } from '#subjects/calling/contract/calls/reinvite-all.ts'
import { send } from '#kit/web/client.ts'
import { blockWhile } from '#kit/web/feedback.ts'
import type { ListState } from '#kit/web/filters/list-state.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'

const ReinviteDialog = lazyPart(() => named(import('./reinvite-dialog.tsx'), 'ReinviteDialog'))
const ReinviteHistory = lazyPart(() => named(import('./reinvite-history.tsx'), 'ReinviteHistory'))

export function ReinviteButton({ state }: { state: ListState }) {
  const [open, setOpen] = useState<ReinviteStep | 'history' | null>(null)
  const { run, busy } = useAction(async () => {
    const { page: _, count: __, ...filter } = state.query
    setOpen(await blockWhile(() => send(countReinvite, { filter }, { quiet: true })))
  })
  const close = (): void => setOpen(null)
  return (
    <>
      <Button icon={<IconPhoneCall size={16} stroke={1.9} />} busy={busy} onClick={() => void run()}>
        Mời lại
      </Button>
      <Suspense fallback={null}>
        {open === 'history' && <ReinviteHistory onClose={close} />}
        {open !== null && open !== 'history' && (
          <ReinviteDialog step={open} onClose={close} onHistory={() => setOpen('history')} />
        )}
      </Suspense>
    </>
  )
}
