/** The upload of a subscriber file; an existing name needs a confirmation (D1-UPL-02, D1-UPL-24, D1-Q-111). */
import { thousands } from '#kit/contract/thousands.ts'
import { subscriberSheet } from '#subjects/numbers/contract/lists/subscriber-sheet.ts'
import { fileList } from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { send } from '#kit/web/client.ts'
import { useCall } from '#kit/web/query.ts'
import { switchFile } from './file-actions.ts'
import { confirm } from '#kit/web/feedback.ts'
import { ImportDialog } from '#kit/web/import/import-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { openScreen } from '#platform/web/navigation.ts'
import { openSplit } from './split-target.ts'

/** Whether the rows of `file` may be saved: with a new name at once, with an existing one after a question. */
async function confirmAdding({ name }: File): Promise<boolean> {
  const { values } = await send(fileList, { FileName: name, count: '50' })
  const existing = values.find(({ FileName }) => FileName === name)
  if (!existing) return true
  return confirm({
    title: `Đã có file '${name}'`,
    body: `File có ${thousands(existing.tong)} số, đã dùng ${thousands(existing.tong_da_dung)}. Thêm vào file này: dòng trùng số và gói được gộp, số đã lấy giữ nguyên.`,
    confirmLabel: 'Thêm vào file đã có',
    cancelLabel: 'Chọn file khác',
  })
}

/** The next steps after saving: without a permission, or from an inactive file, nobody gets a number. */
function NextSteps({ name, onPermit, onSplit }: { name: string; onPermit: () => void; onSplit: () => void }) {
  const { data } = useCall('uploadchiadata', fileList, { FileName: name, count: '50' })
  const file = data?.values.find(({ FileName }) => FileName === name)
  return (
    <>
      {file?.is_activated === 0 && (
        <Button
          look="primary"
          icon={<IconPlayerPlay size={16} stroke={1.9} />}
          onClick={() => void switchFile(file)}
        >
          Kích hoạt lấy số
        </Button>
      )}
      <Button onClick={onPermit}>Phân quyền data</Button>
      <Button look={file?.is_activated === 1 ? 'primary' : 'outline'} onClick={onSplit}>
        Chia data
      </Button>
    </>
  )
}

/** Ends with offers to hand out the file's numbers and to split it. */
export const FileImport = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog
    target={subscriberSheet}
    before={async (file) => ((await confirmAdding(file)) ? {} : null)}
    onClose={onClose}
    next={({ filename }) => (
      <NextSteps
        name={filename}
        onPermit={() => {
          onClose()
          openScreen('phanquyendata')
        }}
        onSplit={() => {
          onClose()
          openSplit(filename)
        }}
      />
    )}
  />
)
