/** Actions for everybody on a number in stock: hold it for a while, release it, order it (D3-SIM-04). */
import { IconHandGrab, IconHandOff, IconShoppingCart } from '@tabler/icons-react'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { endHold, holdSim } from '#subjects/sims/contract/calls/sims.ts'
import { newKey, send } from '#kit/web/client.ts'
import { showError } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import type { RowAction } from '#kit/web/table/table-types.ts'

const icon = { size: 16, stroke: 1.9 }

type Sim = { id: string; trang_thai: string | null; nguoi_giu?: string | null | undefined }

/** Sends the call; the shell shows the server's message. */
async function sendHold(call: typeof holdSim | typeof endHold, { id }: Sim): Promise<void> {
  try {
    await send(call, { id }, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  }
  await refresh(simso.path)
}

/** The actions of a row for `actor`; `order` opens the form. */
export function holdActions(row: Sim, actor: Actor, order: () => void): RowAction[] {
  const isHolder = row.nguoi_giu === actor.username
  const free = row.trang_thai === 'con_sim'
  const hold: RowAction = {
    label: 'Giữ số',
    icon: <IconHandGrab {...icon} />,
    inRow: true,
    run: () => void sendHold(holdSim, row),
  }
  const release: RowAction = {
    label: 'Trả số về kho',
    icon: <IconHandOff {...icon} />,
    // Somebody else's hold is ended from the menu: where others order is no place to do it.
    inRow: isHolder,
    run: () => void sendHold(endHold, row),
  }
  const place: RowAction = {
    label: 'Đặt cho khách',
    icon: <IconShoppingCart {...icon} />,
    inRow: true,
    run: order,
  }
  const isHeld = row.nguoi_giu !== null && row.nguoi_giu !== undefined
  return [
    ...(free || isHolder ? [place] : []),
    ...(free ? [hold] : []),
    ...(isHolder || (isHeld && can(actor, 'below3')) ? [release] : []),
  ]
}
