/** SQL side of each field kind: column type, mask, filters. */
import sql, { raw, type Sql } from 'sql-template-tag'
import { seesPhones, type Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { spelled, type Field, type Kind } from '#kit/contract/field.ts'
import {
  anyBranch,
  noBranch,
  fieldOf,
  noneValue,
  tableOf,
  type FilterOp,
  type Resource,
} from '#kit/contract/resource.ts'
import { readField, type Value } from '#kit/contract/kinds.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { phoneSearchDigits } from '#kit/contract/phone.ts'
import { foldText } from '#kit/contract/text.ts'

/** Quotes an identifier from a declaration; never user input. */
export const ident = (name: string): Sql => raw(`"${name.replaceAll('"', '""')}"`)

type SqlKind = {
  /** Type of the column in `jsonb_to_recordset`. */
  type: string
  /** The value as `actor` may see it, as SQL. */
  masked: (column: Sql, actor: Actor, field?: Field) => Sql
}

const asIs = (column: Sql): Sql => column

/** People write phones into notes; a masked role sees those masked too (threats A4). Texts too short for nine digits are left unchanged. */
const redacted = (column: Sql, actor: Actor, field?: Field): Sql =>
  seesPhones(actor) || field?.amounts
    ? column
    : sql`CASE WHEN length(${column}) < 9 THEN ${column} ELSE redact_phones(${column}) END`

export const sqlKinds: Record<Kind, SqlKind> = {
  id: { type: 'uuid', masked: asIs },
  phone: {
    type: 'text',
    masked: (column, actor) => (seesPhones(actor) ? column : sql`mask_phone(${column}::text)`),
  },
  sim: { type: 'text', masked: asIs },
  text: { type: 'text', masked: redacted },
  note: { type: 'text', masked: redacted },
  staff: { type: 'text', masked: asIs },
  money: { type: 'bigint', masked: asIs },
  number: { type: 'numeric', masked: asIs },
  date: { type: 'date', masked: asIs },
  instant: { type: 'timestamptz', masked: asIs },
  choice: { type: 'text', masked: asIs },
  choices: {
    type: 'text',
    masked: (column, _actor, field) =>
      sql`(SELECT json_agg(json_build_object(${field?.item}::text, one)) FROM unnest(string_to_array(${column}, ',')) one)`,
  },
  flag: { type: 'smallint', masked: asIs },
}

export const columnOf = (name: string, field: Field): Sql => ident(field.from ?? name)

/** Column of a field that `actor` may see: the masked one if the field declares it. */
export function knownTo(name: string, field: Field, actor: Actor): Sql {
  const { maskedFrom, partnersOwn } = field
  const visibleColumn =
    maskedFrom !== undefined && !seesPhones(actor) ? ident(maskedFrom) : columnOf(name, field)
  if (partnersOwn === undefined || actor.priority !== 7) return visibleColumn
  return sql`CASE WHEN ${ident(partnersOwn)} = ${actor.username} THEN ${visibleColumn} END`
}

/** A field masked for `actor`. */
export const shownTo = (name: string, field: Field, actor: Actor): Sql =>
  sqlKinds[field.kind].masked(knownTo(name, field, actor), actor, field)

/**
 * Whether masked roles see only part of a row's changes: then the table or view counts the hidden ones in
 * `untold_steps`. Fields in no list do not count: the approvals desk shows a row's warnings to deciders.
 */
const tellsLess = ({
  fields,
  list = Object.keys(fields),
}: Pick<Resource, 'fields'> & { list?: readonly string[] }): boolean =>
  list.some((name) => fields[name]?.maskedFrom !== undefined)

/** The version of a row for `actor`: changes hidden from masked roles do not raise theirs (D3-SEC-03). */
export const versionFor = (resource: Pick<Resource, 'fields'>, actor: Actor): Sql =>
  tellsLess(resource) && !seesPhones(actor) ? sql`(version - untold_steps)` : sql`version`

const likeEscape = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The first text after all that start with these digits, bytewise: ':' follows '9'. */
const after = (digits: string): string =>
  digits.slice(0, -1) + String.fromCharCode(digits.charCodeAt(digits.length - 1) + 1)

/**
 * Condition that a phone ends in `digits`. A range of the reversed number in place of LIKE, so that a cached plan can
 * use its index for any digits; as sub-selects, because a planner that sees the digits replans for each search, which
 * takes three times as long as the search. From four digits on the few matches are found by that index first: otherwise
 * the planner scans a million rows in list order, expecting fifty matches soon.
 */
function endsIn(column: Sql, table: Sql, digits: string): Sql {
  const reversed = [...digits].reverse().join('')
  const matches = sql`(reverse(${column}::text) ~>=~ (SELECT ${reversed}::text)
    AND reverse(${column}::text) ~<~ (SELECT ${after(reversed)}::text))`
  return digits.length < 4 ? matches : sql`id = ANY (ARRAY(SELECT id FROM ${table} WHERE ${matches}))`
}

/** A condition, and whether it searches for part of a text: no index can count those, and each such search needs its own plan. */
export type Condition = {
  where: Sql
  searched: boolean
  /** An index finds the few rows with these words. */
  rare?: boolean
}

export const exact = (where: Sql): Condition => ({ where, searched: false })
export const searched = (where: Sql): Condition => ({ where, searched: true })

type Search = { op: FilterOp; column: Sql; table: Sql; text: string; actor: Actor }

/**
 * Condition of a phone search. Readers of full phones search contained digits, on big tables the last ones; masked
 * roles only a complete number or its last one to five digits, because a freer search would reveal a number in some
 * fifty attempts (threats A1).
 */
function phoneCondition({ op, column, table, text, actor }: Search): Condition {
  const digits = phoneSearchDigits(text)
  if (digits.length === 9) return exact(sql`${column} = ${digits}`)
  if (digits === '' || digits.length > 9) throw new AppError('VALIDATION', refusals.invalidPhone)
  if (seesPhones(actor) && op === 'phone') return searched(sql`${column}::text LIKE ${`%${digits}%`}`)
  if (!seesPhones(actor) && digits.length > 5) throw new AppError('VALIDATION', refusals.phoneSearch)
  return exact(endsIn(column, table, digits))
}

/** Folded text that the database cannot turn into digits, as it can those of other scripts. */
const withoutDigits = /^[^0-9\u0080-\u{10ffff}]*$/u

/**
 * Text search ignoring case and accents; folded by the same function as the column. Text that may be digits is searched
 * in the masked text, because a search could otherwise reveal what the mask hides.
 */
function containsCondition(name: string, field: Field, text: string, actor: Actor): Sql {
  const pattern = sql`'%' || fold(${likeEscape(text)}) || '%'`
  const matches = sql`${ident(`${name}_fold`)} LIKE ${pattern}`
  if (seesPhones(actor) || withoutDigits.test(foldText(text))) return matches
  return sql`${matches} AND fold(redact_phones(${columnOf(name, field)})) LIKE ${pattern}`
}

/** Condition that a text has these words in sequence; the last one may be incomplete. */
export const hasWords = (name: string, text: string): Sql =>
  sql`words_of(${ident(`${name}_fold`)}) @@ words_sought(fold(${text}))`

/** The same for reading rows: without the index most rows are excluded by the longest word, at a hundredth of the cost. */
function wordsCondition(name: string, text: string): Sql {
  const [longest] = text.split(/\s+/).toSorted((a, b) => b.length - a.length)
  return sql`(${hasWords(name, text)} AND strpos(${ident(`${name}_fold`)}, fold(${longest})) > 0)`
}

/** Condition that a row belongs to the branch or group of an account, to any branch or to none (D3-ORG-01). */
export function inTeam(username: string): Sql {
  if (username === anyBranch) return sql`brand_id IS NOT NULL`
  if (username === noBranch) return sql`brand_id IS NULL`
  const id = sql`(SELECT id FROM users WHERE username = ${username})`
  return sql`(brand_id = ${id} OR group_id = ${id})`
}

/** A filter implemented by the resource itself. */
export type OwnSearch = (text: string, actor: Actor) => Condition

const ownSearches = new Map<string, Readonly<Record<string, OwnSearch>>>()

/** Registers the resource's own filters (operator `own`), by parameter. */
export const offerSearches = (path: string, searches: Readonly<Record<string, OwnSearch>>): void =>
  void ownSearches.set(path, searches)

/** Whether a parameter means all, as if it were absent (D1-Q-056, D1-Q-084). */
export const meansAll = (text: string): boolean => text === '' || text === '-99' || text === '__ALL'

/** Value of an equality filter; VALIDATION under the parameter's name if it is not an option of the field. */
export function equalValue(parameter: string, text: string, field: Field): Value {
  if (field.kind !== 'choice' && field.kind !== 'flag') return spelled(text, field.options)
  const reading = readField(text, field)
  if (reading.ok) return reading.value
  throw new AppError('VALIDATION', reading.reason, { fields: { [parameter]: reading.reason } })
}

/** Condition of the filter `parameter`, for a `text` that does not mean all; `byWords`: search by words only. */
export function condition(
  resource: Resource,
  parameter: string,
  text: string,
  actor: Actor,
  byWords: boolean,
): Condition {
  const filter = resource.filter[parameter]
  if (!filter) throw new Error(`${resource.path}: no filter '${parameter}'`)
  const { op, on } = filter
  if (op === 'own') {
    const search = ownSearches.get(resource.path)?.[parameter]
    if (!search) throw new Error(`${resource.path}: nobody says what '${parameter}' finds`)
    return search(text, actor)
  }
  const field = fieldOf(resource, on)
  const column = columnOf(on, field)
  if (op === 'words' && byWords) return searched(wordsCondition(on, text))
  if (op === 'contains' || op === 'words') return searched(containsCondition(on, field, text, actor))
  if (op === 'equals') {
    const visibleColumn = knownTo(on, field, actor)
    return exact(
      text === noneValue
        ? sql`${visibleColumn} IS NULL`
        : sql`${visibleColumn} = ${equalValue(parameter, text, field)}`,
    )
  }
  if (op === 'team') return exact(inTeam(text))
  const search = { op, column, table: ident(tableOf(resource)), text, actor }
  return filter.or === undefined ? phoneCondition(search) : phoneOrText(search, resource, filter.or)
}

/** Text that cannot be a number is searched in the text only, a whole number in the phones only (D2-Q-42). */
function phoneOrText(search: Search, resource: Resource, name: string): Condition {
  const inText = containsCondition(name, fieldOf(resource, name), search.text, search.actor)
  const digits = phoneSearchDigits(search.text)
  if (digits === '' || /[\p{L}(]/u.test(search.text)) return searched(inText)
  const matches = phoneCondition(search)
  return digits.length === 9 ? matches : searched(sql`(${matches.where} OR ${inText})`)
}
