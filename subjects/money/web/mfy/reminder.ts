/** Reminds the user of waiting requests: read every 10 s and on changes, shown for 30 s (D2-MFY-56 to 60, D2-Q-116). */
import { useEffect } from 'react'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { remind, reminderText } from '#subjects/money/contract/calls/mfy.ts'
import { useCall } from '#kit/web/query.ts'
import { remindOf } from '#platform/web/reminders.ts'
import { useActor } from '#kit/web/session.ts'

/** Interval of reading in ms (D2-CONST-12). */
const readEvery = 10_000

/** Reminds while the tab is open, also in the background: a request expires after ten minutes. Renders nothing. */
export function Reminder(): null {
  const { username } = useActor()
  const { data, dataUpdatedAt } = useCall(mfy.path, remind, {}, { every: readEvery, staleTime: 0 })
  useEffect(() => {
    const text = data ? reminderText(data) : ''
    if (text !== '') remindOf({ about: 'mfy reminder', whose: username, text, newest: data?.moi_luc ?? '' })
  }, [data, dataUpdatedAt, username])
  return null
}
