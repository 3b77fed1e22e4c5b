/** What `npm run check` finds in functions of the database that PostgreSQL itself takes as they are. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { routineProblems, unusedRoutines } from './routines.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** The problems found in a database with these functions added. */
async function found(
  look: (client: Parameters<typeof routineProblems>[0]) => Promise<string[]>,
  ...made: string[]
) {
  const client = await database.pool.connect()
  try {
    await client.query(`BEGIN; ${made.join(';')}`)
    return await look(client)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

const body = (name: string, text: string, declared = ''): string =>
  `CREATE FUNCTION ${name}(p_user uuid) RETURNS int LANGUAGE plpgsql AS $$ DECLARE n int; ${declared} BEGIN ${text} RETURN n; END $$`

const faults = [
  [
    `UPDATE customer SET stagee = 'left' WHERE id = p_user;`,
    '"stagee" of relation "customer" does not exist',
  ],
  ['PERFORM no_such(p_user);', 'function no_such(uuid) does not exist'],
  ['BEGIN NULL; EXCEPTION WHEN others THEN n := m; END;', 'column "m" does not exist'],
  ['FOR r IN SELECT id FROM customer LOOP n := r.idd; END LOOP;', 'record "r" has no field "idd"'],
  ['IF n = p_user THEN NULL; END IF;', 'operator does not exist: integer = uuid'],
  ['n := p_user;', 'types integer and uuid cannot be matched'],
  ['RETURN now();', 'types integer and timestamp with time zone cannot be matched'],
] as const

test('missing names and mismatched types are reported, also in branches that never run', async () => {
  const made = faults.map(([text], i) => body(`planted_${i}`, `IF false THEN ${text} END IF;`, 'r record;'))
  expect(await found(routineProblems, ...made)).toEqual(
    faults.map(([, words], i) =>
      expect.stringMatching(`^planted_${i}: .*${words.replaceAll(/[()]/g, '\\$&')}`),
    ),
  )
})

test('a trigger is checked with the rows of each of its tables', async () => {
  const trigger = (table: string): string =>
    `CREATE TRIGGER planted BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION planted()`
  const made = `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.money := 1; RETURN NEW; END $$`
  expect(await found(routineProblems, made, trigger('mesbank'), trigger('khr'))).toEqual([
    expect.stringContaining('planted on khr: record "new" has no field "money"'),
  ])
})

test('functions that are called only by each other are reported as unused', async () => {
  const made = [
    body('one', 'PERFORM two(p_user);'),
    body('two', 'PERFORM one(p_user); PERFORM three(p_user);'),
    body('three', ''),
  ]
  const names = async (program: string) =>
    (await found((client) => unusedRoutines(client, program), ...made)).filter((line) =>
      /^(one|two|three)\(/.test(line),
    )
  expect(await names('')).toHaveLength(3)
  expect(await names('sql`SELECT two(${id})`')).toEqual([])
  expect(await names('sql`SELECT three(${id})`')).toHaveLength(2)
})
