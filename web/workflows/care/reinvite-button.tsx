/** 'Mời lại' of the whole filter in the head of the care log: counted first, then one step (D3-REC-04). */
import { IconPhoneCall } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { countReinvite, type ReinviteStep } from '../../../contract/workflows/reinvite-all.ts'
import { send } from '../../kit/client.ts'
import { blockWhile } from '../../kit/feedback.ts'
import type { ListState } from '../../kit/filters/list-state.ts'
import { lazyPart, named } from '../../kit/lazy-part.tsx'
import { useAction } from '../../kit/use-action.ts'
import { Button } from '../../kit/ui/button.tsx'

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
