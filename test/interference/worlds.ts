/** Two servers with databases that differ only in data hidden from one account. */
import { pastTriggers, filledDatabase, type TestDatabase } from '../database.ts'
import { fillRows } from '../conformance/filled.ts'
import { dealRows } from '../conformance/scope-calls.ts'
import { plantPhones } from '../conformance/planted.ts'
import { clientWith, valuesOf, type Player, type Stage } from '../conformance/stage.ts'
import { sampleBody } from '../conformance/samples.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { can } from '#platform/contract/abilities.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { setSettings } from '../settings.ts'
import { otherPhones, renumber } from './phones.ts'
import { varyHidden, type Varied } from './vary.ts'

/** One of the two, with a client of the reader. */
type World = { server: TestServer; player: Player; stage: Stage }

export type Pair = {
  /** The original, and the changed one. */
  one: World
  other: World
  varied: Varied
  /** Phones of the first world → their replacements in the other. */
  phones: ReadonlyMap<string, string>
  /** Time at which the worlds were separated: later instants and ids differ. */
  since: number
  close: () => Promise<void>
}

/** One account of every kind that does not see everything, and two with single rights. */
export const readers = [
  'sale111',
  'leader11',
  'chinhanh1',
  'doitac1',
  'ketoan',
  'sale112',
  'HNIMB01',
  'sale121',
] as const

/** A change of every row by a user who sees everything, so that every row has a history. */
async function changeRows(stage: Stage): Promise<void> {
  const { ask, actor } = stage.player('admin')
  for (const resource of resources) {
    const { update } = resource.may
    if (update === undefined || !can(actor, update)) continue
    for (const { id } of valuesOf(await ask('GET', `/api/v1/${resource.path}?count=100`)))
      await ask('PUT', `/api/v1/${resource.path}/${id}`, sampleBody(resource))
  }
}

/** Rights that no role of the demo has alone: for single columns, one list, accounts. */
const single: Readonly<Record<string, readonly string[]>> = {
  sale112: ['doanhthutinhluong.get', 'doanhthutinhluong.column.kenh', 'chiphikhac.get'],
  sale121: ['desk.decide'],
}

/** Every candidate already has an assigned number, so that no one is handed an unknown one. */
async function handOut({ server }: Stage): Promise<void> {
  for (const name of readers) {
    const { status, text } = await (await server.as(name)).get('/api/v1/customer/new-care')
    if (status !== 200) throw new Error(`${name}: ${text}`)
  }
}

/** Rows that no list creates: bank accounts of people, days worked, typed pay, notices. */
const addPay = ({ server: { pool } }: Stage): Promise<unknown> =>
  pool.query(`
    UPDATE users SET ngan_hang = 'VCB', so_tai_khoan = '1903' || (10000000 + abs(hashtext(username)) % 89999999),
      phone = '0' || (380000000 + abs(hashtext(username)) % 9999999);
    INSERT INTO payroll_input (username, thang, "thiDuaThang", "nhanKhac", "baoHiemXaHoi", ngay_cong, updated_by)
    SELECT username, '2026-10-01', abs(hashtext(username)) % 900000, 100000, 50000, 20, 'admin' FROM users;
    INSERT INTO timekeeping (thang, username, ngay, vao, ra, import_id)
    SELECT '2026-10-01', username, '2026-10-05', 28800, 61200, gen_random_uuid() FROM users;
    INSERT INTO payslip_message (username, thang, cot, nguoi_gui, noi_dung)
    SELECT username, '2026-10-01', 'thiDuaThang', username, 'Thưởng của ' || fullname FROM users;
    INSERT INTO bell_notices (username, kind, act, n, about, at)
    SELECT username, 'received', 'x' || username, 5, '{"from": "leader11"}', now() - interval '2 days' FROM users`)

async function grant({ server }: Stage): Promise<void> {
  for (const [name, codes] of Object.entries(single))
    await server.pool.query(
      `INSERT INTO user_permissions (user_id, permission_id)
       SELECT u.id, p.id FROM users u, permissions p WHERE u.username = $1 AND p.code = ANY($2)`,
      [name, codes],
    )
}

const database = (): Promise<TestDatabase> =>
  filledDatabase('interference', (database) =>
    fillRows(database, async (stage) => {
      const { pool } = stage.server
      await setSettings(pool, { 'phone.searches': 100_000 })
      await changeRows(stage)
      await dealRows(pool)
      await plantPhones(pool, resources)
      await addPay(stage)
      await grant(stage)
      await handOut(stage)
      await pool.query('ANALYZE')
    }),
  )

async function openWorld(database: TestDatabase, name: string): Promise<World> {
  const server = await startTestServer({}, undefined, async () => database)
  const { token } = await server.as(name)
  const session = await server.api.sessions.find(token)
  if (!session) throw new Error(`${name} has no session`)
  const player = { name, ask: clientWith(server, token), actor: session.actor, scope: session.scope }
  const stage = {
    server,
    players: [player],
    player: () => player,
    shutOut: {},
    close: () => server.close(),
  }
  return { server, player, stage }
}

/** Two worlds that look identical to the account `name`; `random` chooses the hidden digits. */
export async function openPair(name: string, random: () => number): Promise<Pair> {
  const [first, second] = [await database(), await database()]
  const since = Date.now()
  const one = await openWorld(first, name)
  const { player } = one
  const phones =
    player.actor.priority < 3 ? new Map<string, string>() : await otherPhones(first.pool, player, random)
  const varied = await pastTriggers(second, async (db) => {
    await renumber(db, phones)
    return varyHidden(db, first.pool, player)
  })
  // Changes made here are not audited, so the check at the server's end is disabled.
  await pastTriggers(second, (db) => db.query('DROP TABLE by_hand'))
  const other = await openWorld(second, name)
  return {
    one,
    other,
    varied,
    phones,
    since,
    close: async () => {
      await one.server.close()
      await other.server.close()
    },
  }
}
