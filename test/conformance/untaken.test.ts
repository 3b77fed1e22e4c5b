/** A field that a call never writes is refused by name, in every writing call; the stored value may be sent back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSteps, paramOf } from '#kit/contract/action.ts'
import type { Method } from '#kit/contract/operations.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { groundwork } from './fixtures.ts'
import { everyNth } from '../rounds.ts'
import { openFilledStage } from './filled.ts'
import { gather } from './gather.ts'
import { imprint } from './rows.ts'
import { sampleBody } from './samples.ts'
import { valuesOf, type Row, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openFilledStage()
})
afterAll(() => stage.close())

/** Fields that the spec says to ignore, or that have another meaning in the call. */
const passedOver: Readonly<Record<string, readonly string[]>> = {
  lstracuu: ['username', 'full_name'],
  // D2-COL-07.
  chiphiquanly: ['thanh_tien'],
  chiphihotro: ['thanh_tien'],
  chiphikhac: ['thanh_tien'],
  // Id of the ordered number.
  order: ['id'],
}
/** A value that no such field has. */
const foreign = '018f0000-0000-7000-8000-0000deadbeef'

const allForeign = (names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, foreign]))

/** Declared fields that no body writes; aliases of written ones excluded. */
function never(resource: Resource, written: readonly (string | null)[]): string[] {
  const writtenNames = written.flatMap((name) => {
    if (name === null || fieldOf(resource, name).write === 'never') return []
    const { alias = name, bodyName = name } = fieldOf(resource, name)
    return [name, alias, bodyName]
  })
  const free = passedOver[resource.path] ?? []
  return Object.keys(resource.fields).filter((name) => !writtenNames.includes(name) && !free.includes(name))
}
const pathOf = ({ path }: Resource): string => `/api/v1/${path}`

/** Calls of workflows below a list, each with its body, and the fields of the list that it does not take. */
const further: [Method, string, (row: Row) => object, string[]][] = [
  [
    'PUT',
    'mfy/setTrangThai/:id',
    () => ({ trang_thai: 'duyet' }),
    ['chenh_lech', 'ma_goi', 'trang_thai_thu_tien'],
  ],
  ['PUT', 'mfy/:id/update', () => ({ note: 'Ghi chú' }), ['gia_ban_goi', 'chenh_lech', 'trang_thai']],
  ['PUT', 'mfy/:id/giao', () => ({ username_nv: 'sale112' }), ['chenh_lech', 'trang_thai']],
  ['POST', 'mfy/moiTuDong', ({ id }) => ({ id }), ['so_dien_thoai', 'trang_thai']],
  ['POST', 'mfy/traCuuDoiTuong', () => ({ phone: '0912000001' }), ['so_dien_thoai', 'chenh_lech']],
  ['PUT', 'moigoihomsau/setTrangThai/:id', () => ({ status: 1 }), ['so_lan_moi', 'gia_goi', 'phone']],
  ['PUT', 'care/history/setNote/:id', () => ({ note: 'Ghi chú' }), ['status', 'package', 'appointment_at']],
  ['PUT', 'mesbank/ghiNhan/:id', () => ({ don_id: foreign }), ['money', 'trang_thai_duyet_thong_tin']],
  ...(['requestrefund', 'requestrefundreport'] as const).flatMap((path) => {
    const refund = {
      number_phone: '0987000001',
      number_type: 2,
      package_code: 'VD90',
      request_type: 4,
      request_method: 1,
    }
    return ['createHoanTienGoiCuoc', 'create24hOrder'].map((name): (typeof further)[number] => [
      'POST',
      `${path}/${name}`,
      () => ({ ...refund, cho_len_don: 0, millisecond_created_at: 1 }),
      ['quyet_dinh', 'refund_price', 'is_transfer', 'chenh_lech', 'staff_username'],
    ])
  }),
]

test('a list field that a workflow call does not accept gets 400 with its name, and nothing is stored; an unchanged value may be sent (D3-ACC-09)', async () => {
  const { faults, must } = gather()
  const { ask } = stage.player('admin')
  const stores = resources.filter(({ path }) => further.some(([, call]) => call.startsWith(`${path}/`)))
  const before = await Promise.all(stores.map((one) => imprint(stage.server.pool, one)))
  for (const [method, call, bodyOf, names] of further) {
    const list = stores.find(({ path }) => call.startsWith(`${path}/`))
    const row = list && valuesOf(await ask('GET', pathOf(list)))[0]
    if (!row) throw new Error(`${call}: no row`)
    const path = `/api/v1/${call.replace(':id', row.id)}`
    for (const name of names) {
      const reply = await ask(method, path, { ...bodyOf(row), [name]: '12345678' })
      must(
        reply.status === 400 && name in (reply.body.fields ?? {}),
        `${call} ${name}: ${reply.status} ${reply.text.slice(0, 200)}`,
      )
    }
  }
  expect(await Promise.all(stores.map((one) => imprint(stage.server.pool, one)))).toEqual(before)
  expect(faults).toEqual([])
  const note = valuesOf(await ask('GET', '/api/v1/care/history'))[0]
  const again = await ask('PUT', `/api/v1/care/history/setNote/${note?.id}`, { ...note, note: 'Ghi chú mới' })
  expect([again.status, again.text.slice(0, 200)]).toEqual([200, expect.anything()])
})

for (const resource of resources) {
  const { form = [], inline = [], may, sheet, actions = {} } = resource
  const path = pathOf(resource)

  test(`${resource.path}: a field that a call does not accept gets 400 with its name, by create, update, action, bulk and import, and nothing is stored (D3-ACC-09)`, async () => {
    const { faults, must } = gather()
    const { ask } = stage.player('admin')
    const row = valuesOf(await ask('GET', path))[0]
    const before = await imprint(stage.server.pool, resource)
    const named = (label: string, reply: Awaited<ReturnType<typeof ask>>, name: string): void =>
      must(
        reply.status === 400 && Object.keys(reply.body.fields ?? {}).includes(name),
        `${label} ${name}: ${reply.status} ${reply.text.slice(0, 200)}`,
      )
    // Phone and package of a new bank message are parsed from its text.
    const entered = resource.path === mesbank.path ? form : [...form, ...inline]
    const untaken = never(resource, entered)
    // One refusal lists them all.
    const created = untaken.filter((name) => may.create !== undefined && !sheet?.columns.includes(name))
    if (created.length > 0) {
      const body = sampleBody(resource)
      await groundwork[resource.path]?.(stage, body)
      const reply = await ask('POST', path, { ...body, ...allForeign(created) })
      for (const name of created) named('POST', reply, name)
    }
    const updated = untaken.filter((name) => may.update !== undefined && row && !inline.includes(name))
    if (updated.length > 0 && row) {
      const reply = await ask('PUT', `${path}/${row.id}`, allForeign(updated))
      for (const name of updated) named('PUT', reply, name)
      // In a bulk edit each row is refused as a whole.
      for (const name of everyNth(updated, 0)) {
        const many = await ask('POST', '/api/v1/bulk', {
          method: 'PUT',
          path: `${path}/:id`,
          ids: [row.id],
          input: { [name]: foreign },
        })
        const refused = (many.body.data as { refused?: { code: string }[] } | undefined)?.refused ?? []
        must(refused[0]?.code === 'VALIDATION', `bulk ${name}: ${many.text.slice(0, 200)}`)
      }
    }
    for (const action of Object.values(actions)) {
      if (!row || action.method === 'GET') continue
      const value = isSteps(action)
        ? action.steps[0]?.to
        : (row[action.field] ?? sampleBody(resource)[action.field] ?? 1)
      const reasons = isSteps(action) ? action.steps.flatMap(({ reason }) => reason?.field ?? []) : []
      const param = paramOf(action) ?? action.field
      const reasonFields = Object.fromEntries(reasons.map((name) => [name, 'Lý do']))
      const names = Object.keys(resource.fields).filter(
        (name) => !['id', action.field, param, ...reasons].includes(name),
      )
      const reply = await ask(action.method, `${path}/${action.path}`.replace(':id', row.id), {
        id: row.id,
        [param]: value,
        ...reasonFields,
        ...allForeign(names),
      })
      // An invalid value of the action itself is refused first.
      if (reply.status === 400 && Object.keys(reply.body.fields ?? {}).includes(param)) continue
      for (const name of names) named(action.path, reply, name)
    }
    if (may.import !== undefined) {
      for (const name of never(resource, sheet?.columns ?? form)) {
        if (name === 'FileName') continue
        const reply = await ask('POST', `${path}/import`, {
          FileName: 'so.xlsx',
          data: [{ ...sampleBody(resource), [name]: foreign }],
        })
        const errors = (reply.body.data as { errors?: { msg: string }[] } | undefined)?.errors ?? []
        must(errors.length === 1, `import ${name}: ${reply.text.slice(0, 200)}`)
      }
    }
    expect(await imprint(stage.server.pool, resource)).toBe(before)
    expect(faults).toEqual([])
  })

  if (may.update === undefined) continue
  test(`${resource.path}: sending back a row as it was read is accepted for every role (D3-ACC-09)`, async () => {
    const { faults, must } = gather()
    for (const { name, ask } of stage.players) {
      const read = await ask('GET', path)
      if (read.status !== 200) continue
      for (const { id } of valuesOf(read).slice(0, 3)) {
        const row = (await ask('GET', `${path}/${id}`)).body.data as Row | undefined
        if (!row) continue
        const reply = await ask('PUT', `${path}/${id}`, row)
        const refusedFields = Object.keys(reply.body.fields ?? {}).filter((field) =>
          never(resource, [...form, ...inline]).includes(field),
        )
        must(refusedFields.length === 0, `${name} ${id}: ${reply.text.slice(0, 300)}`)
      }
    }
    expect(faults).toEqual([])
  })
}
