/** Extracts the statements of a PL/pgSQL function into a block that plans each without running it. */
import { loadModule, parsePlPgSQLSync } from 'libpg-query'
import pg from 'pg'

type Tree = { [key: string]: unknown }
type Datum = { refname?: string; datatype?: { PLpgSQL_type: { typname: string } }; default_val?: unknown }
type Parsed = { datums: { PLpgSQL_var?: Datum; PLpgSQL_rec?: Datum }[]; action: Tree }

const quoted = pg.escapeIdentifier

/** Catalogue data of a function; `variables` are its arguments, and NEW and OLD of a trigger. */
export type Routine = {
  name: string
  definition: string
  variables: { name: string; type: string }[]
  /** Type for RETURN; null for a row, a set or nothing. */
  result: string | null
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** Text of an expression in the parse tree; undefined for other nodes. */
function expressionOf(value: unknown): string | undefined {
  const found = isTree(value) ? value.PLpgSQL_expr : undefined
  return isTree(found) ? String(found.query) : undefined
}

const recordName = (value: unknown): string | undefined =>
  isTree(value) && isTree(value.PLpgSQL_rec) ? String(value.PLpgSQL_rec.refname) : undefined

const plan = (query: string): string => `FOR _plan IN EXPLAIN ${query} LOOP END LOOP;`
/** Gives a record the columns of a query, without reading rows. */
const shape = (record: string, query: string): string =>
  `SELECT * INTO ${quoted(record)} FROM (${query}) q WHERE false;`
/** Incompatible types do not coalesce; PL/pgSQL itself would convert via text at run time. */
const fits = (target: string, value: string): string => plan(`SELECT coalesce(${target}, (${value}))`)

type Context = { datums: Parsed['datums']; result: string | null; found: string[] }

function assignment({ datums, found }: Context, node: Tree, text: string): void {
  const [, target = '', value = ''] = /^(.*?)\s*:?=\s*([^]*)$/.exec(text) ?? []
  const record = recordName(datums[Number(node.varno)])
  found.push(record ? shape(record, `SELECT (${value}).*`) : fits(target, value))
}

function statement(context: Context, kind: string, node: Tree, key: string, text: string): void {
  const { found, result } = context
  const record = recordName(node.target) ?? recordName(node.var)
  if (kind === 'PLpgSQL_stmt_assign') assignment(context, node, text)
  else if (kind === 'PLpgSQL_stmt_return' && result) found.push(fits(`NULL::${result}`, text))
  else if (key === 'cond') found.push(plan(`SELECT (${text}) IS TRUE`))
  else if (record && /^\s*(SELECT|WITH)\b/i.test(text)) found.push(shape(record, text))
  else if (['sqlstmt', 'query'].includes(key) && kind !== 'PLpgSQL_stmt_dynexecute') found.push(plan(text))
  else if (kind === 'PLpgSQL_stmt_perform') found.push(plan(text))
  else found.push(plan(`SELECT ${text}`))
}

/** A node's own expressions come before its children: a loop's query defines the record that its body uses. */
function visit(context: Context, kind: string, node: Tree): void {
  const fields = Object.entries(node).flatMap(([key, value]) =>
    listOf(value).map((one) => [key, one] as const),
  )
  for (const [key, value] of fields) {
    const text = expressionOf(value)
    if (text !== undefined) statement(context, kind, node, key, text)
  }
  for (const [key, value] of fields)
    if (key !== 'var' && key !== 'target' && isTree(value) && expressionOf(value) === undefined)
      visit(context, key.startsWith('PLpgSQL_') ? key : kind, value)
}

/** Every variable of the function with its type; for arguments the catalogue is more exact than the parser. */
function declarations({ datums }: Parsed, { variables, name }: Routine): string[] {
  const types = new Map<string, string>()
  const argumentTypes = new Map(variables.map((one) => [one.name, one.type]))
  for (const { PLpgSQL_var: scalar, PLpgSQL_rec: record } of datums) {
    const { refname, datatype } = scalar ?? record ?? {}
    if (!refname || refname.startsWith('__Case')) continue
    const type = argumentTypes.get(refname) ?? datatype?.PLpgSQL_type.typname ?? 'record'
    if ((types.get(refname) ?? type) !== type) throw new Error(`${name} declares ${refname} with two types`)
    types.set(refname, type)
  }
  return [...types].map(([refname, type]) => `${quoted(refname)} ${type};`)
}

/** A DO block that fails where a statement of the function uses unknown names or mismatched types. */
export async function planningBlock(routine: Routine): Promise<string> {
  await loadModule()
  const parsed = parsePlPgSQLSync(routine.definition) as unknown as {
    plpgsql_funcs: { PLpgSQL_function: Parsed }[]
  }
  const tree = parsed.plpgsql_funcs[0]?.PLpgSQL_function
  if (!tree) throw new Error(`${routine.name} is no PL/pgSQL function`)
  const context: Context = { datums: tree.datums, result: routine.result, found: [] }
  for (const { PLpgSQL_var: scalar } of tree.datums) {
    const text = expressionOf(scalar?.default_val)
    if (text !== undefined) context.found.push(fits(quoted(scalar?.refname ?? ''), text))
  }
  visit(context, '', tree.action)
  const declared = declarations(tree, routine).join('\n')
  const option = /^#variable_conflict \w+$/m.exec(routine.definition)?.[0] ?? ''
  return `DO $check$\n${option}\n<<${quoted(routine.name)}>> DECLARE _plan record;\n${declared}\nBEGIN\n${context.found.join('\n')}\nEND $check$`
}
