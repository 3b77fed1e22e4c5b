/** Reads everybody on a floor in one statement over counters and small indexes (D3-FLR-01, D3-FLR-05). */
import sql, { empty, type Sql } from 'sql-template-tag'
import { dayStart, todayVn } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { FloorCounts } from '#subjects/calling/contract/calls/floor.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Ctx } from '#kit/server/context.ts'
import { sqlKinds } from '#kit/server/kinds.ts'
import { inScope, requireId } from '#kit/server/list.ts'

/** One person as read from the database; figures of today. */
export type Known = {
  id: string
  username: string
  fullname: string
  /** Leader or, without one, the branch. */
  group: { id: string; username: string; fullname: string } | null
  stopped: boolean
  firstAt: Date | null
  changedAt: Date | null
  customer: string | null
  version: number | null
  phone: string | null
  heldSince: Date | null
  hour: FloorCounts
  day: FloorCounts
  idleSeconds: number
  byHour: number[]
  reachedByHour: number[]
  agreedByHour: number[]
  /** Agreed results of the previous day by hour. */
  agreedBefore: number[]
  overdue: number
  appointments: number
  promised: number
  left: number
  shared: boolean
}

const hourMs = 3_600_000

/** Hour of the Vietnamese day. */
export const hourOf = (instant: Date): number =>
  Math.floor((instant.getTime() - Date.parse(dayStart(todayVn(instant)))) / hourMs)

export const hourStartOf = (instant: Date): string =>
  new Date(Math.floor(instant.getTime() / hourMs) * hourMs).toISOString()

type Hours = 'byHour' | 'reachedByHour' | 'agreedByHour' | 'agreedBefore'
type Row = Omit<Known, 'hour' | 'day' | Hours> &
  FloorCounts & { hours: [number[], number[], number[], number[]] }

function knownOf({ calls, reached, agreed, hours, ...row }: Row, hour: number): Known {
  const [byHour, reachedByHour, agreedByHour, agreedBefore] = hours
  const counts = {
    calls: byHour[hour] ?? 0,
    reached: reachedByHour[hour] ?? 0,
    agreed: agreedByHour[hour] ?? 0,
  }
  const day = { calls, reached, agreed }
  return { ...row, hour: counts, day, byHour, reachedByHour, agreedByHour, agreedBefore }
}

export type Unit = { id: string; username: string; fullname: string; priority: number }
export type FloorReading = { at: Date; people: Known[] }
/** Floor to read: of a leader or branch in the caller's scope, or of the whole scope; `only` limits it to these accounts. */
export type Question = { unit: Unit | null; only?: readonly string[] }

/** Maximum people read at once: ten times the designed size of the organisation, so that the sums cover everybody. */
const mostRead = 5_000

const noHours = sql`array_fill(0, ARRAY[24])`

/** People on the floor: active sellers, anybody else with a number taken today, and accounts locked after calls today. */
const accountsOnFloor = ({ unit, only }: Question, ctx: Ctx): Sql => sql`
  SELECT u.id, u.username, u.fullname, u.is_deleted, u.group_id, u.brand_id,
    format('%s/%s/%s', (SELECT o.user_id FROM data_options o WHERE o.user_id = u.id), u.group_id, u.brand_id) AS line,
    CASE WHEN r.priority IN (3, 4) THEN u.id ELSE coalesce(u.group_id, u.brand_id) END AS unit_id,
    f.first_at, f.changed_at, coalesce(f.calls, 0) AS calls, coalesce(f.reached, 0) AS reached,
    coalesce(f.agreed, 0) AS agreed, coalesce(f.calls_by_hour, ${noHours}) AS calls_by_hour,
    coalesce(f.reached_by_hour, ${noHours}) AS reached_by_hour, coalesce(f.agreed_by_hour, ${noHours}) AS agreed_by_hour,
    CASE WHEN p.day = t.today - 1 THEN p.agreed_by_hour WHEN p.before_day = t.today - 1 THEN p.agreed_before
      ELSE ${noHours} END AS agreed_before,
    CASE WHEN f.idle_hour = t.hour THEN f.idle_seconds ELSE 0 END AS idle_seconds
  FROM clock t CROSS JOIN users u JOIN roles r ON r.id = u.role_id
  LEFT JOIN floor_people p ON p.user_id = u.id
  LEFT JOIN floor_people f ON f.user_id = u.id AND f.day = t.today
  WHERE ${inScope(sql`u.id`, ctx.scope, 'id')}
    ${only ? sql`AND u.id = ANY (${only}::uuid[])` : empty}
    ${unit ? sql`AND ${unit.id}::uuid IN (u.id, u.group_id, u.brand_id)` : empty}
    AND CASE WHEN u.is_deleted THEN f.calls > 0 ELSE r.priority = 5 OR f.first_at IS NOT NULL OR f.calls > 0 END
  ORDER BY u.username LIMIT ${mostRead}`

/** Uncalled numbers of people and units in files open for hand-out. */
const numbers: Sql = sql`
  SELECT n.holder_id, n.file_id, sum(n.n) AS n
  FROM (
    SELECT b.holder_id, b.file_id, b.n FROM balances b WHERE b.stage = 'left' AND b.n > 0
      AND b.holder_id IN (SELECT id FROM who UNION SELECT group_id FROM who UNION SELECT brand_id FROM who)
    UNION ALL SELECT b.holder_id, b.file_id, b.n FROM balances b JOIN files f ON f.id = b.file_id
      WHERE b.stage = 'left' AND b.holder_id IS NULL
    UNION ALL SELECT d.holder_id, d.file_id, d.n FROM balance_deltas d WHERE d.stage = 'left') n
  JOIN files f ON f.id = n.file_id
  GROUP BY 1, 2 HAVING sum(n.n) > 0`

/**
 * Files from which people of one line (own permission, leader, branch) may draw shared numbers today, as `open_pools` decides: the leader,
 * the branch or the file itself has some left, and every saved permission covers today.
 */
const open: Sql = sql`
  SELECT l.line, f.id AS file_id FROM (SELECT DISTINCT ON (line) line, id, group_id, brand_id FROM who) l CROSS JOIN files f
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN EXISTS (SELECT FROM data_quotas q WHERE q.file_id = f.id AND q.user_id = l.group_id) THEN l.group_id
      WHEN EXISTS (SELECT FROM data_quotas q WHERE q.file_id = f.id AND q.user_id = l.brand_id) THEN l.brand_id END AS pool) p
  WHERE f.kind = 'pool' AND EXISTS (SELECT FROM numbers n WHERE n.file_id = f.id AND n.holder_id IS NOT DISTINCT FROM p.pool)
    AND EXISTS (SELECT FROM data_options o WHERE o.user_id IN (l.id, l.group_id, l.brand_id))
    AND NOT EXISTS (
      SELECT FROM data_options o WHERE o.user_id IN (l.id, l.group_id, l.brand_id)
        AND NOT (f.id = ANY (o.files) AND permits_day(o.ngay, o.tu_ngay, today_vn())))`

/** People who draw from such a file because they have no quantity of their own in it. */
const shared: Sql = sql`
  SELECT w.id FROM who w JOIN open p ON p.line = w.line
  WHERE NOT EXISTS (SELECT FROM data_quotas q WHERE q.file_id = p.file_id AND q.user_id = w.id)
  GROUP BY 1`

const statement = (question: Question, ctx: Ctx): Sql => sql`
  WITH clock AS MATERIALIZED (SELECT now() AS at, today_vn() AS today, date_trunc('hour', now()) AS hour),
  who AS MATERIALIZED (${accountsOnFloor(question, ctx)}),
  files AS MATERIALIZED (
    SELECT id, kind FROM data_files WHERE deleted_at IS NULL AND (kind = 'list' OR is_activated = 1)),
  numbers AS MATERIALIZED (${numbers}),
  left_of AS MATERIALIZED (SELECT holder_id, sum(n)::int AS n FROM numbers WHERE holder_id IS NOT NULL GROUP BY 1),
  open AS MATERIALIZED (${open}),
  shared AS MATERIALIZED (${shared}),
  promises AS MATERIALIZED (
    SELECT c.holder_id, count(*)::int AS promised,
      (count(*) FILTER (WHERE c.appointment_at <= now() AND NOT blocked))::int AS overdue,
      (count(*) FILTER (WHERE c.appointment_at < day_start(today_vn() + 1) AND NOT blocked))::int AS today
    FROM customer c CROSS JOIN LATERAL (
      SELECT EXISTS (SELECT FROM do_not_call d WHERE d.phone_number = c.phone) AS blocked) b
    WHERE c.holder_id IN (SELECT id FROM who) AND c.appointment_at IS NOT NULL AND c.stage = 'called' GROUP BY 1)
  SELECT t.at, w.id, w.username, w.fullname, w.is_deleted AS stopped, w.first_at AS "firstAt",
    CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'username', g.username, 'fullname', g.fullname) END AS "group",
    w.changed_at AS "changedAt", c.id AS customer, c.version, ${sqlKinds.phone.masked(sql`c.phone`, ctx.actor)} AS phone,
    c.claimed_at AS "heldSince",
    w.calls, w.reached, w.agreed,
    w.idle_seconds + CASE WHEN c.id IS NULL AND w.first_at IS NOT NULL AND NOT w.is_deleted
      THEN extract(epoch FROM t.at - greatest(w.changed_at, t.hour))::int ELSE 0 END AS "idleSeconds",
    to_json(ARRAY[w.calls_by_hour, w.reached_by_hour, w.agreed_by_hour, w.agreed_before]) AS hours, coalesce(a.overdue, 0) AS overdue, coalesce(a.today, 0) AS appointments,
    coalesce(a.promised, 0) AS promised, coalesce(l.n, 0) AS "left", s.id IS NOT NULL AS shared
  FROM clock t LEFT JOIN who w ON true
  LEFT JOIN users g ON g.id = w.unit_id
  LEFT JOIN customer c ON c.holder_id = w.id AND c.stage = 'open'
  LEFT JOIN promises a ON a.holder_id = w.id
  LEFT JOIN left_of l ON l.holder_id = w.id
  LEFT JOIN shared s ON s.id = w.id`

/** The requested leader or branch of the scope; NOT_FOUND for any other account. */
export async function readUnit(group: string | undefined, ctx: Ctx): Promise<Unit | null> {
  if (group === undefined) return null
  const { rows } = await ctx.db.query<Unit>(sql`
    SELECT u.id, u.username, u.fullname, r.priority FROM users u JOIN roles r ON r.id = u.role_id
    WHERE u.id = ${requireId(group)} AND r.priority IN (3, 4) AND ${inScope(sql`u.id`, ctx.scope, 'id')}`)
  if (!rows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  return rows[0]
}

/** People on the floor, and the database's time; with nobody on it the query returns one row that has only the time. */
export async function readPeople(question: Question, ctx: Ctx): Promise<FloorReading> {
  const { rows } = await ctx.db.query<(Row | { id: null }) & { at: Date }>(prepared(statement(question, ctx)))
  const [first] = rows
  if (!first) throw new Error('the time is always answered')
  const hour = hourOf(first.at)
  return {
    at: first.at,
    people: rows.flatMap((row) => (row.id === null ? [] : [knownOf(row, hour)])),
  }
}
