/** Actions that help a person of the floor, and their names (D3-FLR-02). */
import type { FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import type { Task } from './use-open-panel.ts'

export const taskNames = {
  release: 'Nhả số',
  move: 'Thêm số',
  handOver: 'Bàn giao',
} as const satisfies Record<Task, string>

/**
 * The most helpful action: release a forgotten number, hand over an absent person's numbers, give numbers to
 * somebody who runs out.
 */
export function firstTask({ help, inHand, left }: FloorPerson): Task | null {
  if (help.includes('forgotten') && inHand) return 'release'
  if (help.includes('absent')) return left > 0 ? 'handOver' : null
  return help.includes('ending') ? 'move' : null
}

/** Whether the person receives numbers: those who run out do, everybody else gives. */
export const receivesNumbers = ({ help, left }: FloorPerson): boolean => help.includes('ending') || left === 0
