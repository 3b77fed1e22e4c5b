/** Management costs. */
import { chiphiquanly } from '../../contract/resources/chiphiquanly.ts'
import { ResourceScreen } from '../kit/resource/resource-screen.tsx'

export default function Screen() {
  return <ResourceScreen resource={chiphiquanly} />
}
