/** One declaration per resource: facts once, surfaces as lists of names. Plain JSON data. */
import type { Ability } from '../abilities.ts'
import { namedByActions, type Action, type State } from './action.ts'
import type { Field } from './field.ts'

/** How a filter parameter meets its field. */
export type FilterOp =
  | 'contains' // case and mark blind substring of a text
  | 'equals' // exactly this value
  | 'phone' // digits of a phone: contained for those who see phones, else trailing 1–5 or the whole number
  | 'phoneEnd' // digits of a phone in a table of millions: its last ones, or the whole number
  | 'own' // what the resource's own module on the server says
  | 'team' // rows that happened in a unit (`units`): of a branch, of a leader

/** Filter values beside names: of `equals`, rows without one; of `team`, what happened in any branch, or in none. */
export const nobody = '__NONE'
export const anyBranch = '__BRANCH'
export const noBranch = '__NO_BRANCH'

/**
 * `all`: a value that asks for every row, besides the empty one; `or`: a text in which a phone search looks as well;
 * `self`: who may not see the field may still name himself.
 */
type Filter = {
  on: string
  op: FilterOp
  label?: string
  placeholder?: string
  all?: string
  or?: string
  self?: true
  /** Who is offered it on the screen; everybody who sees the field when left out. */
  offerTo?: Ability
}

/** A day range: its field, its two parameters, and what the screen starts with. */
export type Period = {
  on: string
  from: string
  to: string
  label: string
  default?: 'month' | 'today'
}

type May = {
  read: Ability
  /** Who may ask for one row by its package name, and for all, to fill a form; who reads when left out. */
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
  /** Fields that tell two rows apart; a later one updates the earlier, of its sheet alone with `beside`. None: each counts. */
  key?: readonly string[]
  beside?: true
  /** First sheet row that is data: 1 without a header, 2 with one. */
  firstRow: 1 | 2
  /** Columns by position; `null` is a column that is not read. */
  columns: readonly (string | null)[]
  /** What the headings of a field are called besides its labels. */
  heads?: Readonly<Record<string, readonly string[]>>
  /** Headings whose column is left out before counting positions: running numbers, computed sums. */
  ignore?: readonly string[]
  /** Unit in 'Tải file thành công: "…" (n unit)'. */
  unit: string
}

/**
 * A figure over the whole filter, beside `count`: a sum, a count of rows, or a count per value of a field. One that not
 * everybody may have is null for the others, unless the text of the filter `orPhoneIn` is a whole phone. A count per value
 * may be `of` the rows alone whose fields have these values.
 */
export type Total = (
  | { sum: string }
  | { rows: true }
  | { by: string; of?: Readonly<Record<string, string | number>> }
) & {
  may?: Ability
  orPhoneIn?: string
}

/**
 * The staff member a row belongs to: the caller, or somebody of the scope whom the caller names where the `write` of the field
 * allows it. `name` holds the full name, which the server derives.
 */
type Author = { username: string; name?: string }

/**
 * Rows that are decided: while `field` is `pending` the rights of update and remove hold. Once decided they are closed
 * for everybody and by every call, for deletion and for the fields `closes`, until an action leads back to `pending`
 * (D3-DEC-01, D3-DEC-02).
 */
type Approval = {
  field: string
  /** The state in which a row is open; null where it is empty then. */
  pending: State
  /** What was decided on; PUT, import, assign and actions leave it. */
  closes: readonly string[]
  /** Fields that say in words what speaks against a row → words behind a number of such rows (D3-DEC-04). */
  warnings?: Readonly<Record<string, string>>
  /** Money fields whose sum is said when many are decided. */
  sum?: readonly string[]
}

/** A decision of a kind: the action's name, and the state that it leads to. */
export type DeskStep = readonly [action: string, to: State]

/** A kind of rows that wait for somebody's decision, as 'Bàn duyệt' lists them (D3-APR-01). */
export type DeskKind = {
  label: string
  /** Field → its value, or one of these: which rows are of the kind, whatever became of them. */
  of?: Readonly<Record<string, State | readonly State[]>>
  /** The same: while these hold, a row of the kind waits. */
  waits: Readonly<Record<string, State | readonly State[]>>
  /** Instant from which it waits; an index of (it, id) of the waiting rows serves their order. */
  since: string
  phone: string
  package?: string
  /** Money fields whose sum is decided on (D3-ONE-04). */
  amount?: readonly string[]
  /** Fields whose sum a customer's transfer should bring, in đồng. */
  due?: readonly string[]
  /** What else is decided by. */
  facts: readonly string[]
  approve?: DeskStep
  reject?: DeskStep
}

/** Kinds by name; `warnings` as in `approval`, where the rows are not closed by a decision. */
export type Desk = {
  kinds: Readonly<Record<string, DeskKind>>
  warnings?: Approval['warnings']
}

export type Resource = {
  /** Path below /api/v1, also the resource's name in audit, events and permissions. */
  path: string
  /** Table written, and read unless a view is named; the path when left out. */
  table?: string
  /** View that is read instead of the table. */
  view?: string
  /** Path of the first list of the same rows, of one that `secondList` declares: both are told of changes and share the trail. */
  rowsOf?: string
  title: string
  /** What one row is called: 'bản ghi', 'số', 'gói'. */
  noun: string
  fields: Readonly<Record<string, Field>>
  /** Columns of the list, in order. */
  list: readonly string[]
  /** Sent with every row but no column of the screen: second spellings and companions (D1-Q-061, D1-Q-079). */
  also?: readonly string[]
  /** Resources whose changes change rows of this one too: its lists and totals are told. */
  sources?: readonly string[]
  /** Newest first, or as told; the id decides between equals. */
  order: readonly (readonly [string, 'asc' | 'desc'])[]
  /** Fields that a list may be sorted by, each served by an index; the id decides between equals (D3-GRID-01). */
  sort?: readonly string[]
  /** Query parameter → field and operator. */
  filter: Readonly<Record<string, Filter>>
  /** Day ranges of the filter; the first is `startDate`/`endDate` unless it says otherwise. */
  periods?: readonly Period[]
  /** Fields of the create and edit dialog. */
  form?: readonly string[]
  /** Fields the dialog must have although an import may leave them empty. */
  formRequired?: readonly string[]
  /** Fields edited in the row. */
  inline?: readonly string[]
  sheet?: Sheet
  /** Rows of an import are saved one by one: what only the table can say against one is said of it, and the others are saved. */
  eachRow?: true
  /** Name of the exported file, and its columns (the list's when left out). */
  exportAs?: { file: string; columns?: readonly string[]; second?: SecondSheet }
  /** Field that holds the owner's username or account id; lists are limited to the caller's scope by it. */
  owner?: string
  /** Staff field of the rows that a partner reads: his own by it, and none of his brand or of others (D3-ACC-06). */
  partnersOwn?: string
  /** Whoever reads may also change and delete the rows that are his by `owner`, else by `author`, of rows that are decided those that are not yet. */
  ownersWrite?: true
  /** Rows carry the unit they happened in (`brand_id`, `group_id`): branches and leaders see those of theirs (D3-ORG-01). */
  units?: true
  /** Staff field that the assign calls fill where everybody reads every row; the owner when left out (D1-Q-003). */
  assignTo?: string
  /** Field that says who changed the row last: who may not see it is not told by the history either. */
  changedBy?: string
  /** Field that `GET findPackage/{name}` searches, however its name is spelled. Without it: as GET one. */
  findBy?: string
  /** A create with a key that exists is refused in these words, with the row (D3-PRC-01). */
  unique?: { key: readonly string[]; refusal: string }
  /** Figures over the whole filter by the name they have in the answer. */
  totals?: Readonly<Record<string, Total>>
  /** Fields that a create takes from the session (D1-Q-127, D1-Q-145). */
  author?: Author
  /** What is closed once a row is decided. */
  approval?: Approval
  /** What of it waits for whose decision. */
  desk?: Desk
  /** What is done with a row besides writing its fields: one call each, by name. */
  actions?: Readonly<Record<string, Action>>
  /**
   * Phone field of which the server tells something in a row or because of it. What a masked role enters beyond its day's
   * number of phones has the table's `untold` set, and nothing derived from the phone is told of it (D3-SEC-05).
   */
  untold?: string
  /** Rows stay in the table with who and when; without it a delete is final. */
  softDelete?: true
  may: May
  /** Page sizes offered and the first one used; the shared constant when left out (D1-Q-148). */
  paging?: { sizes: readonly number[]; size: number }
  /** Also offers GET listNoLimit; 'unrestricted' keeps it from priorities that may not export (D2-Q-44). */
  listNoLimit?: true | 'unrestricted'
}

/** A sheet behind the rows of an export that explains what stands in them. */
export type SecondSheet = {
  name: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

/** What an upload needs to know of where its rows go. */
export type SheetTarget = Pick<
  Resource,
  'path' | 'table' | 'title' | 'fields' | 'form' | 'softDelete' | 'may' | 'author' | 'eachRow' | 'untold'
> & {
  sheet: Sheet
}

/** Page sizes of lists (D1-LIST-11, D1-LIST-12). */
export const defaultPaging = { sizes: [20, 50, 100], size: 20 } as const

/** Rows of one import call at most (D1-IMP-01, D2-IMP-10). */
export const importChunk = 200

/** `count` above this on an exportable list is an export (D1-Q-155). */
export const exportThreshold = 1000

/** Names of fields that the facets speak of. */
function namedByFacets({ totals = {}, author, approval, desk }: Resource): string[] {
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
    ...(approval?.sum ?? []),
  ]
}

/** What facets ask of the rest of a declaration; throws where they contradict it. */
function checkFacets(resource: Resource): void {
  const { path, sort = [], totals = {}, author, approval, fields } = resource
  // Notes may name phones, which some roles see masked: their order would spell out what the mask hides.
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

/** The keys of a declaration that speak of fields, with the names `N` that it has: a wrong one fails the type check. */
export type Names<N extends string> = {
  list: readonly N[]
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
  changedBy?: N
  findBy?: N
}

const isNumber = (field: Field | undefined): boolean => field?.kind === 'money' || field?.kind === 'number'

/** Returns the declaration as it is; what the types cannot tell of its facets is checked at start-up. */
export function defineResource<const R extends Resource>(resource: R & Names<keyof R['fields'] & string>): R {
  const named = [...namedByFacets(resource), ...namedByActions(resource.actions)]
  for (const name of named) {
    if (!(name in resource.fields)) throw new Error(`${resource.path}: no field '${name}'`)
  }
  checkFacets(resource)
  return resource
}

/** Whether not every row is open to whoever has the right: then each says `may`. */
export const saysMay = ({ approval, ownersWrite }: Resource): boolean => Boolean(approval || ownersWrite)

/** The table a resource is written to. */
export const tableOf = (resource: Pick<Resource, 'path' | 'table'>): string => resource.table ?? resource.path

/** The table or view a resource is read from. */
export const sourceOf = (resource: Resource): string => resource.view ?? tableOf(resource)

/** The field of a name; throws for a name that the declaration does not have. */
export function fieldOf(resource: Pick<Resource, 'path' | 'fields'>, name: string): Field {
  const field = resource.fields[name]
  if (!field) throw new Error(`${resource.path}: no field '${name}'`)
  return field
}
