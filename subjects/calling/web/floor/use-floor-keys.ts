/** The keys of the floor: arrows move through the rows, N, C and B open the actions, Esc closes (D3-FLR-02). */
import { useState } from 'react'
import { bringIntoSight } from '#kit/web/in-sight.ts'
import { useKeyHelp, useKeys } from '#kit/web/keys.ts'
import { screenOf } from '#platform/contract/screens.ts'
import type { PanelState, Task } from './use-open-panel.ts'

export const taskKeys = { release: 'N', move: 'C', handOver: 'B' } as const satisfies Record<Task, string>

const help = [
  { keys: '↑ / ↓', what: 'Người trên / dưới' },
  { keys: 'Enter', what: 'Mở người đang chọn' },
  { keys: taskKeys.release, what: 'Nhả số đang giữ' },
  { keys: taskKeys.move, what: 'Chuyển số, thêm số' },
  { keys: taskKeys.handOver, what: 'Bàn giao' },
  { keys: 'Esc', what: 'Đóng, về lại hàng' },
]

/** The current row: it stays current while it is listed, else the first row is. */
export type Current = { id: string | undefined; choose: (id: string) => void }

export function useCurrent(ids: readonly string[]): Current {
  const [chosen, choose] = useState<string>()
  return { id: chosen !== undefined && ids.includes(chosen) ? chosen : ids[0], choose }
}

/** The id this many rows further on, at most the first or last one. */
export function stepFrom(ids: readonly string[], id: string | undefined, by: number): string | undefined {
  const index = id === undefined ? -1 : ids.indexOf(id)
  return ids[Math.max(0, Math.min(index + by, ids.length - 1))]
}

/** Puts the focus on the row of a person. */
export function focusRow(id: string | undefined): void {
  const row = document.querySelector<HTMLElement>(`#work [data-person="${id ?? ''}"]`)
  row?.focus({ preventScroll: true })
  bringIntoSight(row)
}

export function useFloorKeys(ids: readonly string[], current: Current, panels: PanelState): void {
  const move = (by: number) => (): void => {
    const next = document.activeElement?.hasAttribute('data-person') ? by : 0
    focusRow(stepFrom(ids, current.id, next))
  }
  const act = (task: Task) => (): void => {
    const id = panels.panel?.id ?? current.id
    if (id !== undefined) void panels.open(id, task)
  }
  const close = async (): Promise<void> => {
    const id = panels.panel?.id
    if (id !== undefined && (await panels.close())) focusRow(id)
  }
  useKeys({
    J: move(1),
    K: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    [taskKeys.release]: act('release'),
    [taskKeys.move]: act('move'),
    [taskKeys.handOver]: act('handOver'),
    ...(panels.panel && { Escape: () => void close() }),
  })
  useKeyHelp(screenOf('floor').label, help)
}
