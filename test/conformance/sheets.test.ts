/** Exports contain the rows of the list and can be read back: same rows, same masks, one sheet, an audit entry. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import type { ImportSummary } from '#platform/contract/calls/imports.ts'
import { fieldOf, tableOf, type Resource } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { ident } from '#kit/server/kinds.ts'
import { overrides } from '#platform/app/server/lists.ts'
import { runImport } from '#platform/app/server/imports/save-job.ts'
import { openFilledStage } from './filled.ts'
import { gather } from './gather.ts'
import { unzip } from './scan.ts'
import { allPages, type Reply, type Row, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openFilledStage()
})
afterAll(() => stage.close())

const exported = resources.filter((resource) => resource.may.export !== undefined)
const pathOf = (resource: Resource): string => `/api/v1/${resource.path}`
const sheetOf = (reply: Reply): string => unzip(reply.raw).get('xl/worksheets/sheet1.xml')?.toString() ?? ''

/** Path of an export → its file name, verbatim from the documents. */
const fileNames = {
  mesbank: 'YCHT.xlsx',
  'care/history': 'NHAT-KY-CSKH.xlsx',
  baodo: 'Bao-cao-bao-do.xlsx',
  lstracuu: 'LICH-SU-TRA-CUU.xlsx',
  blacklist: 'Blacklist.xlsx',
  chiphihoantien: 'Chi-phi-quan-ly.xlsx',
  chiphiquanly: 'Chi-phi-quan-ly.xlsx',
  chiphihotro: 'Chi-phi-quan-ly.xlsx',
  chiphikhac: 'Chi-phi-quan-ly.xlsx',
  doanhthutinhluong: 'Doanh-thu-tinh-luong.xlsx',
  tilebatso: 'Ti-le-bat-so.xlsx',
  giahoantien: 'Gia-hoan-tien.xlsx',
  mfy: 'Mfy.xlsx',
  requestrefund: 'YCHT.xlsx',
  requestrefundreport: 'BAO-CAO-YCHT.xlsx',
  giagoimfy: 'Gia-goi-mfy.xlsx',
}

test.each(Object.entries(fileNames))(
  'the export of %s is named %s (D1-EXP-05, D1-Q-156, D2-EXP-03, D2-CAP-17, D2-COST-67, D2-SALREV-30, D2-Q-33, D2-Q-34, D2-Q-32)',
  async (path, file) => {
    const { headers } = await stage.player('admin').ask('GET', `/api/v1/${path}/export`)
    expect(headers['content-disposition']).toBe(`attachment; filename="${file}"; filename*=UTF-8''${file}`)
  },
)

for (const resource of exported) {
  const right = resource.may.export ?? 'admin'

  test(`${resource.path}: an export has every row of the filter, and is recorded (D1-EXP-02, D1-Q-155, D2-EXP-01, D2-EXP-02, D2-CONST-02)`, async () => {
    for (const { name, ask, actor } of stage.players) {
      if (!can(actor, right) || !can(actor, resource.may.read)) continue
      const { rows } = await allPages(ask, pathOf(resource), 100)
      const reply = await ask('GET', `${pathOf(resource)}/export?page=3&count=1`)
      expect([name, reply.status, reply.headers['x-total-count']]).toEqual([name, 200, String(rows.length)])
      expect(sheetOf(reply).match(/<row /g)?.length).toBe(rows.length + 1)
      expect(unzip(reply.raw).get('xl/workbook.xml')?.toString()).toContain('name="Sheet 1"')
      const { rows: audited } = await stage.server.pool.query<{ n: number }>(sql`
        SELECT (after->>'rows')::int AS n FROM audit_log
        WHERE action = 'export' AND resource = ${resource.path} AND username = ${name} ORDER BY id DESC LIMIT 1`)
      expect(audited).toEqual([{ n: rows.length }])
    }
  })

  test(`${resource.path}: the headings are those of the columns that the role sees (D1-Q-002, D1-Q-156, D2-EXP-05, D2-Q-35)`, async () => {
    const { faults, same } = gather()
    for (const { name: who, ask, actor } of stage.players) {
      if (!can(actor, right) || !can(actor, resource.may.read)) continue
      const text = [...unzip((await ask('GET', `${pathOf(resource)}/export`)).raw).values()].join('')
      const asRead = overrides[resource.path]?.sheetFor?.(actor) ?? resource
      for (const name of resource.exportAs?.columns ?? resource.list) {
        const { see, label } = fieldOf(asRead, name)
        const twins = (resource.exportAs?.columns ?? resource.list).filter(
          (one) => fieldOf(resource, one).label === label,
        )
        if (twins.length === 1)
          same(text.includes(`>${label}<`), see === undefined || can(actor, see), `${who} ${name}`)
      }
    }
    expect(faults).toEqual([])
  })
}

/** The rows as a spreadsheet shows them: without ids, versions and times, in a fixed order. */
const valuesIn = (resource: Resource, rows: Row[]): string[] =>
  rows
    .map((row) => JSON.stringify(resource.sheet?.columns.map((name) => (name === null ? null : row[name]))))
    .sort()

const inverse = exported.filter(({ sheet, may, exportAs, list }) => {
  const columns = (exportAs?.columns ?? list).map(String)
  return (
    sheet !== undefined &&
    may.import !== undefined &&
    sheet.columns.every((name) => name !== null && columns.includes(name))
  )
})

for (const resource of inverse) {
  test(`${resource.path}: an exported sheet can be imported and gives the same rows (D1-IMP-02, D2-IMP-05, D2-IMP-07, D2-COL-12, D2-Q-35)`, async () => {
    const { faults, same } = gather()
    const { ask } = stage.player('admin')
    const { pool, api } = stage.server
    const before = await allPages(ask, pathOf(resource), 100)
    const file = await ask('GET', `${pathOf(resource)}/export`)
    const bytes = {
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(`${resource.path}.xlsx`),
    }
    const upload = await ask('POST', `/api/v1/imports/${resource.path}`, file.raw, bytes)
    same(upload.status, 200, upload.text)
    const summary = upload.body.data as ImportSummary
    // The heading is recognised, also if a spreadsheet starts in row 1.
    expect(summary.counts.bad).toBe(0)
    await pool.query(sql`DELETE FROM ${ident(tableOf(resource))}`)
    expect((await ask('POST', `/api/v1/imports/${summary.id}/save`)).status).toBe(200)
    await runImport(api.services, summary.id, new AbortController().signal)
    const after = await allPages(ask, pathOf(resource), 100)
    expect(valuesIn(resource, after.rows)).toEqual(valuesIn(resource, before.rows))
    const state = (await ask('GET', `/api/v1/imports/${summary.id}`)).body.data as ImportSummary
    expect([state.state, state.saved]).toEqual(['done', before.rows.length])
    expect(faults).toEqual([])
  })
}
