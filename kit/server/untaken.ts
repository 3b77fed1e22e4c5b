/**
 * Fields that a call never takes: refused by name, so that nobody believes them saved, unless they say what is stored, as old
 * clients send back what they have read (D3-ACC-09). What only the caller's right keeps back is passed over (D2-Q-110, D2-Q-190).
 */
import { can, type Actor } from '#platform/contract/abilities.ts'
import { isSteps, paramOf, type Action } from '#kit/contract/action.ts'
import { refuseFields } from '#kit/contract/error.ts'
import type { Field } from '#kit/contract/field.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { isEmpty, readField } from '#kit/contract/kinds.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import type { Ctx } from './context.ts'
import { rowNow, sentVersion } from './write.ts'

type Values = Readonly<Record<string, unknown>>
type Fielded = Pick<Resource, 'fields' | 'path'>

const notTaken = ({ label }: Field, name: string): string => `${label || name} không ghi được bằng lệnh này`

/** Every name under which the body of a call that takes these fields has them. */
const namesOf = (resource: Fielded, taken: readonly string[]): ReadonlySet<string> =>
  new Set(
    taken.flatMap((name) => {
      const { alias = name, bodyName = name } = fieldOf(resource, name)
      return [name, alias, bodyName]
    }),
  )

/** What `sent` says of declared fields besides `taken`; nothing is not said, and what `actor` may not see is passed over. */
export function untakenIn(
  { fields, path }: Fielded,
  taken: readonly string[],
  sent: unknown,
  actor: Actor,
): string[] {
  if (!isObject(sent)) return []
  const known = namesOf({ fields, path }, taken)
  return Object.keys(fields).filter((name) => {
    const see = fields[name]?.see
    return !known.has(name) && !isEmpty(sent[name]) && (see === undefined || can(actor, see))
  })
}

/** Fields that a form or cell of the resource writes, whoever sends them. */
export const takenByForms = ({ fields, form = [], inline = [], accepts = [] }: Resource): string[] => [
  ...[...form, ...inline].filter((name) => fields[name]?.write !== 'never'),
  ...accepts,
]

/** The same of a new row, which is named by what a sheet would find it by. */
export const takenByCreate = (resource: Resource): string[] => [
  ...takenByForms(resource),
  ...(resource.sheet?.columns ?? []).filter((name) => name !== null),
]

/** Fields that an action takes: which row, its value and the reasons of its steps. */
export const takenBy = (resource: Resource, action: Action): string[] => [
  'id',
  action.field,
  ...Object.keys(resource.fields).filter((name) => name === paramOf(action)),
  ...(isSteps(action) ? action.steps.flatMap(({ reason }) => reason?.field ?? []) : []),
]

/** Whether a sent value is the stored one, however it is written. */
function says(sent: unknown, stored: unknown, field: Field): boolean {
  if (JSON.stringify(sent) === JSON.stringify(stored) || String(sent) === String(stored)) return true
  if (field.kind === 'instant') return Date.parse(String(sent)) === Date.parse(String(stored))
  const reading = readField(sent, field)
  return reading.ok && String(reading.value) === String(stored)
}

/** Throws VALIDATION naming the fields of `names` that say otherwise than `row`. */
export function refuseUntaken(resource: Fielded, names: readonly string[], sent: Values, row: Values): void {
  const wrong = names.filter((name) => !says(sent[name], row[name], fieldOf(resource, name)))
  refuseFields(Object.fromEntries(wrong.map((name) => [name, notTaken(fieldOf(resource, name), name)])))
}

/** The same of a stored row as the caller sees it; one that is gone or has changed since is for the call to refuse. */
export async function requireTaken(
  resource: Resource,
  taken: readonly string[],
  sent: unknown,
  id: string,
  ctx: Ctx,
): Promise<void> {
  const names = untakenIn(resource, taken, sent, ctx.actor)
  if (names.length === 0 || !isObject(sent)) return
  const row = (await rowNow(resource, id, ctx))?.row
  const version = sentVersion(sent)
  if (!row || (version !== null && version !== row.version)) return
  refuseUntaken(resource, names, sent, row)
}

/** Why a row of a file has fields that the file never brings; a reason each. */
export const untakenInRow = (
  resource: Fielded,
  taken: readonly string[],
  row: Values,
  actor: Actor,
): string[] => untakenIn(resource, taken, row, actor).map((name) => notTaken(fieldOf(resource, name), name))
