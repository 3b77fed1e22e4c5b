/**
 * Fields that a call never writes: refused by name, so that clients do not believe them saved, unless the sent value
 * equals the stored one, as old clients send back what they have read (D3-ACC-09). Fields that only the caller's rights
 * exclude are ignored (D2-Q-110, D2-Q-190).
 */
import { can, type Actor } from '#platform/contract/abilities.ts'
import { isSteps, paramOf, type Action } from '#kit/contract/action.ts'
import { refuseFields } from '#kit/contract/error.ts'
import type { Field } from '#kit/contract/field.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { isEmpty, readField } from '#kit/contract/kinds.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import type { Ctx } from './context.ts'
import { currentRow, sentVersion } from './write.ts'

type Values = Readonly<Record<string, unknown>>
type Fielded = Pick<Resource, 'fields' | 'path'>

const notTaken = ({ label }: Field, name: string): string => `${label || name} không ghi được bằng lệnh này`

/** All names under which a body may contain these fields. */
const namesOf = (resource: Fielded, accepted: readonly string[]): ReadonlySet<string> =>
  new Set(
    accepted.flatMap((name) => {
      const { alias = name, bodyName = name } = fieldOf(resource, name)
      return [name, alias, bodyName]
    }),
  )

/** The declared fields in `sent` other than `accepted`; empty values, and fields that `actor` may not see, are ignored. */
export function untakenIn(
  { fields, path }: Fielded,
  accepted: readonly string[],
  sent: unknown,
  actor: Actor,
): string[] {
  if (!isObject(sent)) return []
  const takenNames = namesOf({ fields, path }, accepted)
  return Object.keys(fields).filter((name) => {
    const see = fields[name]?.see
    return !takenNames.has(name) && !isEmpty(sent[name]) && (see === undefined || can(actor, see))
  })
}

/** Fields that a form or cell of the resource writes, whoever sends them. */
export const takenByForms = ({ fields, form = [], inline = [], accepts = [] }: Resource): string[] => [
  ...[...form, ...inline].filter((name) => fields[name]?.write !== 'never'),
  ...accepts,
]

/** The same for a new row, including the key fields of its spreadsheet. */
export const takenByCreate = (resource: Resource): string[] => [
  ...takenByForms(resource),
  ...(resource.sheet?.columns ?? []).filter((name) => name !== null),
]

/** Fields of an action's body: the row, the value and the reasons of the steps. */
export const takenBy = (resource: Resource, action: Action): string[] => [
  'id',
  action.field,
  ...Object.keys(resource.fields).filter((name) => name === paramOf(action)),
  ...(isSteps(action) ? action.steps.flatMap(({ reason }) => reason?.field ?? []) : []),
]

/** Whether a sent value equals the stored one, in any spelling. */
function equalsStored(sent: unknown, stored: unknown, field: Field): boolean {
  if (JSON.stringify(sent) === JSON.stringify(stored) || String(sent) === String(stored)) return true
  if (field.kind === 'instant') return Date.parse(String(sent)) === Date.parse(String(stored))
  const reading = readField(sent, field)
  return reading.ok && String(reading.value) === String(stored)
}

/** Throws VALIDATION with the fields of `names` whose sent value differs from `row`. */
export function refuseUntaken(resource: Fielded, names: readonly string[], sent: Values, row: Values): void {
  const wrong = names.filter((name) => !equalsStored(sent[name], row[name], fieldOf(resource, name)))
  refuseFields(Object.fromEntries(wrong.map((name) => [name, notTaken(fieldOf(resource, name), name)])))
}

/** The same for a stored row as the caller sees it; if it was deleted or has changed since, the call itself refuses. */
export async function requireTaken(
  resource: Resource,
  accepted: readonly string[],
  sent: unknown,
  id: string,
  ctx: Ctx,
): Promise<void> {
  const names = untakenIn(resource, accepted, sent, ctx.actor)
  if (names.length === 0 || !isObject(sent)) return
  const row = (await currentRow(resource, id, ctx))?.row
  const version = sentVersion(sent)
  if (!row || (version !== null && version !== row.version)) return
  refuseUntaken(resource, names, sent, row)
}

/** Reasons to refuse a file's row that has fields which the file may not contain, one per field. */
export const untakenInRow = (
  resource: Fielded,
  accepted: readonly string[],
  row: Values,
  actor: Actor,
): string[] =>
  untakenIn(resource, accepted, row, actor).map((name) => notTaken(fieldOf(resource, name), name))
