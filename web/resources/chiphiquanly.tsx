/** Management costs. */
import { chiphiquanly } from '../../contract/resources/chiphiquanly.ts'
import type { ResourceTexts } from '../kit/resource/resource-actions.ts'
import { ResourceScreen } from '../kit/resource/resource-screen.tsx'

/** The cost screens name their controls in words of their own (D2-Q-39, D2-COST-23). */
const texts: ResourceTexts = {
  createLabel: 'Tạo bản ghi',
  uploadLabel: 'Tải lên',
  saveNew: 'Tạo',
  saveChange: 'Cập nhật',
}

export default function Screen() {
  return <ResourceScreen resource={chiphiquanly} texts={texts} />
}
