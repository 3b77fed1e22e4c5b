/** Rows generated from a declaration: a valid value for every kind of field, so that new resources are covered. */
import { unpricedName } from '#platform/contract/priced.ts'
import { can } from '#platform/contract/abilities.ts'
import type { Field, Kind } from '#kit/contract/field.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import type { Stage } from './stage.ts'

/** Counts rows across all resources, so that values that must differ do. */
let rowCount = 0

/** Continues numbering from here, past the rows of a copied database. */
export function numberFrom(first: number): void {
  rowCount = first
}

/** The next made-up phone: 9 digits in scattered order, each once. */
const nextPhone = (): string => String(700_000_000 + ((rowCount * 7_919_317) % 299_000_000))

/** Values that must exist elsewhere, by the field's name (fixtures.ts creates them). */
export const knownElsewhere: Readonly<Record<string, string>> = {
  ma_goi: 'VD90',
  cty: 'Đối tác 1',
  additional_content: '{"thread": 1}',
}

/** `value` if the field accepts it, else one that it accepts: a declaration may have any bounds. */
function within({ min = 0, max = Infinity }: Field, value: number): number {
  if (value <= max) return Math.max(min, value)
  return min + (Math.floor(value - min) % (Math.floor(max - min) + 1))
}

/** Shortened to the field's length, keeping the number at the end that makes it unique. */
const shortened = (text: string, { max = 500 }: Field): string => text.slice(-max).trim()

const valueOf: Record<Kind, (field: Field, name: string) => string | number> = {
  id: () => '00000000-0000-7000-8000-000000000000',
  phone: nextPhone,
  // Not a customer's number, and a memorable one.
  sim: () => `09${String(rowCount).padStart(5, '0')}868`,
  text: (field, name) => {
    const text = knownElsewhere[name] ?? field.options?.[0]?.value ?? shortened(`${name} ${rowCount}`, field)
    return field.upper ? text.toUpperCase() : text
  },
  note: (field, name) => shortened(`Ghi chú ${name} đã hẹn, số ${rowCount}`, field),
  // Small enough that no product of them has nine digits like a phone.
  money: (field) => within(field, (rowCount % 10_000) * 100 + 7),
  number: (field) => within(field, (rowCount % 90) + ((field.decimals ?? 0) > 0 ? 0.5 : 0)),
  date: () => `2026-10-${String((rowCount % 27) + 1).padStart(2, '0')}`,
  instant: () => `2026-10-${String((rowCount % 27) + 1).padStart(2, '0')}T03:00:00.000Z`,
  choice: ({ options = [] }) => options[0]?.value ?? '',
  choices: ({ options = [] }) => options[0]?.value ?? '',
  staff: () => ['sale111', 'sale211', 'HNIMB01', 'leader11'][rowCount % 4] ?? 'sale111',
  flag: () => 1,
}

/** A body that creates a new row of `resource`: every writable field of the form; packages without a price are confirmed (D3-OTP-08). */
export function sampleBody(resource: Resource): Record<string, string | number> {
  rowCount += 1
  const names = (resource.form ?? []).filter((name) => fieldOf(resource, name).write !== 'never')
  const values = names.map((name) => {
    const field = fieldOf(resource, name)
    return [name, valueOf[field.kind](field, name)] as const
  })
  const takesPackage = names.some((name) => fieldOf(resource, name).suggest === 'packages')
  return { ...Object.fromEntries(values), ...(takesPackage && { [unpricedName]: 1 }) }
}

const creators = ['sale111', 'sale211', 'HNIMB01', 'leader11', 'chinhanh1', 'admin', 'sale111', 'quanly']

/** Creates rows through the resource's own POST, as several people; the admin does it for those who may not. */
export async function createRows(stage: Stage, resource: Resource): Promise<void> {
  const { create } = resource.may
  if (create === undefined) throw new Error(`${resource.path} has no POST: give it a line in fixtures.ts`)
  for (const name of creators) {
    const player = stage.player(name)
    const by = can(player.actor, create) ? player : stage.player('admin')
    const signer = resource.author && { [resource.author.username]: by.name }
    const reply = await by.ask('POST', `/api/v1/${resource.path}`, { ...sampleBody(resource), ...signer })
    if (reply.status !== 200 && reply.status !== 201) throw new Error(`${resource.path}: ${reply.text}`)
  }
}
