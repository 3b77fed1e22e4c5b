/** Operations of resources: one table for server, web, API description and tests. */
import type { Ability } from '#platform/contract/abilities.ts'
import { hasSetters, pastes } from './pasted.ts'
import type { Resource } from './resource.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Operation = {
  method: Method
  path: string
  /** One sentence for the API description. */
  summary: string
  /** Ability needed, or null if the resource does not have the operation. */
  right: (resource: Resource) => Ability | null
}

const both = (a: Ability, b: Ability): Ability => [a, b].flat()

/** If owners may write their rows, any reader may call; the row's state decides. */
const ofRow = (r: Resource, right: Ability | undefined): Ability | null => {
  if (right === undefined) return null
  return r.ownersWrite ? r.may.read : right
}

/** Right to read rows to fill in forms, which may be wider than the right to the screen (D2-MAP-73). */
const ofPick = ({ may }: Resource): Ability => may.pick ?? may.read

/** Editing cells; setters have rights of their own. */
const ofCells = (r: Resource): Ability | null => {
  if (!pastes(r)) return null
  return hasSetters(r) ? r.may.read : ofRow(r, r.may.update)
}

/** Assigning requires the right to see the rows (D1-Q-138, D2-Q-16). */
const ofAssign = (r: Resource): Ability => both(r.may.read, r.may.assign ?? 'below5')

export const operations = {
  list: {
    method: 'GET',
    path: '',
    summary: 'A page of rows with its total',
    right: (r) => r.may.read,
  },
  listNoLimit: {
    method: 'GET',
    path: '/listNoLimit',
    summary: 'Every row the caller may read',
    right: (r) => {
      if (!r.listNoLimit) return null
      return r.listNoLimit === true ? ofPick(r) : both(ofPick(r), r.listNoLimit)
    },
  },
  export: {
    method: 'GET',
    path: '/export',
    summary: 'The filtered rows as .xlsx',
    right: (r) => (r.may.export ? both(r.may.read, r.may.export) : null),
  },
  assignList: {
    method: 'GET',
    path: '/assign',
    summary: 'Rows without a staff member in scope',
    right: ofAssign,
  },
  countAssign: {
    method: 'GET',
    path: '/count-assign',
    summary: 'How many rows have no staff member',
    right: ofAssign,
  },
  findPackage: {
    method: 'GET',
    path: '/findPackage/:name',
    summary: 'One row by its package name',
    right: ofPick,
  },
  one: { method: 'GET', path: '/:id', summary: 'One row', right: (r) => r.may.read },
  history: {
    method: 'GET',
    path: '/:id/history',
    summary: 'Who changed the row, when, from what to what',
    right: (r) => r.may.read,
  },
  create: { method: 'POST', path: '', summary: 'Creates a row', right: (r) => r.may.create ?? null },
  import: {
    method: 'POST',
    path: '/import',
    summary: 'Saves at most 200 rows',
    right: (r) => r.may.import ?? null,
  },
  assign: {
    method: 'POST',
    path: '/assign',
    summary: 'Gives rows without a staff member to people in scope, oldest first',
    right: ofAssign,
  },
  update: { method: 'PUT', path: '/:id', summary: 'Changes a row', right: (r) => ofRow(r, r.may.update) },
  cells: {
    method: 'POST',
    path: '/dan',
    summary: 'Changes cells of many rows as one step, or none of them',
    right: ofCells,
  },
  undo: {
    method: 'POST',
    path: '/hoantac',
    summary: "Takes back the caller's last step of a day, where nobody changed it since",
    right: ofCells,
  },
  remove: { method: 'DELETE', path: '/:id', summary: 'Deletes a row', right: (r) => ofRow(r, r.may.remove) },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

/** Operations of `resource`, each with its full path and ability. */
export function operationsOf(
  resource: Resource,
): { name: OperationName; method: Method; path: string; may: Ability; summary: string }[] {
  return (Object.keys(operations) as OperationName[]).flatMap((name) => {
    const { method, path, right, summary } = operations[name] as Operation
    const may = right(resource)
    return may === null ? [] : [{ name, method, path: `/api/v1/${resource.path}${path}`, may, summary }]
  })
}
