/** Tells managers that an update changed a type rule, until the rules have run over the stock (D3-SIM-03). */
import { IconWand } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { simRules } from '#subjects/sims/contract/calls/sim-types.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useCall } from '#kit/web/query.ts'
import { useCan } from '#kit/web/session.ts'
import { NoticeBar } from '#kit/web/ui/notice-bar.tsx'

const RetypeDialog = lazyPart(() => named(import('./retype-dialog.tsx'), 'RetypeDialog'))

/** Empty for users who do not manage the stock. */
export function RulesBar() {
  const manages = useCan()('below3')
  const [open, setOpen] = useState(false)
  const { data } = useCall(simso.path, simRules, manages ? {} : null)
  return (
    <>
      {data?.changed && (
        <NoticeBar
          icon={<IconWand size={16} stroke={1.9} aria-hidden />}
          action={{ label: 'Xem', run: () => setOpen(true) }}
        >
          <b>Quy tắc loại sim đã thay đổi. </b>
          Kho sim còn theo quy tắc cũ.
        </NoticeBar>
      )}
      {open && (
        <Suspense fallback={null}>
          <RetypeDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
