/** Numbers that must not be called. */
import { blacklist } from '../../contract/resources/blacklist.ts'
import { ResourceScreen } from '../kit/resource/resource-screen.tsx'

export default function Screen() {
  return <ResourceScreen resource={blacklist} />
}
