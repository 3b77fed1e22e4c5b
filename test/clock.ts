/** A database that tells the time it is told: for tests over days and months, and for `npm run soak`. */
import type pg from 'pg'
import sql from 'sql-template-tag'

/** PostgreSQL's functions that tell the time; the product uses none of its keywords (`current_date` and the like). */
const functions = [
  { name: 'now', volatility: 'STABLE' },
  { name: 'transaction_timestamp', volatility: 'STABLE' },
  { name: 'statement_timestamp', volatility: 'STABLE' },
  { name: 'clock_timestamp', volatility: 'VOLATILE' },
] as const

const functionOf = ({ name, volatility }: (typeof functions)[number]): string => `
  CREATE FUNCTION clock.${name}() RETURNS timestamptz LANGUAGE sql ${volatility} PARALLEL SAFE AS $$
    SELECT base + (pg_catalog.${name}() - since) * factor FROM clock.setting $$;`

/**
 * Sets up the clock of an empty database that its role owns, running with the machine's until `setClock`. Before
 * `migrate`: defaults and functions find the clock when they are created, by the path on which it is before pg_catalog.
 * Tables are made in public, which is first. A copy of such a database needs `keepClock`.
 */
export async function addClock(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE SCHEMA clock;
    CREATE TABLE clock.setting (base timestamptz NOT NULL, since timestamptz NOT NULL, factor float8 NOT NULL);
    INSERT INTO clock.setting VALUES (pg_catalog.now(), pg_catalog.now(), 1);
    ${functions.map(functionOf).join('')}`)
  await keepClock(pool)
}

/** The path of `addClock` for this database, which a copy does not take over from its template. */
export async function keepClock(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = public, clock, pg_catalog', current_database()); END $$`)
  } finally {
    // Closed: an open connection keeps its path.
    client.release(true)
  }
}

/**
 * From now on the database says `instant`, and goes on `factor` times as fast as the machine's clock (0: not at all). The
 * clock of Node is the test's own: `vi.useFakeTimers({ toFake: ['Date'] })`, or `tools/soak/node-clock.ts` for a process.
 */
export async function setClock(pool: pg.Pool, instant: Date, factor = 0): Promise<void> {
  await pool.query(sql`
    UPDATE clock.setting SET base = ${instant}, since = pg_catalog.clock_timestamp(), factor = ${factor}`)
}
