/** Bank messages for the demo's top-ups, Mfy requests and SIM orders: some pay their order, others are proposed for it. */
import sql from 'sql-template-tag'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { knownPackages, parseContent } from '#subjects/money/server/mesbank/parse-content.ts'
import { framedByBank, type BankMessage } from './bank.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { minute } from '#platform/app/server/seed/demo-days.ts'
import { demoPackages } from './packages.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'
import { iso } from './save-files.ts'

type Order = {
  kind: string
  id: string
  content: string
  amount: number
  difference: number
  at: number
  /** Who marked it as paid; null while it waits. */
  by: string | null
}
type Use = { message: BankMessage; order: Order; at: number }
export type DemoTransfers = { messages: BankMessage[]; uses: Use[] }

/** Orders of each kind that get a message: the newest paid and the newest waiting ones, the latter only if recent. */
const limits = { paid: 30, waiting: 9, waitingHours: 40 } as const

/** Orders without a message; amounts are read from the tables, whose triggers set them. */
async function readOrders(client: PoolClient, now: Date): Promise<Order[]> {
  const { rows } = await client.query<Order>(sql`
    SELECT kind, id, content, amount::float8 AS amount, difference::float8 AS difference,
      floor(extract(epoch FROM at) * 1000)::float8 AS at, by
    FROM (SELECT *, row_number() OVER (PARTITION BY kind, by IS NULL ORDER BY at DESC, id) AS n FROM (
      SELECT 'nap_tien' AS kind, id, number_phone::text AS phone, package_code AS package,
        '0' || number_phone || ' ' || package_code AS content,
        transfer_final_amount AS amount, chenh_lech AS difference, created_time AS at,
        CASE is_transfer WHEN 1 THEN coalesce(username_duyet_trang_thai_chuyen_khoan, 'quanly') END AS by
      FROM requestrefund
      WHERE request_type = top_up() AND (is_transfer = 1 OR quyet_dinh <> '2' AND ma_trang_thai_giao_dich_doi_tac <> partner_hoan_tien())
      UNION ALL
      SELECT 'mfy', id, so_dien_thoai::text, ma_goi, '0' || so_dien_thoai || ' ' || ma_goi, doanh_thu, chenh_lech, created_at,
        CASE trang_thai_thu_tien WHEN 'da_chuyen_khoan' THEN coalesce(username_thay_doi_trang_thai_thu_tien, 'quanly') END
      FROM mfy
      WHERE trang_thai_thu_tien = 'da_chuyen_khoan' OR trang_thai_thu_tien = 'chua_thu_tien'
        AND trang_thai NOT IN ('thu_hoi', 'huy_qua_han', 'huy_qua_han_lan_2')
      UNION ALL
      SELECT 'sim', id, right(ordered_so_dien_thoai, 9), ma_don, ma_don || ' ' || ordered_so_dien_thoai, ordered_gia_khach_hang,
        0, created_at, CASE trang_thai WHEN 'da_thanh_toan' THEN username_thay_doi_trang_thai END
      FROM sim_order WHERE payment_method = 'online') o
      WHERE transfer_for(phone, package, at) IS NULL) o
    WHERE n <= CASE WHEN by IS NULL THEN ${limits.waiting}::int ELSE ${limits.paid}::int END AND amount > 0
      AND (by IS NOT NULL OR at > ${now}::timestamptz - make_interval(hours => ${limits.waitingHours}))
    ORDER BY at, id`)
  return rows
}

/** Amount sent for a waiting order: mostly the right one. */
const sent = (amount: number, random: Random): number =>
  random.weighted([
    [amount, 7],
    [amount - 5_000, 2],
    [amount + 2_000, 1],
  ])

/** The messages, oldest first, and those that pay their order. */
export async function transfersOf(client: PoolClient, now: Date): Promise<DemoTransfers> {
  const random = randomOf('transfers')
  const packages = knownPackages(demoPackages.map(({ code }) => code))
  const pairs = (await readOrders(client, now)).map((order, n) => {
    const at = Math.min(order.at + random.int(2, 25) * minute, now.getTime() - random.int(1, 30) * 1_000)
    const money =
      order.by === null && order.kind !== 'sim' ? sent(order.amount, random) : order.amount + order.difference
    const content = framedByBank(order.content, money.toLocaleString('en-US'), random)
    const { phone, package: name, confidence, reason } = parseContent(content, packages)
    const message: BankMessage = {
      id: random.uuid(at + 2_000),
      transaction: `FTO${String(n + 1).padStart(9, '0')}`,
      sender: random.pick(['VCB', 'TCB', 'MB', 'BIDV'] as const),
      money,
      content,
      at,
      phone,
      package: name,
      confidence,
      reason,
      updater: null,
      processed: order.by === null ? 0 : 1,
      decision: null,
      decider: null,
      refusalReason: null,
    }
    return { order, message, at: Math.min(at + random.int(1, 40) * minute, now.getTime()) }
  })
  return {
    messages: pairs.map(({ message }) => message),
    uses: pairs.filter(({ order }) => order.by !== null),
  }
}

/** Writes which message pays which order, with audit entries of both. */
export async function saveUses({ uses }: DemoTransfers, client: PoolClient): Promise<void> {
  await copyRows(client, 'transfer_use', uses, {
    message_id: ({ message }) => message.id,
    kind: ({ order }) => order.kind,
    order_id: ({ order }) => order.id,
    chenh_lech: ({ order }) => order.difference,
    chenh_lech_truoc: () => 0,
    phai_thu: ({ message, order }) => message.money - order.difference,
    username: ({ order }) => order.by,
    at: (use) => iso(use.at),
  })
  await client.query(`
    INSERT INTO audit_log (at, actor_id, username, role_name, action, resource, resource_id, before, after)
    SELECT u.at, p.id, u.username, r.name, 'update', e.resource, e.id::text, jsonb_build_object(e.field, NULL),
      jsonb_build_object(e.field, e.words)
    FROM transfer_use u LEFT JOIN users p ON p.username = u.username LEFT JOIN roles r ON r.id = p.role_id
    CROSS JOIN LATERAL (VALUES ('mesbank', u.message_id, 'don', order_words(u.kind, u.order_id)),
      (resource_of(u.kind), u.order_id, 'giao_dich', message_words(u.message_id))) AS e(resource, id, field, words)
    ORDER BY u.at, u.id, e.resource`)
}
