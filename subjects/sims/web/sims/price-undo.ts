/** Undoing a price step: from the history, or with Ctrl+Z in the stock (D3-SIM-09, D3-GRID-04). */
import { useEffect, useEffectEvent } from 'react'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { thousands } from '#kit/contract/thousands.ts'
import {
  changeWords,
  priceSteps,
  undoPrices,
  type PriceStep,
} from '#subjects/sims/contract/calls/sim-prices.ts'
import { newKey, send } from '#kit/web/client.ts'
import { confirmDoing, showError, toast } from '#kit/web/feedback.ts'
import { composing, dialogOpen, typing } from '#kit/web/keys.ts'
import { refresh } from '#kit/web/query.ts'

/** Asks, and undoes the step. */
export async function takeBack(step: PriceStep): Promise<void> {
  const idempotencyKey = newKey()
  const about = `${changeWords(step.change)}, ${thousands(step.changed)} số`
  await confirmDoing(
    {
      title: 'Hoàn tác lần đổi giá?',
      body: `${about}. Số đã đổi giá, được giữ hoặc đã bán sau đó giữ nguyên.`,
      confirmLabel: 'Hoàn tác',
      about,
    },
    async () => {
      const { msg } = await send(undoPrices, { id: step.id }, { idempotencyKey })
      toast('success', msg ?? 'Đang hoàn tác, xem ở Lịch sử giá')
      await refresh(simso)
    },
  )
}

async function takeLastBack(username: string): Promise<void> {
  const { values } = await send(priceSteps, {})
  const last = values.find((step) => step.by === username && step.undoable)
  if (last) await takeBack(last)
  else toast('info', 'Bạn chưa có lần đổi giá nào để hoàn tác')
}

/**
 * Ctrl+Z outside of fields undoes the user's own newest step; `username` is null for users who may not change
 * prices.
 */
export function usePriceUndo(username: string | null): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo =
      event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isUndo || username === null || event.repeat || event.defaultPrevented) return
    if (composing(event) || typing(event.target) || dialogOpen()) return
    event.preventDefault()
    takeLastBack(username).catch(showError)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
