import { formatInstant, present } from '#kit/contract/dates.ts'
import { relativeTime } from '#platform/contract/relative-time.ts'

/** A short time with the full timestamp as tooltip (D3-UX-02). */
export const SaidTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatInstant(at)} data-num>
    {relativeTime(at, present())}
  </time>
)
