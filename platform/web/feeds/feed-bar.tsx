/** Warns that bank messages or results are late, or that rows were set aside, with a link to them. */
import { IconAlertTriangle } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { feedStates } from '#platform/contract/calls/feeds.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useCall } from '#kit/web/query.ts'
import { useCan } from '#kit/web/session.ts'
import { NoticeBar } from '#kit/web/ui/notice-bar.tsx'
import { quarantineText, lateText } from './feed-words.ts'

const SetAsideDialog = lazyPart(() => named(import('./quarantine-dialog.tsx'), 'QuarantineDialog'))

const minute = 60_000

/** Shown to managers (priority 1 and 2) while a feed is late or has rows set aside. */
export function FeedBar() {
  const manages = useCan()('below3')
  const [open, setOpen] = useState(false)
  const { data } = useCall('feeds', feedStates, manages ? {} : null, { every: minute })
  const late = data?.values.map(lateText).filter(Boolean) ?? []
  const aside = data?.values.map(quarantineText).filter(Boolean) ?? []
  return (
    <>
      {late.length + aside.length > 0 && (
        <NoticeBar
          icon={<IconAlertTriangle size={16} stroke={1.9} aria-hidden />}
          action={aside.length > 0 ? { label: 'Xem', run: () => setOpen(true) } : undefined}
        >
          {late.length > 0 && <b>{late.join('. ')}. </b>}
          {aside.length > 0 && `${aside.join(', ')}.`}
        </NoticeBar>
      )}
      {open && (
        <Suspense fallback={null}>
          <SetAsideDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
