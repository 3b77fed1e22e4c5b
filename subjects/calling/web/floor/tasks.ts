/** What helps a person of the floor, and how it is called (D3-FLR-02). */
import type { FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import type { Task } from './use-open-panel.ts'

export const taskNames = {
  release: 'Nhả số',
  move: 'Thêm số',
  handOver: 'Bàn giao',
} as const satisfies Record<Task, string>

/** What helps most: the number in a hand that forgot it, the numbers of who is away, numbers for who runs out. */
export function firstTask({ help, inHand, left }: FloorPerson): Task | null {
  if (help.includes('forgotten') && inHand) return 'release'
  if (help.includes('absent')) return left > 0 ? 'handOver' : null
  return help.includes('ending') ? 'move' : null
}

/** Who runs out is given numbers of others; everybody else gives. */
export const takes = ({ help, left }: FloorPerson): boolean => help.includes('ending') || left === 0
