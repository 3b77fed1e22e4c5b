/** Which fields of a list can be pasted and undone, and how many cells at once (D3-GRID-03). */
import { isSteps, setterOf } from './action.ts'
import type { Resource } from './resource.ts'

/** Most cells of one step; larger edits are imported as a file. */
export const mostCells = 1000
export const tooManyCells = 'Mỗi lần dán tối đa 1.000 ô, nhiều hơn thì dùng Nhập file'

type Named = Pick<Resource, 'fields' | 'inline' | 'actions' | 'approval'>

/** Whether the field is set by a setter, which takes any value, and not by an action with steps. */
const isSetter = (resource: Named, name: string): boolean => {
  const setter = setterOf(resource, name)
  return setter !== undefined && !isSteps(setter)
}

/** Whether a value may be pasted into the field: only fields that are edited in their cell, never states or decisions. */
export const isPasted = (resource: Named, name: string): boolean =>
  name !== resource.approval?.field && (resource.inline?.includes(name) === true || isSetter(resource, name))

export const pastes = (resource: Named): boolean =>
  Object.keys(resource.fields).some((name) => isPasted(resource, name))

/** Whether any field that can be pasted has a right of its own, through its action. */
export const hasSetters = (resource: Named): boolean =>
  Object.keys(resource.fields).some((name) => isSetter(resource, name))

export const notPasted = (label: string): string => `${label} không dán được, chỉ đổi bằng thao tác của nó`
