/** GET care/why: the rule that keeps an account from getting numbers, with figures per file. Read-only (D3-ORG-07). */
import sql from 'sql-template-tag'
import { formatDate, formatShortInstant } from '#kit/contract/dates.ts'
import { sourcesWords, type BlockedBySource } from '#platform/contract/do-not-call.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { formatMoney as grouped } from '#kit/contract/money.ts'
import { outsideHours, type CareStop, type WhyNone } from '#subjects/calling/contract/calls/care.ts'
import type { Ctx } from '#kit/server/context.ts'
import { blockedBySource } from '#kit/server/do-not-call.ts'

type Person = { id: string; username: string; fullname: string; locked: boolean }
/** Saved permission of the account, its leader or branch; null fields where none is saved. */
type Level = { username: string; files: string[]; today: boolean; day: string }
type File = {
  id: string
  FileName: string
  active: boolean
  /** Account with the quantity that is drawn from; null for the file itself. */
  keeper: string | null
  left: number
  blocked: number
  /** Blocked numbers by source of the block. */
  sources: BlockedBySource[]
  free: boolean
  resting: number
  /** When the first number in cool-down becomes callable. */
  again: Date | null
  /** Called numbers that a rule will bring to the person again, and when the first is due. */
  recycled: number
  due: Date | null
  /** Whether that first number has reached its call limit (D3-RULE-02). */
  full: boolean
}
/** Calling hours and call limit per phone, from the settings (D3-RULE-01, D3-RULE-02). */
type Bounds = { opens: Date | null; most: number | null; days: number | null }

async function boundsOf({ db }: Ctx): Promise<Bounds> {
  const { rows } = await db.query<Bounds>(sql`
    SELECT nullif(calls_from(now()), now()) AS opens, calls AS most, call_days AS days FROM calling_bounds`)
  return rows[0] ?? { opens: null, most: null, days: null }
}

async function personOf(username: string | undefined, ctx: Ctx): Promise<Person> {
  const name = username?.trim().normalize('NFKC') || ctx.actor.username
  const { rows } = await ctx.db.query<Person>(sql`
    SELECT id, username, fullname, is_deleted AS locked FROM users WHERE to_lower(username) = to_lower(${name})`)
  const person = rows[0]
  const inScope = person && (person.id === ctx.actor.id || ctx.scope.all || ctx.scope.ids.includes(person.id))
  if (!person || !inScope) throw new AppError('NOT_FOUND', refusals.notFound)
  return person
}

/** Saved permissions of the account, its leader and its branch, in this order. */
async function levelsOf(person: Person, ctx: Ctx): Promise<Level[]> {
  const { rows } = await ctx.db.query<Level>(sql`
    SELECT a.username, o.files, permits_day(o.ngay, o.tu_ngay, today_vn()) AS today, today_vn() AS day
    FROM users u CROSS JOIN LATERAL unnest(ARRAY[u.id, u.group_id, u.brand_id]) WITH ORDINALITY l (id, n)
    JOIN users a ON a.id = l.id JOIN data_options o ON o.user_id = l.id
    WHERE u.id = ${person.id} ORDER BY l.n`)
  return rows
}

/** Files from which the account, its leader or its branch may draw or has a quantity, with their figures. */
async function filesOf(person: Person, ctx: Ctx): Promise<File[]> {
  const waits = sql`r.file_id = f.id AND r.due_at < 'infinity' AND NOT (r.not_caller AND r.caller_id = ${person.id})
        AND r.taker_id IN (SELECT u FROM self_and_units(${person.id}, now()) u)`
  const { rows } = await ctx.db.query<File>(sql`
    WITH line AS MATERIALIZED (
      SELECT l.id, l.n FROM users u
      CROSS JOIN LATERAL unnest(ARRAY[u.id, u.group_id, u.brand_id]) WITH ORDINALITY l (id, n)
      WHERE u.id = ${person.id} AND l.id IS NOT NULL
    ), files AS MATERIALIZED (
      SELECT f.id, f."FileName", f.is_activated = 1 AS active, f.ngay_upload, (
        SELECT q.user_id FROM data_quotas q JOIN line l ON l.id = q.user_id
        WHERE q.file_id = f.id ORDER BY l.n LIMIT 1) AS pool
      FROM data_files f
      WHERE f.kind = 'pool' AND f.deleted_at IS NULL AND (
        EXISTS (SELECT FROM data_options o JOIN line l ON l.id = o.user_id WHERE f.id = ANY (o.files))
        OR EXISTS (SELECT FROM data_quotas q JOIN line l ON l.id = q.user_id WHERE q.file_id = f.id))
      ORDER BY f.ngay_upload DESC, f.id DESC LIMIT 50
    )
    SELECT f.id, f."FileName", f.active, k.username AS keeper, coalesce(b."left", 0)::int AS "left",
      coalesce(b.blocked, 0)::int AS blocked,
      CASE WHEN b.blocked > 0 THEN ${blockedBySource(sql`c.file_id = f.id AND c.holder_id IS NOT DISTINCT FROM f.pool`)} ELSE '[]' END AS sources, s.free,
      CASE WHEN s.free THEN s.resting ELSE coalesce(b."left", 0) END::int AS resting,
      to_timestamp((s.first_rank - rest_rank('epoch')) / 1000.0) + cool_down() AS again, d.recycled, d.due,
      coalesce(e.full, false) AS full
    FROM files f LEFT JOIN users k ON k.id = f.pool
    CROSS JOIN LATERAL pool_state(${person.id}, f.id, f.pool, clock_timestamp() - cool_down()) s
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS recycled, min(r.due_at) AS due FROM recycling r WHERE ${waits}) d
    LEFT JOIN LATERAL (
      SELECT full_until(c.phone) IS NOT NULL AS full FROM (
        SELECT r.customer_id FROM recycling r WHERE ${waits} ORDER BY r.due_at LIMIT 1) r
      JOIN customer c ON c.id = r.customer_id) e ON true
    LEFT JOIN LATERAL (
      SELECT sum(n) FILTER (WHERE stage = 'left') AS "left", sum(n) FILTER (WHERE stage = 'blocked') AS blocked
      FROM node_balances n WHERE n.file_id = f.id AND n.holder_id IS NOT DISTINCT FROM f.pool) b ON true
    ORDER BY f.ngay_upload DESC, f.id DESC`)
  return rows
}

/** Whether a recycling rule has a number for the account now, in files that it may draw from (D3-REC-01). */
async function hasRecycled(person: Person, ctx: Ctx): Promise<boolean> {
  const { rows } = await ctx.db.query<{ free: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM (
        SELECT r, c FROM recycling r JOIN customer c ON c.id = r.customer_id
        JOIN data_files f ON f.id = r.file_id AND f.deleted_at IS NULL
        WHERE r.taker_id IN (SELECT u FROM self_and_units(${person.id}, now()) u) AND r.due_at <= now() AND r.due_at < 'infinity'
          AND NOT (r.not_caller AND r.caller_id = ${person.id})
          AND (f.kind = 'list' OR f.id IN (SELECT file_id FROM open_pools(${person.id})))
        ORDER BY r.due_at LIMIT 1000 OFFSET 0) d
      WHERE recycle_again(d.r, d.c, ${person.id}, now(), now() - cool_down()) <= now()) AS free`)
  return rows[0]?.free ?? false
}

/** Whether a callable number is assigned to the account by name: requested again, or of a customer list. */
async function hasOwn(person: Person, ctx: Ctx): Promise<boolean> {
  const { rows } = await ctx.db.query<{ free: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM data_files f
      CROSS JOIN LATERAL pool_state(${person.id}, f.id, ${person.id}, clock_timestamp() - cool_down()) s
      WHERE f.kind = 'list' AND f.deleted_at IS NULL AND s.free AND EXISTS (
        SELECT FROM customer c WHERE c.file_id = f.id AND c.holder_id = ${person.id} AND c.stage = 'left')) AS free`)
  return rows[0]?.free ?? false
}

const stop = (rule: CareStop['rule'], username: string | null, text: string): CareStop => ({
  rule,
  username,
  text,
})

function commonStops(person: Person, levels: Level[], { opens }: Bounds): CareStop[] {
  if (person.locked) return [stop('locked', person.username, `${person.username} đã dừng hoạt động`)]
  if (opens) return [stop('hours', null, outsideHours(opens.toISOString()))]
  if (levels.length === 0)
    return [stop('option', null, 'Chưa có phân quyền data: nhân viên, leader và chi nhánh đều chưa được lưu')]
  return levels
    .filter((level) => !level.today)
    .map(({ username, day }) =>
      stop('day', username, `Phân quyền data của ${username} không có hôm nay (${formatDate(day)})`),
    )
}

/** Text for the call limit per phone, for numbers it holds back (D3-RULE-02); empty without a limit. */
const allCalled = ({ most, days }: Bounds): string =>
  most && days ? `, đã gọi đủ ${most} lần trong ${days} ngày` : ''

/** Numbers due again by a rule, when the first is due, and whether the call limit holds that one back. */
const recycledStops = ({ recycled, due, full }: File, bounds: Bounds): CareStop[] =>
  recycled > 0 && due
    ? [
        stop(
          'recycle',
          null,
          `${grouped(recycled)} số chờ gọi lại theo luật, sớm nhất ${formatShortInstant(due.toISOString())}${full ? allCalled(bounds) : ''}`,
        ),
      ]
    : []

/** Why a pool gives no number: used up, or all held back. */
function numberStops(file: File, bounds: Bounds): CareStop[] {
  const { keeper, left, blocked, sources, free, again } = file
  if (free) return []
  if (left > 0) {
    const from = again ? `, có lại từ ${formatShortInstant(again.toISOString())}` : ''
    const text = `${grouped(left)} số còn lại vừa được gọi${allCalled(bounds)}, đang có người giữ hoặc có hẹn${from}`
    return [stop('coolDown', keeper, text), ...recycledStops(file, bounds)]
  }
  const used =
    keeper === null
      ? stop('empty', null, 'File không còn số')
      : stop('quantity', keeper, `Số lượng của ${keeper} còn 0`)
  return [
    used,
    ...recycledStops(file, bounds),
    ...(blocked === 0
      ? []
      : [stop('blacklist', keeper, `${grouped(blocked)} số trong blacklist (${sourcesWords(sources)})`)]),
  ]
}

const fileStops = (file: File, levels: Level[], bounds: Bounds): CareStop[] => [
  ...(file.active ? [] : [stop('stopped', null, 'File đang dừng lấy số')]),
  ...levels
    .filter(({ files }) => !files.includes(file.id))
    .map(({ username }) => stop('file', username, `Phân quyền data của ${username} không có file này`)),
  ...numberStops(file, bounds),
]

const advices: Record<CareStop['rule'], string> = {
  locked: '',
  hours: 'Lịch hẹn đến giờ gọi được khi ghi lý do',
  option: 'Nhờ leader hoặc chi nhánh lưu phân quyền data',
  day: 'Nhờ người phân quyền data mở ngày hôm nay',
  file: 'Nhờ người phân quyền data mở file',
  stopped: 'Nhờ quản lý kích hoạt lấy số của file',
  quantity: 'Nhờ leader chia thêm số',
  empty: 'Nhờ leader chia thêm số',
  coolDown: 'Chờ hết thời gian nghỉ, hoặc nhờ leader chia số của file khác',
  recycle: '',
  blacklist: '',
}

/** The reason shown first: one that applies to all files, else that of the file with the fewest obstacles. */
function foremost(stops: CareStop[], files: WhyNone['files']): CareStop {
  const nearest = files.toSorted((a, b) => a.stops.length - b.stops.length || b.left - a.left)[0]
  return stops[0] ?? nearest?.stops[0] ?? stop('empty', null, 'Chưa có file nào để lấy số')
}

/** Explains for the caller, or for `username` within its scope; 404 outside. */
export async function whyNone(username: string | undefined, ctx: Ctx): Promise<WhyNone> {
  const person = await personOf(username, ctx)
  const levels = await levelsOf(person, ctx)
  const bounds = await boundsOf(ctx)
  const stops = commonStops(person, levels, bounds)
  const files = (await filesOf(person, ctx)).map((file) => ({
    FileName: file.FileName,
    left: file.left,
    resting: file.resting,
    blocked: file.blocked,
    stops: fileStops(file, levels, bounds),
  }))
  const available = stops.length === 0 && files.some((file) => file.stops.length === 0)
  const isOpen = !person.locked && !bounds.opens
  const free = available || (isOpen && ((await hasOwn(person, ctx)) || (await hasRecycled(person, ctx))))
  const first = foremost(stops, files)
  return {
    username: person.username,
    fullname: person.fullname,
    free,
    answer: free ? 'Đang có số để lấy' : first.text,
    advice: free ? '' : advices[first.rule],
    stops,
    files,
  }
}
