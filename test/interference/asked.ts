/** Requests sent to both worlds besides every route: lists in every order and with every filter, those on hidden fields first. */
import fc from 'fast-check'
import { can, seesPhones, type Actor } from '#platform/contract/abilities.ts'
import type { Field } from '#kit/contract/field.ts'
import { operationsOf } from '#kit/contract/operations.ts'
import { reportPath, type Report } from '#kit/contract/report.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { reports } from '#platform/contract/reports/index.ts'
import { resources } from '#platform/contract/lists/index.ts'

/**
 * Possible queries of a list, as parts of a query string; `secret` ones concern fields hidden from the reader, `masked`
 * are the orders by partly visible ones.
 */
export type Grammar = { path: string; masked: readonly string[]; sorts: Parts; filters: Parts }
type Parts = { secret: readonly string[]; plain: readonly string[] }

const days = (from: string, to: string): string[] => [
  `${from}=01/01/2020&${to}=31/12/2030`,
  `${from}=01/10/2026&${to}=15/10/2026`,
]

/** People at every place of the hierarchy, an unknown one, and the special value for none. */
const people = ['sale111', 'sale211', 'leader11', 'chinhanh2', 'khong-co', '__NONE']

/** Filter values for a field: some that rows have, some that none has, and digits of hidden ones. */
function valuesFor({ kind, options = [] }: Field): readonly string[] {
  if (options.length > 0) return options.map(({ value }) => value)
  switch (kind) {
    case 'phone':
      return ['7', '01', '117', '0911', '98765', '123456', '987000111', '0987000111']
    case 'staff':
      return people
    case 'flag':
      return ['0', '1']
    case 'money':
    case 'number':
      return ['0', '7', '1000']
    case 'date':
    case 'instant':
      return ['2026-10-05']
    case 'id':
      return ['018f0000-0000-7000-8000-00000000dead']
    case 'sim':
      return ['868', '09']
    case 'text':
    case 'note':
    case 'choice':
    case 'choices':
      return ['a', 'VD90', 'ghi chu', '09', '091', '7', 'X1']
  }
}

const byValue = (name: string, values: readonly string[]): string[] =>
  values.map((value) => `${name}=${encodeURIComponent(value)}`)

/** Whether a value, or part of it, is hidden from the reader. */
const isSecret = ({ kind, see, maskedFrom }: Field, actor: Actor): boolean =>
  (see !== undefined && !can(actor, see)) ||
  (!seesPhones(actor) && (maskedFrom !== undefined || kind === 'phone'))

const bothWays = (names: readonly string[]): string[] =>
  names.flatMap((name) => [`sort=${name}`, `sort=-${name}`])

/** Orders by every field, including those not offered, which must be refused in the same way. */
function sortsOf(fields: Report['fields'], actor: Actor): Parts {
  const [secret, plain] = [true, false].map((which) =>
    bothWays(Object.keys(fields).filter((name) => isSecret(fields[name] ?? noField, actor) === which)),
  )
  return { secret: secret ?? [], plain: plain ?? [] }
}
const noField: Field = { kind: 'text', label: '' }

function filtersOf(resource: Resource, actor: Actor): Parts {
  const parts = { secret: [] as string[], plain: [] as string[] }
  for (const [parameter, { on, op }] of Object.entries(resource.filter)) {
    const field = fieldOf(resource, on)
    const byPerson = op === 'own' || op === 'team'
    const values = byPerson ? [...people, '0', '1', '7', 'a'] : valuesFor(field)
    parts[isSecret(field, actor) ? 'secret' : 'plain'].push(...byValue(parameter, values))
  }
  for (const { on, from, to } of resource.periods ?? [])
    parts[isSecret(fieldOf(resource, on), actor) ? 'secret' : 'plain'].push(...days(from, to))
  return parts
}

const listing = ['list', 'listNoLimit', 'export', 'assignList', 'countAssign']

const maskedOrders = ({ fields }: Resource, actor: Actor): string[] =>
  seesPhones(actor) ? [] : bothWays(Object.keys(fields).filter((name) => fields[name]?.kind === 'phone'))

const ofResource = (resource: Resource, actor: Actor): Grammar[] =>
  operationsOf(resource)
    .filter(({ name, may }) => listing.includes(name) && can(actor, may))
    .map(({ name, path }) => ({
      path,
      masked: name === 'list' ? maskedOrders(resource, actor) : [],
      sorts: sortsOf(resource.fields, actor),
      filters: filtersOf(resource, actor),
    }))

/** Reports aggregate rows of others, so all their queries are of interest. */
function ofReport(report: Report, actor: Actor): Grammar[] {
  const secret = [
    ...Object.entries(report.filter).flatMap(([name, { field }]) => byValue(name, valuesFor(field))),
    ...report.periods.flatMap(({ from, to }) => days(from, to)),
    ...byValue('startDate', ['10/2026', '09/2026']),
  ]
  const calls = [
    ...(can(actor, report.may.read) ? ['list' as const] : []),
    ...(can(actor, report.may.export) ? (['listExport', 'export'] as const) : []),
  ]
  return calls.map((call) => ({
    path: reportPath(report, call),
    masked: [],
    sorts: { secret: [], plain: bothWays(Object.keys(report.fields)) },
    filters: { secret, plain: [] },
  }))
}

/** The list calls of every resource and report that the reader may use. */
export const grammars = (actor: Actor): Grammar[] => [
  ...resources.flatMap((resource) => ofResource(resource, actor)),
  ...reports.flatMap((report) => ofReport(report, actor)),
]

const pages = ['page=0&count=3', 'page=1&count=3', 'page=9&count=3', 'count=1001', 'getAll=1']

/** Each order, each value of each filter and a few pages individually, as addresses. */
export function oneByOne({ path, masked, sorts, filters }: Grammar): Parts & Pick<Grammar, 'masked'> {
  const addresses = (parts: readonly string[]): string[] => parts.map((query) => `${path}?${query}`)
  return {
    masked: addresses(masked),
    secret: addresses([...sorts.secret, ...filters.secret]),
    plain: addresses([...sorts.plain, ...filters.plain, ...pages]),
  }
}

/** Searches of the palette, which searches many lists: by endings that many numbers have, and by whole numbers. */
export const paletteSearches: readonly string[] = [...'0123456789', '17', '987000111'].map(
  (digits) => `/api/v1/timnhanh?text=${digits}`,
)

/** Addresses with an order, a page and up to three filters, of any list. */
export const randomAddress = (all: readonly Grammar[]): fc.Arbitrary<string> =>
  fc.constantFrom(...all).chain(({ path, sorts, filters }) => {
    const [orders, values] = [sorts, filters].map(({ secret, plain }) => [...secret, ...plain])
    return fc
      .tuple(
        fc.subarray(values ?? [], { maxLength: Math.min(3, values?.length ?? 0) }),
        fc.constantFrom('', ...(orders ?? [])),
        fc.constantFrom('', ...pages),
      )
      .map(([chosen, order, page]) => `${path}?${[...chosen, order, page].filter(Boolean).join('&')}`)
  })
