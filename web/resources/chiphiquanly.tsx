/** Management costs. */
import { IconFileDownload } from '@tabler/icons-react'
import { chiphiquanly } from '../../contract/resources/chiphiquanly.ts'
import { openSampleForm } from '../kit/import/sample-form.ts'
import type { ResourceTexts } from '../kit/resource/resource-actions.ts'
import { ResourceScreen } from '../kit/resource/resource-screen.tsx'
import { Button } from '../kit/ui/button.tsx'

/** The cost screens name their controls in words of their own (D2-Q-39, D2-COST-23). */
const texts: ResourceTexts = {
  createLabel: 'Tạo bản ghi',
  uploadLabel: 'Tải lên',
  saveNew: 'Tạo',
  saveChange: 'Cập nhật',
}

const sampleForm = () => (
  <Button
    icon={<IconFileDownload size={16} stroke={1.9} />}
    onClick={() => openSampleForm(chiphiquanly.path)}
  >
    Biểu mẫu
  </Button>
)

export default function Screen() {
  return <ResourceScreen resource={chiphiquanly} texts={texts} toolbar={sampleForm} />
}
