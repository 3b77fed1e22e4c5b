/** How far the matching is that a change of its window set off (D2-REVF-08). */
import { matching } from '../../../contract/workflows/matching.ts'
import { useCall } from '../../kit/query.ts'

/** While it runs it is asked for so often, in ms. */
const every = 2_000

/** 'Đang khớp lại: 45 %'; nothing while there is nothing to do. */
export function Matching() {
  const running = useCall('setting', matching, {}).data?.running === true
  const { data } = useCall('setting', matching, running ? {} : null, { every })
  return data?.running ? (
    <b role="status">{`Đang khớp lại: ${Math.floor((data.done / Math.max(1, data.total)) * 100)} %`}</b>
  ) : null
}
