/** Declarations of resources: facts once, surfaces as lists of names. Plain JSON data. */
import type { Ability } from '#platform/contract/abilities.ts'
import { namedByActions, type Action, type State } from './action.ts'
import type { Card } from './card.ts'
import type { Field } from './field.ts'

/** Operator of a filter parameter. */
export type FilterOp =
  | 'contains' // case- and accent-insensitive substring of a text
  | 'words' // the same in a table with millions of rows: words, else any part of the text (kit/server/word-search.ts)
  | 'equals' // exactly this value
  | 'phone' // digits of a phone: contained for users who see phones, else the last 1–5 or the whole number
  | 'phoneEnd' // digits of a phone in a table with millions of rows: its last ones, or the whole number
  | 'own' // implemented by the resource's module on the server
  | 'team' // rows that happened in a unit (`units`): of a branch, of a leader

/** Special filter values: of `equals`, rows without a value; of `team`, rows of any branch, or of none. */
export const noneValue = '__NONE'
export const anyBranch = '__BRANCH'
export const noBranch = '__NO_BRANCH'

/**
 * `all`: another value that means every row; `or`: a text field that a phone search includes; `self`: users who may not
 * see the field may still filter by their own name.
 */
type Filter = {
  on: string
  op: FilterOp
  label?: string
  placeholder?: string
  all?: string
  or?: string
  self?: true
  /** Ability needed to see the filter on the screen; by default everyone who sees the field. */
  offerTo?: Ability
}

/** A day range: its field, its two parameters, and the screen's default. */
export type Period = {
  on: string
  from: string
  to: string
  label: string
  default?: 'month' | 'today'
}

type May = {
  read: Ability
  /** Read one row by its package name, and all rows, to fill a form; default is `read`. */
  pick?: Ability
  create?: Ability
  update?: Ability
  remove?: Ability
  import?: Ability
  export?: Ability
  /** Hand rows without a staff member to people in scope (D1-Q-138, D2-Q-16). */
  assign?: Ability
}

type Sheet = {
  /** Key fields; a later row updates an earlier one, with `beside` only one of the same sheet. Without a key every row is new. */
  key?: readonly string[]
  beside?: true
  /** First sheet row that is data: 1 without a header, 2 with one. */
  firstRow: 1 | 2
  /** Fields by column; `null` for a column that is not read. */
  columns: readonly (string | null)[]
  /** Fields read by position under unknown headings; the others have to be named (D3-FILE-04). */
  byPosition?: readonly string[]
  /** Other headings of a field besides its labels. */
  heads?: Readonly<Record<string, readonly string[]>>
  /** Headings of columns to skip before counting positions: running numbers, computed sums. */
  ignore?: readonly string[]
  /** Pairs of dates in ascending order: otherwise the row gets a warning (D3-FILE-08). */
  inOrder?: readonly (readonly [string, string])[]
  /** Dates that must not be in the future: otherwise the row gets a warning. */
  notAhead?: readonly string[]
  /** Unit in 'Tải file thành công: "…" (n unit)'. */
  unit: string
}

/**
 * A total over the whole filter, in addition to `count`: a sum, a count of rows, or counts per value of a field, of
 * rows with the values `of`. Without the right `may` it is null, unless filter `orPhoneIn` is a complete phone.
 */
export type Total = (
  | { sum: string }
  | { rows: true }
  | { by: string; of?: Readonly<Record<string, string | number>> }
) & {
  may?: Ability
  orPhoneIn?: string
}

/** Author of a row: the caller, or a person in scope that the caller names, if the `write` of the field allows it; `name` is set by the server. */
type Author = { username: string; name?: string }

/**
 * Rows with decisions: while `field` is `pending` the rights of update and remove apply. After the decision, deletion
 * and the fields in `closes` are closed for all users and calls, until an action leads back to `pending` (D3-DEC-01,
 * D3-DEC-02).
 */
type Approval = {
  field: string
  /** State of an open row; null if the field is empty. */
  pending: State
  /** Fields that PUT, import, assign and actions may not change after the decision. */
  closes: readonly string[]
  /** Fields with a warning text → text after the number of rows that have it (D3-DEC-04). */
  warnings?: Readonly<Record<string, string>>
  /** Money fields summed in the confirmation for many rows. */
  sum?: readonly string[]
  /** For a second approval (D3-ACC-03): field with the first approver; field with whether an approval is the first (1) or the second (2). */
  second?: { by: string; turn: string }
}

/** A decision: name of the action, and its target state. */
export type DeskStep = readonly [action: string, to: State]

/** A kind of rows waiting for a decision, as listed in 'Bàn duyệt' (D3-APR-01). */
export type DeskKind = {
  label: string
  /** Field → value or values that identify rows of the kind, in any state. */
  of?: Readonly<Record<string, State | readonly State[]>>
  /** Field → value or values while it waits. */
  waits: Readonly<Record<string, State | readonly State[]>>
  /** Instant since which it waits; an index of (it, id) over waiting rows serves the order. */
  since: string
  phone: string
  package?: string
  /** Money fields; their sum is the amount that gets approved (D3-ONE-04). */
  amount?: readonly string[]
  /** Money fields; their sum is what the customer has to transfer, in đồng. */
  due?: readonly string[]
  /** Other fields shown for the decision. */
  facts: readonly string[]
  approve?: DeskStep
  reject?: DeskStep
}

/** Kinds by name; `warnings` as in `approval`, for rows that a decision does not close. */
export type Desk = {
  kinds: Readonly<Record<string, DeskKind>>
  warnings?: Approval['warnings']
}

export type Resource = {
  /** Path below /api/v1, also the resource's name in audit, events and permissions. */
  path: string
  /** Table to write, and to read without a `view`; default is the path. */
  table?: string
  /** View to read instead of the table. */
  view?: string
  /** For a `secondList`: path of the first list of the same rows. Both share channel and audit trail. */
  rowsOf?: string
  title: string
  /** Noun for one row: 'bản ghi', 'số', 'gói'. */
  noun: string
  fields: Readonly<Record<string, Field>>
  /** Columns of the list, in order. */
  list: readonly string[]
  /** Leading parts of a card on a phone, if not the first of their kind (D3-PHN-01). */
  card?: Card
  /** Columns besides the card's state and money that must be visible in a window of 1366 px without scrolling (D3-GRID-09). */
  sight?: readonly string[]
  /** Sent with every row without being a column: second spellings and companions (D1-Q-061, D1-Q-079). */
  also?: readonly string[]
  /** Other resources this list reads from: open screens reload when one of them changes. */
  sources?: readonly string[]
  /** Default order; the id is the last key. */
  order: readonly (readonly [string, 'asc' | 'desc'])[]
  /** Sortable fields, each with an index; the id is the last key (D3-GRID-01). */
  sort?: readonly string[]
  /** Query parameter → field and operator. */
  filter: Readonly<Record<string, Filter>>
  /** Day ranges of the filter; the first is `startDate`/`endDate` by default. */
  periods?: readonly Period[]
  /** Fields of the create and edit dialog. */
  form?: readonly string[]
  /** Additional fields allowed in a body: the call reads them itself, or a spec row says to ignore them (D1-Q-145). */
  accepts?: readonly string[]
  /** Fields required in the dialog though an import may leave them empty. */
  formRequired?: readonly string[]
  /** Fields edited in the table. */
  inline?: readonly string[]
  sheet?: Sheet
  /** Rows of an import are saved one by one, because the table may refuse individual ones. */
  eachRow?: true
  /** File name of the export, and its columns (default: the list's). */
  exportAs?: { file: string; columns?: readonly string[]; second?: SecondSheet }
  /** Field with the owner's username or account id; limits lists to the caller's scope. */
  owner?: string
  /** Staff field by which partners are limited to their own rows (D3-ACC-06). */
  partnersOwn?: string
  /** Readers may change and delete their own rows (by `owner`, else `author`); decided rows only while open. */
  ownersWrite?: true
  /** Rows carry the unit they happened in (`brand_id`, `group_id`), by which branches and leaders see them (D3-ORG-01). */
  units?: true
  /** Staff field that assign calls fill if everyone reads every row; default is the owner (D1-Q-003). */
  assignTo?: string
  /** Field with the last author of a change; users who may not see it do not see authors in the history either. */
  changedBy?: string
  /** Field that `GET findPackage/{name}` searches, in any spelling. Without it the call behaves like GET one. */
  findBy?: string
  /** Key that must be unique, with the message when creating a duplicate; the response includes the existing row (D3-PRC-01). */
  unique?: { key: readonly string[]; refusal: string }
  /** Totals over the whole filter by their name in the answer. */
  totals?: Readonly<Record<string, Total>>
  /** Author fields that a create takes from the session (D1-Q-127, D1-Q-145). */
  author?: Author
  /** Fields closed once a row is decided. */
  approval?: Approval
  /** Its kinds on the approvals desk. */
  desk?: Desk
  /** Declared actions, one call each, by name. */
  actions?: Readonly<Record<string, Action>>
  /**
   * Phone field that the response reveals something about. Rows that a masked role enters beyond its daily phone limit
   * get the flag `untold`, and nothing derived from their phone is shown to it (D3-SEC-05).
   */
  untold?: string
  /**
   * Phone field of the customer who will be contacted. If the customer asked not to be called, creating or importing
   * the row or setting this phone answers DO_NOT_CALL, unless a reason is sent (D3-RULE-05).
   */
  reaches?: string
  /** Deleted rows stay in the table with author and time; otherwise a delete is final. */
  softDelete?: true
  may: May
  /** Offered page sizes and the default; the shared constant by default (D1-Q-148). */
  paging?: { sizes: readonly number[]; size: number }
  /** Offers GET listNoLimit; 'unrestricted' only to priorities that may export (D2-Q-44). */
  listNoLimit?: true | 'unrestricted'
}

/** A second sheet of an export, explaining its values. */
export type SecondSheet = {
  name: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Target of an upload. */
export type SheetTarget = Pick<
  Resource,
  | 'path'
  | 'table'
  | 'title'
  | 'fields'
  | 'form'
  | 'softDelete'
  | 'may'
  | 'author'
  | 'eachRow'
  | 'untold'
  | 'reaches'
> & {
  sheet: Sheet
}

/** Page sizes of lists (D1-LIST-11, D1-LIST-12). */
export const defaultPaging = { sizes: [20, 50, 100], size: 20 } as const

/**
 * A larger `count` is not a page of a screen but a slice of the whole list: if the filter has more rows than
 * `export.confirmRows` it requires a confirmed session, as an export does (D3-SEC-07).
 */
export const largestPage = 100

/** Most rows per import call (D1-IMP-01, D2-IMP-10). */
export const importChunk = 200

/** A larger `count` on an exportable list is an export (D1-Q-155). */
export const exportThreshold = 1000

/**
 * Query parameters that read all rows of a filter for printing. A page of this size counts as an export, with its right
 * and its confirmation; `print` records in the audit entry that the rows were printed (D3-GRID-11).
 */
export const printedQuery = { page: '0', count: '9999999999', print: '1' } as const

function facetFieldNames({ totals = {}, author, approval, desk }: Resource): string[] {
  const summed = Object.values(totals).flatMap((total) => {
    if ('rows' in total) return []
    return 'sum' in total ? [total.sum] : [total.by, ...Object.keys(total.of ?? {})]
  })
  const kinds = Object.values(desk?.kinds ?? {}).flatMap((kind) => [
    ...Object.keys({ ...kind.of, ...kind.waits }),
    ...[kind.since, kind.phone, ...kind.facts].concat(kind.package ?? [], kind.amount ?? [], kind.due ?? []),
  ])
  return [
    ...summed,
    ...kinds,
    ...Object.keys(desk?.warnings ?? {}),
    ...(author ? [author.username, ...(author.name ? [author.name] : [])] : []),
    ...(approval ? [approval.field, ...approval.closes, ...Object.keys(approval.warnings ?? {})] : []),
    ...(approval?.sum ?? []).concat(Object.values(approval?.second ?? {})),
  ]
}

/** Throws if the parts of a declaration contradict each other. */
function checkFacets(resource: Resource): void {
  const { path, sort = [], totals = {}, author, approval, fields } = resource
  // Notes may contain phones, which some roles see masked; sorting would reveal them.
  for (const name of sort)
    if (fields[name]?.kind === 'note') throw new Error(`${path}: '${name}' has no order`)
  for (const [name, total] of Object.entries(totals)) {
    if (name === 'values' || name === 'count') throw new Error(`${path}: a total cannot be called '${name}'`)
    if ('sum' in total && !isNumber(fields[total.sum])) throw new Error(`${path}: '${total.sum}' has no sum`)
  }
  if (resource.owner !== undefined && !author && resource.form?.includes(resource.owner))
    throw new Error(`${path}: '${resource.owner}' is entered, so 'author' says who may name whom`)
  if (author) {
    if (fields[author.username]?.write === undefined)
      throw new Error(
        `${path}: the write of '${author.username}' says who may name somebody else, or 'never'`,
      )
    if (author.name !== undefined && fields[author.name]?.write !== 'never') {
      throw new Error(`${path}: '${author.name}' is derived, so its write is 'never'`)
    }
  }
  if (approval && resource.sheet?.key) {
    throw new Error(`${path}: rows that are decided cannot be overwritten by their key`)
  }
  const { owner = resource.ownersWrite && author?.username } = resource
  if ((resource.ownersWrite || resource.units) && !owner)
    throw new Error(`${path}: ownersWrite or units without an owner`)
}

/** Properties that contain field names, to type-check them against the names `N` of the fields. */
export type Names<N extends string> = {
  list: readonly N[]
  card?: Card<N>
  sight?: readonly N[]
  also?: readonly N[]
  order: readonly (readonly [N, 'asc' | 'desc'])[]
  sort?: readonly N[]
  filter: Readonly<Record<string, Filter & { on: N }>>
  periods?: readonly (Period & { on: N })[]
  form?: readonly N[]
  formRequired?: readonly N[]
  inline?: readonly N[]
  sheet?: { key?: readonly N[]; columns: readonly (N | null)[] }
  unique?: { key: readonly N[] }
  exportAs?: { columns?: readonly N[] }
  owner?: N
  partnersOwn?: N
  assignTo?: N
  untold?: N
  reaches?: N
  changedBy?: N
  findBy?: N
}

const isNumber = (field: Field | undefined): boolean => field?.kind === 'money' || field?.kind === 'number'

/** Returns the declaration, after checking at startup what the types cannot check. */
export function defineResource<const R extends Resource>(resource: R & Names<keyof R['fields'] & string>): R {
  const fieldNames = [...facetFieldNames(resource), ...namedByActions(resource.actions)]
  for (const name of fieldNames) {
    if (!(name in resource.fields)) throw new Error(`${resource.path}: no field '${name}'`)
  }
  checkFacets(resource)
  return resource
}

/** Whether rights differ per row, so that each row has `may`. */
export const saysMay = ({ approval, ownersWrite }: Resource): boolean => Boolean(approval || ownersWrite)

/** The table a resource is written to. */
export const tableOf = (resource: Pick<Resource, 'path' | 'table'>): string => resource.table ?? resource.path

/** The table or view a resource is read from. */
export const sourceOf = (resource: Resource): string => resource.view ?? tableOf(resource)

/** The field of a name; throws for an unknown one. */
export function fieldOf(resource: Pick<Resource, 'path' | 'fields'>, name: string): Field {
  const field = resource.fields[name]
  if (!field) throw new Error(`${resource.path}: no field '${name}'`)
  return field
}
