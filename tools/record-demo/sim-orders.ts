/** The demo's orders of SIM numbers: sold numbers are paid, held ones wait for payment. */
import type { PoolClient } from '#platform/server/db/pool.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { hour } from '#platform/app/server/seed/demo-days.ts'
import { randomOf } from '#platform/app/server/seed/demo-random.ts'
import { iso } from './save-files.ts'
import type { DemoSim } from './sims.ts'

type Person = readonly [name: string, address: string]
const people: readonly [Person, ...Person[]] = [
  ['Lưu Hải Yến', 'Số 18 ngõ 102 phố Khuất Duy Tiến, Thanh Xuân, Hà Nội'],
  ['Phan Quốc Huy', '245 Nguyễn Trãi, Quận 5, TP Hồ Chí Minh'],
  ['Trần Thị Bích', '12 Lê Hồng Phong, Ngô Quyền, Hải Phòng'],
  ['Đỗ Minh Khôi', 'Thôn Đông, xã Liên Hà, Đông Anh, Hà Nội'],
  ['Nguyễn Văn Sơn', '77 Hùng Vương, Hải Châu, Đà Nẵng'],
  ['Vũ Thu Trang', '9 Trần Phú, phường Lộc Thọ, Nha Trang'],
  ['Hà Anh Dũng', 'Khu 3, thị trấn Lâm Thao, Phú Thọ'],
  ['Bùi Ngọc Lan', '31 đường 30/4, Ninh Kiều, Cần Thơ'],
]

const wishes = ['Giao giờ hành chính', 'Gọi trước khi giao', 'Giao sau 18 giờ'] as const

type DemoOrder = {
  id: string
  sim: DemoSim
  phone: string
  person: Person
  online: boolean
  note: string | null
  at: number
  /** Who marked it as paid, and when; null while it waits. */
  paid: { by: string; at: number } | null
  /** Staff member who took it; null for a customer's own order. */
  staff: string | null
}

/** One for each sold or held number, placed after the number was added. */
export function simOrdersOf(sims: readonly DemoSim[], now: Date): DemoOrder[] {
  const random = randomOf('sim orders')
  const until = now.getTime() - hour
  return sims
    .filter(({ state }) => state !== 'con_sim')
    .map((sim) => {
      // Nobody waits for a payment longer than some days.
      const from = sim.state === 'da_ban' ? sim.at : Math.max(sim.at, until - 60 * hour)
      const at = from + random.int(0, Math.max(0, until - from))
      return {
        id: random.uuid(at),
        sim,
        phone: `98${String(random.int(1_000_000, 9_999_999))}`,
        person: random.pick(people),
        online: random.chance(0.65),
        note: random.chance(0.3) ? random.pick(wishes) : null,
        at,
        paid:
          sim.state === 'da_ban'
            ? {
                by: random.pick(['quanly', 'quanly', 'admin'] as const),
                at: at + random.int(0, now.getTime() - at),
              }
            : null,
        staff: random.chance(0.35) ? random.pick(['sale111', 'sale112', 'sale211', 'quanly'] as const) : null,
      }
    })
    .toSorted((a, b) => a.at - b.at)
}

/** Writes the orders with audit entries. The numbers already have the resulting states, so they are not changed. */
export async function saveSimOrders(orders: readonly DemoOrder[], client: PoolClient): Promise<void> {
  await client.query('ALTER TABLE sim_order DISABLE TRIGGER sim_order_takes')
  await copyRows(client, 'sim_order', orders, {
    id: ({ id }) => id,
    sim_id: ({ sim }) => sim.id,
    phone: ({ phone }) => phone,
    name: ({ person }) => person[0],
    address: ({ person }) => person[1],
    payment_method: ({ online }) => (online ? 'online' : 'cod'),
    note: ({ note }) => note,
    created_at: ({ at }) => iso(at),
    ordered_so_dien_thoai_co_dau_cham: ({ sim }) => sim.dotted,
    ordered_gia_khach_hang: () => 0,
    ordered_nha_mang: ({ sim }) => sim.carrier,
    ordered_number_type: ({ sim }) => sim.kind,
    trang_thai: ({ paid }) => (paid ? 'da_thanh_toan' : 'chua_thanh_toan'),
    username_thay_doi_trang_thai: ({ paid }) => paid?.by ?? null,
    thoi_diem_thay_doi_trang_thai: ({ paid }) => (paid ? iso(paid.at) : null),
    username_nv: ({ staff }) => staff,
  })
  await client.query('ALTER TABLE sim_order ENABLE TRIGGER sim_order_takes')
  await client.query(`
    UPDATE sim_order o SET ordered_gia_khach_hang = s.gia_khach_hang FROM simso s WHERE s.id = o.sim_id`)
  await client.query(`
    INSERT INTO audit_log (at, actor_id, username, role_name, action, resource, resource_id, before, after)
    SELECT e.at, u.id, e.by, r.name, e.action, e.resource, e.id::text, e.before, e.after FROM (
      SELECT id, created_at AS at, coalesce(username_nv, shop_customer()) AS by, 'create' AS action, 'order' AS resource,
        NULL::jsonb AS before, jsonb_build_object('name', name, 'trang_thai', 'chua_thanh_toan') AS after FROM sim_order
      UNION ALL
      SELECT sim_id, created_at, coalesce(username_nv, shop_customer()), 'update', 'simso', '{"trang_thai": "con_sim"}',
        jsonb_build_object('trang_thai', 'giu_so', 'don_hang', 'Đặt đơn ' || ma_don) FROM sim_order
      UNION ALL
      SELECT id, thoi_diem_thay_doi_trang_thai, username_thay_doi_trang_thai, 'update', 'order',
        '{"trang_thai": "chua_thanh_toan"}', '{"trang_thai": "da_thanh_toan"}'
      FROM sim_order WHERE trang_thai = 'da_thanh_toan'
      UNION ALL
      SELECT sim_id, thoi_diem_thay_doi_trang_thai, username_thay_doi_trang_thai, 'update', 'simso',
        '{"trang_thai": "giu_so"}', jsonb_build_object('trang_thai', 'da_ban', 'don_hang', format('Đơn %s đã thanh toán', ma_don))
      FROM sim_order WHERE trang_thai = 'da_thanh_toan'
    ) e LEFT JOIN users u ON u.username = e.by LEFT JOIN roles r ON r.id = u.role_id ORDER BY e.at, e.resource, e.id`)
}
