/** Reads scans: a file, its numbers, and the pace per carrier (D2-SCAN-49, D2-SCAN-50, D3-SCN-04). */
import sql from 'sql-template-tag'
import { exportThreshold } from '#kit/contract/resource.ts'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { resultFields, scanResources, type ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import {
  resultsFile,
  scanCarriers,
  type Capacity,
  type scanCalls,
  type ScanCarrier,
} from '#subjects/scans/contract/calls/scans.ts'
import type { Json } from '#kit/server/answer.ts'
import { sendSheet } from '#kit/server/export.ts'
import type { Ctx } from '#kit/server/context.ts'
import { pageJson, paging, readJson, type Query } from '#kit/server/list.ts'
import { readSettings, type ValuesOf } from '#platform/server/db/settings.ts'
import type { FastifyReply } from 'fastify'
import { findScan } from './scan-file.ts'

type Calls = typeof scanCalls.quetdata

/** Progress of a file. */
export async function scanInfo(
  kind: ScanKind,
  name: string,
  ctx: Ctx,
): Promise<Json<AnswerOf<Calls['info']>>> {
  const { id } = await findScan(kind, name, ctx)
  return readJson(
    ctx,
    sql`
    SELECT json_build_object('FileName', f."FileName", 'so_da_quet', so_da_quet, 'total_numbers', total_numbers,
      'goi_da_quet', goi_da_quet, 'nguoi_upload', nguoi_upload, 'ngay_upload', ngay_upload, 'trang_thai', trang_thai,
      'khong_tra_duoc', khong_tra_duoc, 'bat_dau_luc', bat_dau_luc, 'nguoi_quet', nguoi_quet, 'xong_luc', xong_luc,
      'file_thue_bao', file_thue_bao,
      'khong_tim_thay', (SELECT count(*) FROM scan_numbers n WHERE n.file_id = f.id AND n.unknown),
      'minutes', (SELECT json_agg(coalesce((SELECT sum(m.n) FROM scan_minutes m WHERE m.file_id = f.id AND m.minute = at), 0) ORDER BY at)
        FROM generate_series(date_trunc('minute', now()) - interval '59 minutes', now(), '1 minute') at))::text AS body
    FROM scan_files f WHERE kind = ${kind} AND id = ${id}`,
  )
}

const resultColumns = sql`n."PhoneNumber", n.goi_can_kiem_tra, n."NumberType", n."NumberCurrentPackage",
  n."NumberPackageRegisterDate", n."NumberPackageRegisterExpire", n."CurrentCycle", n."NumberFreeCycleLeft",
  n."NumberStatus", n."Status", n.dtct`

/** A page of the file's numbers in sheet order. */
export async function scanRows(
  kind: ScanKind,
  { FileName: name, page = 0, count }: ParsedOf<Calls['rows']>,
  ctx: Ctx,
): Promise<Json<AnswerOf<Calls['rows']>>> {
  const { id, FileName } = await findScan(kind, name, ctx)
  const size = count === undefined ? undefined : String(Math.min(count, exportThreshold))
  const query: Query = { page: String(page), ...(size !== undefined && { count: size }) }
  return readJson(
    ctx,
    pageJson({
      select: sql`n.id::text AS id, ${FileName}::text AS "FileName", ${resultColumns}`,
      from: sql`scan_numbers n`,
      where: sql`n.file_id = ${id}`,
      order: sql`n.id`,
      ...paging(scanResources[kind], query),
    }),
  )
}

/** The same as .xlsx, streamed. */
export async function sendResults(
  kind: ScanKind,
  name: string,
  ctx: Ctx,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, FileName } = await findScan(kind, name, ctx)
  return sendSheet(
    {
      file: resultsFile(FileName),
      columns: Object.entries(resultFields(kind)).map(([column, field]) => ({
        name: column,
        label: field.label,
        field,
      })),
      count: sql`SELECT count(*) AS count FROM scan_numbers WHERE file_id = ${id}`,
      rows: sql`SELECT ${resultColumns} FROM scan_numbers n WHERE n.file_id = ${id} ORDER BY n.id`,
      resource: kind,
      query: { FileName },
    },
    ctx,
    reply,
  )
}

const keys = [
  'scan.perMinute',
  'scan.perMinute.VINAPHONE',
  'scan.perMinute.MOBIFONE',
  'scan.perMinute.VIETTEL',
  'scan.parallel',
  'scan.parallel.VINAPHONE',
  'scan.parallel.MOBIFONE',
  'scan.parallel.VIETTEL',
  'scan.from',
  'scan.until',
] as const
type Limit = Pick<Capacity, 'nha_mang' | 'perMinute' | 'parallel'>

/** Limits of a carrier: its own if set, otherwise the common ones. */
function limitOf(nha_mang: ScanCarrier, now: ValuesOf<(typeof keys)[number]>): Limit {
  const common = { nha_mang, perMinute: now['scan.perMinute'], parallel: now['scan.parallel'] }
  if (nha_mang === 'KHAC') return common
  return {
    nha_mang,
    perMinute: now[`scan.perMinute.${nha_mang}`] || common.perMinute,
    parallel: now[`scan.parallel.${nha_mang}`] || common.parallel,
  }
}

/** Scan limits per carrier, and whether the database's clock is within their hours (D3-SCN-02). */
export async function readPace(db: Ctx['db']) {
  const values = await readSettings(db, keys)
  const [from, until] = [values['scan.from'], values['scan.until']]
  const { rows } = await db.query<{ open: boolean; openFor: number }>(sql`
    SELECT at >= ${from}::time AND at < ${until}::time AS open,
      greatest(0, extract(epoch FROM ${until}::time - at) / 60)::float8 AS "openFor"
    FROM (SELECT (clock_timestamp() AT TIME ZONE 'Asia/Ho_Chi_Minh')::time AS at) t`)
  const { open = false, openFor = 0 } = rows[0] ?? {}
  const limits = scanCarriers.map(({ value }) => limitOf(value, values))
  return { limits, from, until, open, openFor: open ? openFor : 0 }
}

type Used = Omit<Capacity, 'perMinute' | 'parallel'>

/** Current requests per carrier, by kind, and whether it fails. */
async function usedOf({ db }: Pick<Ctx, 'db'>): Promise<Used[]> {
  const { rows } = await db.query<Used>(sql`
    WITH t AS (SELECT clock_timestamp() AS at, date_trunc('minute', clock_timestamp()) AS minute),
    people AS (SELECT carrier_of(so_dien_thoai) AS nha_mang, count(*)::int AS n
      FROM lstracuu, t WHERE "createdAt" > at - interval '1 minute' AND nguon = 'tra_cuu' GROUP BY 1),
    -- Rate over the last full minute and the current one, scaled to one minute.
    scans AS (SELECT nha_mang, round(sum(n * CASE kind WHEN 'quetdtct' THEN 2 ELSE 1 END) * 60 / (60 + extract(epoch FROM at - t.minute)))::int AS n
      FROM scan_minutes m, t WHERE m.minute >= t.minute - interval '1 minute' GROUP BY nha_mang, at, t.minute)
    SELECT p.nha_mang, coalesce(people.n, 0) AS people, coalesce(scans.n, 0) AS scans,
      CASE WHEN p.paused_until IS NOT NULL THEN to_json(p.failing_since)#>>'{}' END AS "failingSince", p.why,
      to_json(p.paused_until)#>>'{}' AS "pausedUntil"
    FROM scan_pace p LEFT JOIN people USING (nha_mang) LEFT JOIN scans USING (nha_mang)`)
  return rows
}

/** Use of the carriers, which of them fail, and the pace of this screen's running files. */
export async function scanNow(kind: ScanKind, ctx: Ctx): Promise<AnswerOf<Calls['now']>> {
  const { limits, ...hours } = await readPace(ctx.db)
  const used = await usedOf(ctx)
  const { rows } = await ctx.db.query<AnswerOf<Calls['now']>['files'][number]>(sql`
    WITH t AS (SELECT clock_timestamp() AS at, date_trunc('minute', clock_timestamp()) AS minute)
    SELECT f.id, coalesce(round(went.n / went.minutes, 1), 0)::float8 AS "perMinute",
      CASE WHEN went.n > 0 THEN left_over.minutes END::float8 AS "minutesLeft",
      CASE WHEN left_over.rests THEN left_over.of ELSE '{}' END AS "waitsFor"
    FROM t, scan_files f, LATERAL (
      SELECT sum(m.n) AS n, greatest(5, extract(epoch FROM at - greatest(f.chay_tu, t.minute - interval '4 minutes'))) / 60 AS minutes
      FROM scan_minutes m WHERE m.file_id = f.id AND m.minute >= t.minute - interval '4 minutes') went, LATERAL (
      -- A carrier without requests yet is assumed to run at its limit.
      SELECT array_agg(p.nha_mang ORDER BY p.nha_mang) AS of, bool_and(p.paused_until IS NOT NULL) AS rests,
        max(waiting.n / coalesce((SELECT sum(m.n) / went.minutes FROM scan_minutes m
          WHERE m.file_id = f.id AND m.nha_mang = p.nha_mang AND m.minute >= t.minute - interval '4 minutes'), l."perMinute")) AS minutes
      FROM (SELECT nha_mang, count(*) AS n FROM scan_numbers WHERE file_id = f.id AND state = 'waiting' GROUP BY 1) waiting
      JOIN scan_pace p USING (nha_mang)
      JOIN jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) AS l(nha_mang text, "perMinute" int) USING (nha_mang)) left_over
    WHERE f.kind = ${kind} AND f.trang_thai = 'running' ORDER BY f.id`)
  const carriers = limits.flatMap((limit) =>
    used.filter(({ nha_mang }) => nha_mang === limit.nha_mang).map((now) => ({ ...limit, ...now })),
  )
  return { configured: ctx.services.carrier !== undefined, ...hours, carriers, files: rows }
}
