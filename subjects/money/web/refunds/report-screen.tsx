/** 'Báo cáo yêu cầu hoàn tiền': costs of requests, and money to recover (D2-RFREP). */
import { IconReceipt } from '@tabler/icons-react'
import { messages } from '#platform/contract/messages.ts'
import { owingSheet } from '#subjects/money/contract/calls/refunds.ts'
import { queryText } from '#kit/web/client.ts'
import { showError, toast } from '#kit/web/feedback.ts'
import type { ListState } from '#kit/web/filters/list-state.ts'
import { download } from '#kit/web/download.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import { useCan } from '#kit/web/session.ts'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { refundReport } from './refund-columns.tsx'
import { useRefundScreen } from './use-refund-screen.tsx'

/** The sheet of who owes how much in the filter (D2-RFREP-37). */
function OwingButton({ state }: { state: ListState }) {
  const { run, busy } = useAction(async () => {
    const { page: _, count: __, ...filters } = state.query
    const { rows, name } = await download(owingSheet.path.concat(queryText(filters)), owingSheet.file)
    if (rows === 0) toast('info', messages.empty)
    else toast('success', `Đã xuất file ${name} (${rows ?? 0} nhân viên)`)
  })
  return (
    <Button
      brief
      icon={<IconReceipt size={16} stroke={1.9} />}
      busy={busy}
      onClick={() => run().catch(showError)}
    >
      Xuất DS truy thu
    </Button>
  )
}

/** The screen of tab Requestrefundreport. */
export default function ReportScreen() {
  const exports = useCan()('unrestricted')
  const { slots, toolbar, dialogs } = useRefundScreen('requestrefundreport')
  return (
    <>
      <ResourceScreen
        resource={refundReport}
        {...slots}
        toolbar={({ state }) => toolbar(exports && <OwingButton state={state} />)}
      />
      {dialogs}
    </>
  )
}
