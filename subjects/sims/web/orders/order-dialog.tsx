/** 'Đặt cho khách': orders a number in the caller's name, even if the caller holds it (D3-SIM-04). */
import { doNotCallText } from '#platform/contract/do-not-call.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { sendOrder } from '#subjects/sims/contract/calls/sims.ts'
import { toast } from '#kit/web/feedback.ts'
import { CallDialog } from '#kit/web/form/call-dialog.tsx'

type OrderDialogProps = { sim: { id: string; dotted: string }; onClose: () => void }

export const OrderDialog = ({ sim, onClose }: OrderDialogProps) => (
  <CallDialog
    call={sendOrder}
    title={`Đặt sim ${sim.dotted}`}
    saveLabel="Đặt sim"
    input={(_, read) => ({ id: sim.id, ...read })}
    refreshes={[simso, order]}
    onAnswer={({ khong_goi: entry }) => void (entry && toast('info', doNotCallText(entry)))}
    onClose={onClose}
  />
)
