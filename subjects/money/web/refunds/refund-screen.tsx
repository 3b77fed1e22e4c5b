/** 'Yêu cầu hoàn tiền': requesting, deciding and following up in one list (D2-REFUND). */
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import { refundList, saveRefundCell } from './refund-columns.tsx'
import { useRefundScreen } from './use-refund-screen.tsx'

/** The screen of tab Requestrefund. */
export default function RefundScreen() {
  const { slots, toolbar, dialogs } = useRefundScreen('requestrefund')
  return (
    <>
      <ResourceScreen resource={refundList} {...slots} save={saveRefundCell} toolbar={() => toolbar()} />
      {dialogs}
    </>
  )
}
