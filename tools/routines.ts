/** Checks the functions of a database like a compiler: each statement is planned, and each function must be called. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { planningBlock, type Routine } from './plpgsql.ts'
import { isOn } from './sides.ts'
import { root, sourceFiles } from './source-files.ts'

const isOwn = `p.pronamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`

// A trigger function appears once per table that it serves.
const ownRoutines = `
  SELECT p.proname AS name, l.lanname AS language, pg_get_functiondef(p.oid) AS definition,
    CASE WHEN t.typtype <> 'p' AND t.typtype <> 'c' AND NOT p.proretset THEN format_type(t.oid, NULL) END AS result,
    g."table", g.transitions,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'type', format_type(a.type, NULL))), '[]')
      FROM unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[])) a (name, type)) AS variables
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_type t ON t.oid = p.prorettype
  LEFT JOIN (
    SELECT tgfoid, tgrelid::regclass::text AS "table",
      array_remove(array_agg(tgnewtable) || array_agg(tgoldtable), NULL)::text[] AS transitions
    FROM pg_trigger WHERE NOT tgisinternal GROUP BY 1, 2) g ON g.tgfoid = p.oid
  WHERE ${isOwn} AND l.lanname IN ('sql', 'plpgsql') AND p.prosqlbody IS NULL
    AND (t.typname <> 'trigger' OR g.tgfoid IS NOT NULL)
  ORDER BY 1, g."table"`

type Written = Routine & {
  language: 'sql' | 'plpgsql'
  table: string | null
  /** Transition tables, which exist only while the trigger runs. */
  transitions: string[] | null
}

/** The statement that checks one function; SQL functions are checked by PostgreSQL when created again. */
async function textFor(routine: Written): Promise<string> {
  const { language, table, transitions, variables } = routine
  if (language === 'sql') return routine.definition
  const rows = table ? ['new', 'old'].map((name) => ({ name, type: table })) : []
  const block = await planningBlock({ ...routine, variables: [...variables, ...rows] })
  return (transitions ?? []).reduce(
    (text, name) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), table ?? ''),
    block,
  )
}

type DatabaseError = Error & { internalQuery?: string; internalPosition?: string }

function sentence({ name, table }: Written, error: DatabaseError): string {
  const { internalQuery, internalPosition } = error
  const near = internalQuery?.slice(internalPosition ? Number(internalPosition) - 1 : 0).slice(0, 80)
  return `${name}${table ? ` on ${table}` : ''}: ${error.message}${near ? `, at: ${near.replaceAll(/\s+/g, ' ')}` : ''}`
}

/** First error of each function body. Runs inside the caller's transaction and rolls back its changes. */
export async function routineProblems(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<Written>(ownRoutines)
  const problems: string[] = []
  await client.query('SET LOCAL check_function_bodies = on; SAVEPOINT unchanged')
  for (const routine of rows) {
    try {
      await client.query(await textFor(routine))
    } catch (error) {
      problems.push(sentence(routine, error as DatabaseError))
      await client.query('ROLLBACK TO unchanged')
    }
  }
  await client.query('ROLLBACK TO unchanged')
  return problems
}

// Function bodies are handled separately; these are all other callers.
const calling = `
  SELECT p.proname AS name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) AS text FROM pg_proc p WHERE ${isOwn}
  UNION ALL SELECT NULL, pg_get_viewdef(oid) FROM pg_class WHERE relkind IN ('v', 'm')
  UNION ALL SELECT NULL, pg_get_constraintdef(oid) FROM pg_constraint
  UNION ALL SELECT NULL, pg_get_expr(adbin, adrelid) FROM pg_attrdef
  UNION ALL SELECT NULL, indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT NULL, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal`

/** Functions used neither by the program's text nor inside the database; `program` without its comments. */
export async function unusedRoutines(client: pg.ClientBase, program: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string | null; text: string }>(calling)
  const bodies = new Map(
    rows.flatMap(({ name, text }) => (name ? [[name, text.replaceAll(/--.*/g, '')]] : [])),
  )
  const outside = rows.flatMap(({ name, text }) => (name ? [] : [text]))
  const unused = new Set(bodies.keys())
  const reach = (text: string): void => {
    const called = new Set(Array.from(text.matchAll(/(\w+)"?\s*\(/g), ([, name]) => name ?? ''))
    const reached = [...called].filter((name) => unused.delete(name))
    for (const name of reached) reach(bodies.get(name) ?? '')
  }
  for (const text of [program, ...outside]) reach(text)
  return [...unused].map(
    (name) => `${name}() is called by nothing: delete it (DROP FUNCTION IF EXISTS in an upgrade)`,
  )
}

/** Program text that may call functions of the database, without comments. */
const programText = (): string =>
  sourceFiles(/(?<!\.test)\.ts$/)
    .filter((file) => isOn(file, 'contract', 'server') || file.startsWith('tools/'))
    .map((file) => readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*/gm, ''))
    .join('\n')

/** All problems of the functions in a database of this version. */
export async function databaseProblems(): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'vasdesk-check-'))
  const database = await startEmbedded(dir, { fsync: 'off', shared_buffers: '32MB' })
  const client = new pg.Client({ connectionString: database.url })
  try {
    await migrate(database.url)
    await client.connect()
    await client.query('BEGIN')
    return [...(await routineProblems(client)), ...(await unusedRoutines(client, programText()))]
  } finally {
    await client.end()
    await database.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
