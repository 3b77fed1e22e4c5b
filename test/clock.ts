/** A database with a settable clock: for tests over days and months, and for `npm run soak`. */
import type pg from 'pg'
import sql from 'sql-template-tag'

/** PostgreSQL's functions that return the time; the product uses none of its keywords (`current_date` and the like). */
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
 * Sets up the clock of an empty database that its role owns; it runs with the machine's until `setClock`. Call it
 * before `migrate`: defaults and functions bind to the clock when they are created, as its schema is before pg_catalog
 * in the search path. Tables are created in public, which is first. A copy of such a database needs `keepClock`.
 */
export async function addClock(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE SCHEMA clock;
    CREATE TABLE clock.setting (base timestamptz NOT NULL, since timestamptz NOT NULL, factor float8 NOT NULL);
    INSERT INTO clock.setting VALUES (pg_catalog.now(), pg_catalog.now(), 1);
    ${functions.map(functionOf).join('')}`)
  await keepClock(pool)
}

/** Sets the search path of `addClock` for this database, which a copy does not inherit from its template. */
export async function keepClock(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = public, clock, pg_catalog', current_database()); END $$`)
  } finally {
    // Closed, not reused: an open connection keeps its search path.
    client.release(true)
  }
}

/**
 * Sets the database's time to `instant`, running `factor` times as fast as the machine's clock (0: stopped). Node's
 * clock must be set separately: `vi.useFakeTimers({ toFake: ['Date'] })`, or `tools/soak/node-clock.ts` for a process.
 */
export async function setClock(pool: pg.Pool, instant: Date, factor = 0): Promise<void> {
  await pool.query(sql`
    UPDATE clock.setting SET base = ${instant}, since = pg_catalog.clock_timestamp(), factor = ${factor}`)
}
