/** The number-capture report: read from the ledger and the care log, written by nobody (D2-CAP). */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import type { Field } from '../../../contract/kit/field.ts'
import type { Method } from '../../../contract/kit/operations.ts'
import { messages } from '../../../contract/messages.ts'
import {
  captureAll,
  captureExport,
  captureList,
  captureResults,
  captureShare,
  type CaptureRow,
} from '../../../contract/workflows/capture.ts'
import { json } from '../../kit/answer.ts'
import { handle, readInput } from '../../kit/call.ts'
import type { Ctx } from '../../kit/context.ts'
import { sendSheet, type SheetColumn } from '../../kit/export.ts'
import { unpaged } from '../../kit/export-slots.ts'
import { register, type Api } from '../../kit/handle.ts'
import { teamOf } from '../../kit/kinds.ts'
import { inPeriod, isExport, paging, period, type Query } from '../../kit/list.ts'
import { can } from '../../../contract/abilities.ts'

/** Report lists answer ten rows unless asked for more (D2-API-13). */
const report = { paging: { sizes: [10, 20, 50], size: 10 } }

const results = join(
  captureResults.map(
    ({ name, status }) => sql`count(*) FILTER (WHERE status = ${status})::int AS ${raw(name)}`,
  ),
  ', ',
)
const names = join(
  captureResults.map(({ name }) => sql`coalesce(r.${raw(name)}, 0) AS ${raw(name)}`),
  ', ',
)

function staffWhere(query: Query, ctx: Ctx): Sql {
  const parts: Sql[] = []
  if (!ctx.scope.all) parts.push(sql`u.id = ANY(${ctx.scope.ids}::uuid[])`)
  const { username = '', message = '', team = '' } = query
  if (username !== '' && username !== '-99' && username !== '__ALL') parts.push(sql`u.username = ${username}`)
  if (team !== '') parts.push(sql`u.username = ANY (ARRAY(${teamOf(team)}))`)
  if (message.trim() !== '') {
    parts.push(
      sql`fold(u.username || ' ' || u.fullname) LIKE '%' || fold(${message.trim().replace(/[\\%_]/g, '\\$&')}) || '%'`,
    )
  }
  return parts.length > 0 ? join(parts, ' AND ') : sql`true`
}

/** Every staff member in scope with a number received or a result in the range (D2-REVF-60). */
function captured(query: Query, ctx: Ctx): Sql {
  const range = period(query)
  const received = range ? sql`AND ${inPeriod(sql`at`, 'instant', range)}` : empty
  const recorded = range ? sql`WHERE ${inPeriod(sql`created_at`, 'instant', range)}` : empty
  return sql`
    SELECT u.username AS username_nv, u.fullname AS ten_nv, coalesce(g.n, 0)::int AS da_nhan_so,
      coalesce(r.n, 0)::int AS so_tra_ket_qua, ${names}
    FROM users u
    LEFT JOIN (SELECT to_holder, count(*) AS n FROM movements WHERE kind = 'claim' ${received} GROUP BY 1) g
      ON g.to_holder = u.id
    LEFT JOIN (SELECT user_id, count(*) AS n, ${results} FROM care_history ${recorded} GROUP BY 1) r
      ON r.user_id = u.id
    WHERE ${staffWhere(query, ctx)} AND (g.n > 0 OR r.n > 0)`
}

async function list(query: Query, ctx: Ctx) {
  const { limit, offset } = paging(report, query)
  const { rows } = await ctx.db.query<{ body: string }>(sql`
    WITH c AS (${captured(query, ctx)})
    SELECT json_build_object(
      'values', coalesce((SELECT json_agg(p) FROM (
        SELECT * FROM c ORDER BY username_nv LIMIT ${limit} OFFSET ${offset}) p), '[]'::json),
      'count', (SELECT count(*) FROM c))::text AS body`)
  return json(rows[0]?.body ?? 'null')
}

const text = (label: string): Field => ({ kind: 'text', label })
const number = (label: string): Field => ({ kind: 'number', label })

const columns: SheetColumn[] = [
  { name: 'username_nv', label: 'Mã nhân viên', field: text('Mã nhân viên') },
  { name: 'ten_nv', label: 'Tên nhân viên', field: text('Tên nhân viên') },
  { name: 'da_nhan_so', label: 'Số đã nhận', field: number('Số đã nhận') },
  { name: 'so_tra_ket_qua', label: 'Số trả kết quả', field: number('Số trả kết quả') },
  ...captureResults.map(({ name, label }) => ({ name, label, field: text(label) })),
]

/** A row as the sheet shows it: the seven results with their share (D2-REVF-59). */
const shownRow = (row: CaptureRow): Record<string, unknown> => ({
  ...row,
  ...Object.fromEntries(
    captureResults.map(({ name }) => [name, captureShare(row[name], row.so_tra_ket_qua)]),
  ),
})

const readOnly: [Method, string][] = [
  ['POST', ''],
  ['POST', '/import'],
  ['POST', '/updateUser'],
  ['POST', '/assign'],
  ['DELETE', '/:id'],
]

/** Registers the report; what would write it answers 405 (D2-Q-19). */
export function serveCapture(api: Api): void {
  handle(api, captureList, (ctx, query) => {
    const plain = query as Query
    if (isExport(plain) && !can(ctx.actor, 'unrestricted')) throw new AppError('FORBIDDEN', messages.noExport)
    if (!isExport(plain)) return list(plain, ctx)
    return unpaged({ resource: 'tilebatso', query: plain }, ctx, (within) => list(plain, within))
  })
  handle(api, captureAll, (ctx, query) => {
    const all = { ...(query as Query), page: '0', count: '9999999999' }
    return unpaged({ resource: 'tilebatso', query: query as Query }, ctx, (within) => list(all, within))
  })
  register(api, {
    method: 'GET',
    path: captureExport.path,
    may: captureExport.may as 'unrestricted',
    mode: 'read',
    refusal: messages.noExport,
    parse: (raw) => readInput(captureExport.input, raw) as Query,
    run: async () => null,
    reply: (ctx, query, reply) => {
      const rows = captured(query, ctx)
      return sendSheet(
        {
          file: 'Ti-le-bat-so.xlsx',
          columns,
          count: sql`SELECT count(*) AS count FROM (${rows}) c`,
          rows: sql`SELECT * FROM (${rows}) c ORDER BY username_nv`,
          mapRow: (row) => shownRow(row as CaptureRow),
          resource: 'tilebatso',
          query,
        },
        ctx,
        reply,
      )
    },
  })
  const base = '/api/v1/tilebatso'
  register(api, {
    method: 'GET',
    path: `${base}/assign`,
    may: 'any',
    mode: 'read',
    parse: () => null,
    run: async () => ({ values: [], count: 0 }),
  })
  register(api, {
    method: 'GET',
    path: `${base}/count-assign`,
    may: 'any',
    mode: 'read',
    parse: () => null,
    run: async () => ({ total: 0 }),
  })
  for (const [method, path] of readOnly) {
    register(api, {
      method,
      path: `${base}${path}`,
      may: 'any',
      mode: 'read',
      parse: () => null,
      run: async () => {
        throw new AppError('READ_ONLY_REPORT', 'Báo cáo chỉ đọc')
      },
    })
  }
}
