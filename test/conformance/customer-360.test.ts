/** 'Khách hàng 360' × every role: each block has exactly the rows that the corresponding list has for the phone. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { fieldOf, sourceOf } from '#kit/contract/resource.ts'
import { blockNames, blocks, type BlockName } from '#subjects/overview/contract/calls/customer-360.ts'
import { ident } from '#kit/server/kinds.ts'
import { openFilledStage } from './filled.ts'
import { gather } from './gather.ts'
import { isScoped, splitFor } from './oracle.ts'
import { allIds } from './rows.ts'
import { dealRows } from './scope-calls.ts'
import { valuesOf, type Player, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openFilledStage()
  await dealRows(stage.server.pool)
  // A result of the default admin in a branch: the branch sees it without its author.
  await stage.server.pool.query(`
    ALTER TABLE customer_message_9084 DISABLE TRIGGER USER;
    UPDATE customer_message_9084 SET username_nv = 'admin', ten_nv = 'Quản trị' WHERE id = (
      SELECT id FROM customer_message_9084 WHERE brand_id = (SELECT id FROM users WHERE username = 'chinhanh1')
      ORDER BY "NumberPhone" LIMIT 1);
    ALTER TABLE customer_message_9084 ENABLE TRIGGER USER`)
})
afterAll(() => stage.close())

const keyOf = (phone: string): string =>
  stage.server.api.services.secrets?.conceal('khachhang360', phone) ?? ''

/** Ids of a block's rows by their phone, as the database has them. */
async function byPhone(name: BlockName): Promise<Map<string, string[]>> {
  const { resource, phone } = blocks[name]
  const { rows } = await stage.server.pool.query<{ phone: string; ids: string[] }>(sql`
    SELECT ${ident(phone)}::text AS phone, array_agg(id::text) AS ids FROM ${ident(sourceOf(resource))}
    WHERE ${ident(phone)} IS NOT NULL GROUP BY 1`)
  return new Map(rows.map((row) => [row.phone, row.ids]))
}

/** Rows that the player may see in the list, computed naively and independently of the server. */
const seenBy = async (name: BlockName, player: Player): Promise<Set<string>> => {
  const { resource } = blocks[name]
  return new Set(
    isScoped(resource)
      ? (await splitFor(stage.server.pool, resource.path, player.name)).seen
      : await allIds(stage.server.pool, resource),
  )
}

for (const name of blockNames) {
  const { resource } = blocks[name]

  test(`${name}: everybody sees exactly the rows of their own list for a phone, with its cells and masks; without the right to the list the block is refused (D3-C360-01, D2-MASK-03)`, async () => {
    const { faults, same, must } = gather()
    const phones = await byPhone(name)
    must(phones.size > 0, 'no rows')
    for (const player of stage.players) {
      const may = can(player.actor, resource.may.read)
      const visible = may ? await seenBy(name, player) : new Set()
      const list = may ? valuesOf(await player.ask('GET', `/api/v1/${resource.path}?count=1000`)) : []
      const listed = new Map(list.map((row) => [row.id, row]))
      for (const [phone, ids] of [...phones].slice(0, 12)) {
        const reply = await player.ask('GET', `/api/v1/khachhang360/${keyOf(phone)}/${name}`)
        same(reply.status, may ? 200 : 403, `${player.name} ${phone}`)
        if (!may) continue
        const rows = valuesOf(reply)
        const shownIds = rows.map(({ id }) => id)
        same(shownIds.sort(), ids.filter((id) => visible.has(id)).sort(), `${player.name} ${phone}`)
        for (const row of rows) {
          const listedRow = listed.get(row.id) ?? {}
          const cells = Object.fromEntries(Object.keys(row).map((key) => [key, Reflect.get(listedRow, key)]))
          same(row, cells, `${player.name} ${row.id}`)
        }
      }
    }
    expect(faults).toEqual([])
  })
}

test("the movements are those of the customers in the reader's list, as shown for each of them; without the right to read them there they are refused here (D3-C360-01)", async () => {
  const { faults, same, must } = gather()
  const moved = await stage.server.pool.query<{ phone: string }>(
    `SELECT DISTINCT c.phone::text AS phone FROM customer c JOIN movements m ON m.customer_id = c.id ORDER BY 1 LIMIT 12`,
  )
  must(moved.rows.length > 1, 'no movements')
  for (const player of stage.players) {
    const may = can(player.actor, 'below5')
    for (const { phone } of moved.rows) {
      const reply = await player.ask('GET', `/api/v1/khachhang360/${keyOf(phone)}/chuyenso`)
      same(reply.status, may ? 200 : 403, `${player.name} ${phone}`)
      if (!may) continue
      const customers = valuesOf(await player.ask('GET', `/api/v1/khachhang360/${keyOf(phone)}/customer`))
      const steps: unknown[] = []
      for (const { id } of customers) {
        const each = valuesOf(await player.ask('GET', `/api/v1/customer/${id}/custody`))
        steps.push(...each.map(({ at, kind, from, to, by }) => [Date.parse(String(at)), kind, from, to, by]))
      }
      const timeline = valuesOf(reply).map(({ at, kind, from, to, by }) => [
        Date.parse(String(at)),
        kind,
        from,
        to,
        by,
      ])
      const inOrder = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
      same(inOrder(timeline), inOrder(steps), `${player.name} ${phone}`)
    }
  }
  expect(faults).toEqual([])
})

test('each block filters by a field that is a phone (D3-C360-01)', () => {
  for (const name of blockNames)
    expect([name, fieldOf(blocks[name].resource, blocks[name].phone).kind]).toEqual([name, 'phone'])
})
