/** Refund prices. */
import { giahoantien } from '../../contract/resources/giahoantien.ts'
import { ResourceScreen } from '../kit/resource/resource-screen.tsx'

export default function Screen() {
  return <ResourceScreen resource={giahoantien} />
}
