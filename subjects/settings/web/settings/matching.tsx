/** Progress of the matching that a change of its window started (D2-REVF-08). */
import { matching } from '#subjects/money/contract/calls/matching.ts'
import { useCall } from '#kit/web/query.ts'

/** Polling interval while it runs, in ms. */
const every = 2_000

/** 'Đang khớp lại: 45 %'; empty when it does not run. */
export function Matching() {
  const running = useCall('setting', matching, {}).data?.running === true
  const { data } = useCall('setting', matching, running ? {} : null, { every })
  return data?.running ? (
    <b role="status">{`Đang khớp lại: ${Math.floor((data.done / Math.max(1, data.total)) * 100)} %`}</b>
  ) : null
}
