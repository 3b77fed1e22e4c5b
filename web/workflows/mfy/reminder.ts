/** Reminds the user of waiting requests: read every 10 s and on changes, shown for 30 s (D2-MFY-56 to 60, D2-Q-116). */
import { useEffect } from 'react'
import { mfy } from '../../../contract/resources/mfy.ts'
import { remind, reminderText } from '../../../contract/workflows/mfy.ts'
import { toast } from '../../kit/feedback.ts'
import { useCall } from '../../kit/query.ts'

/** Interval of reading, and duration of the toast, in ms (D2-CONST-12, D2-CONST-13). */
const readEvery = 10_000
const shownFor = 30_000

/** Reminds while the tab is open, also behind others: a request expires after ten minutes. Renders nothing. */
export function Reminder(): null {
  const { data, dataUpdatedAt } = useCall(mfy.path, remind, {}, { every: readEvery, staleTime: 0 })
  useEffect(() => {
    const text = data ? reminderText(data) : ''
    if (text !== '') toast('info', text, { time: shownFor, about: 'mfy reminder' })
  }, [data, dataUpdatedAt])
  return null
}
