/** State transitions of orders that move money, as declared (subjects/money/contract/money-orders.ts), enforced by the database and by the server. */
import sql, { raw, type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { actionPath, paramOf } from '#kit/contract/action.ts'
import { moneyOrders, type MoneyOrder, type Transition } from '#subjects/money/contract/money-orders.ts'
import { sourceOf, tableOf } from '#kit/contract/resource.ts'
import { openStage, type Player, type Stage } from '#test/conformance/stage.ts'
import { ident } from '#kit/server/kinds.ts'

let stage: Stage
type Kind = keyof typeof moneyOrders
const kinds = Object.keys(moneyOrders) as Kind[]
const rows = new Map<Kind, string>()

const refund = (type: number, price: number): Sql => sql`
  INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price)
  VALUES ('sale111', '', ${String(912_400_000 + type)}, 'VD90', ${type}, ${price}) RETURNING id`
const inserts: Record<Kind, Sql> = {
  refund: refund(2, 0),
  topUp: refund(5, 100_000),
  mfy: sql`INSERT INTO mfy (so_dien_thoai, username_nv, ma_goi, gia_ban_goi) VALUES ('912400007', 'sale111', 'VD90', 1) RETURNING id`,
  sim: sql`INSERT INTO sim_order (sim_id, phone, name, address, payment_method, username_nv)
    SELECT id, '912400008', 'Khách', 'Hà Nội', 'cod', 'sale111' FROM simso RETURNING id`,
}
/** The fields with a state and its decider, by kind; a decision on a request is reverted in its state field. */
const written: Record<Kind, { field: string; by: string }> = {
  refund: { field: 'trang_thai_duyet_hoan_goi', by: 'username_duyet_trang_thai_duyet_hoan_goi' },
  topUp: { field: 'status_duyet_don', by: 'approver' },
  mfy: { field: 'trang_thai', by: 'username_thay_doi_trang_thai' },
  sim: { field: 'trang_thai', by: 'username_thay_doi_trang_thai' },
}

/** Writes a state directly, as the server would; always as the same user, whose second decision nothing else refuses. */
async function write(kind: Kind, to: string): Promise<void> {
  const { resource, state } = moneyOrders[kind]
  const fields = written[kind]
  await stage.server.pool.query(sql`
    UPDATE ${ident(tableOf(resource))}
    SET ${ident(to === '0' ? state : fields.field)} = ${raw(`'${to}'`)}, ${ident(fields.by)} = 'quanly' WHERE id = ${rows.get(kind)}`)
}

async function now(kind: Kind): Promise<string | undefined> {
  const { resource, state } = moneyOrders[kind]
  const { rows: found } = await stage.server.pool.query<{ state: string }>(
    sql`SELECT ${ident(state)} AS state FROM ${ident(sourceOf(resource))} WHERE id = ${rows.get(kind)}`,
  )
  return found[0]?.state
}

/** Moves the row to a state by allowed transitions: a decision through the open state. */
async function moveTo(kind: Kind, state: string): Promise<void> {
  if ((await now(kind)) === state) return
  if (moneyOrders[kind].state === 'quyet_dinh' && (await now(kind)) !== '0') await write(kind, '0')
  if ((await now(kind)) !== state) await write(kind, state)
  expect(await now(kind)).toBe(state)
}

beforeAll(async () => {
  stage = await openStage()
  const { pool } = stage.server
  await pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000);
    INSERT INTO giagoimfy (ten_goi_cuoc, phi_thu_hoi, gia_t1, gia_t2, gia_t3) VALUES ('VD90', 30000, 45000, 54000, 62500);
    INSERT INTO simso (so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, gia_goc, gia_si_1, gia_si_2, gia_si_3,
      gia_khach_hang, types) VALUES ('0912400009', '0912.400.009', 'VIETTEL', 1, 1, 1, 1, 1, 90000, 'sim_kep')`)
  for (const kind of kinds) {
    const { rows: found } = await pool.query<{ id: string }>(inserts[kind])
    rows.set(kind, found[0]?.id ?? '')
  }
})
afterAll(() => stage.close())

const pairs = ({ states }: MoneyOrder): [string, string][] =>
  states.flatMap((from) => states.flatMap((to) => (from === to ? [] : [[from, to] as [string, string]])))

test.each(kinds)(
  '%s: the database accepts the declared transitions and no others (D3-DEC-01, D3-DEC-02)',
  async (kind) => {
    const order: MoneyOrder = moneyOrders[kind]
    for (const [from, to] of pairs(order)) {
      await moveTo(kind, from)
      const refusal = await write(kind, to).then(
        () => null,
        (error: { code?: string }) => error.code,
      )
      const declared = order.transitions.some(
        (transition) => transition.to === to && transition.from.includes(from),
      )
      expect([from, to, refusal, await now(kind)]).toEqual([
        from,
        to,
        declared ? null : 'VD409',
        declared ? to : from,
      ])
    }
  },
)

/** Status of the server's response to a transition by the player. */
async function take(player: Player, kind: Kind, { action, step, to }: Transition): Promise<number> {
  const param = paramOf(action)
  const path = actionPath(moneyOrders[kind].resource, action).replace(':id', rows.get(kind) ?? '')
  const body = {
    ...(param && { [param]: step.to ?? to }),
    ...(step.reason && { [step.reason.field]: 'Nhầm' }),
  }
  return (await player.ask(action.method, path, body)).status
}

test.each(kinds)(
  '%s: each role may do its declared transitions and no others, from every state (D2-Q-101, D3-DEC-02)',
  async (kind) => {
    const order: MoneyOrder = moneyOrders[kind]
    const ways = order.transitions.flatMap((way) => stage.players.map((player) => ({ way, player })))
    const result = (transition: Transition, { name }: Player, from: string, status: number): unknown[] => [
      name,
      transition.action.path,
      from,
      transition.to,
      status,
    ]
    for (const from of order.states) {
      await moveTo(kind, from)
      for (const { way, player } of ways.filter((one) => !can(one.player.actor, one.way.ability))) {
        const status = await take(player, kind, way)
        expect(result(way, player, from, status)).toEqual(
          result(way, player, from, status === 404 ? 404 : 403),
        )
      }
      expect(await now(kind)).toBe(from)
      for (const { way, player } of ways.filter((one) => can(one.player.actor, one.way.ability))) {
        await moveTo(kind, from)
        const open = way.from.includes(from)
        const status = await take(player, kind, way)
        expect(result(way, player, from, status)).toEqual(result(way, player, from, open ? 200 : 409))
        expect(await now(kind)).toBe(open ? way.to : from)
      }
    }
  },
)
