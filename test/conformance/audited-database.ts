/** Entries written by the database: consequences of another change, with its author or without one. */
import { expect } from 'vitest'
import { refundBody } from '../refunds.ts'
import { setSettings } from '../settings.ts'
import { simShop } from '../sims.ts'
import { transferDesk } from '../transfers.ts'
import { arrives, type Deed, type Scene } from './audited.ts'

/** An action, and the database function that audits it. */
type WrittenDeed = Deed & { writer: string }
const partner = 'doitac1.example'

/** A waiting request of sale111 for a package refund: its id and phone. */
async function refund({ made, find, phone, server }: Scene): Promise<{ id: string; phone: string }> {
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000) ON CONFLICT DO NOTHING`,
  )
  const id = await made('sale111', 'post', 'requestrefund/createHoanTienGoiCuoc', refundBody(phone()))
  return { id, phone: await find('SELECT number_phone AS id FROM requestrefund WHERE id = $1', id) }
}

/** A registration of the phone, just received. */
const registered = ({ find }: Scene, phone: string, status: string): Promise<string> =>
  find(
    `INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username, set_status, set_at)
     VALUES ('9332', $1::text, $1::text, 'VD90', now(), 'sale111', $2, now()) RETURNING id`,
    phone,
    status,
  )

const refunds: readonly WrittenDeed[] = [
  {
    writer: 'approve_by_lines',
    action: 'approve',
    resource: 'requestrefund',
    by: '__AUTO',
    async run(scene) {
      await setSettings(scene.server.pool, { tu_dong_duyet_hoan_goi: 1 })
      const { id, phone } = await refund(scene)
      await registered(scene, phone, 'SUCCESS')
      await setSettings(scene.server.pool, { tu_dong_duyet_hoan_goi: 0 })
      const after = { quyet_dinh: '1', nguoi_quyet_dinh: '__AUTO' }
      return { id, before: { quyet_dinh: '0', nguoi_quyet_dinh: null }, after }
    },
  },
  {
    writer: 'follow_lines',
    action: 'update',
    resource: 'requestrefund',
    by: '__AUTO',
    async run(scene) {
      const { id, phone } = await refund(scene)
      await scene.server.pool.query(
        `UPDATE requestrefund SET ma_trang_thai_giao_dich_doi_tac = -9999 WHERE id = $1`,
        [id],
      )
      await registered(scene, phone, 'FAILD')
      const field = 'trang_thai_truy_thu_hoan_theo_goi'
      return { id, before: { [field]: 'binh_thuong' }, after: { [field]: 'truy_thu' } }
    },
  },
  {
    writer: 'note_provider_state',
    action: 'update',
    resource: 'requestrefund',
    by: partner,
    async run(scene) {
      const { pool } = scene.server
      const { id } = await refund(scene)
      await pool.query('INSERT INTO provider_adapters VALUES ($1) ON CONFLICT DO NOTHING', [partner])
      await pool.query(`SELECT queue_provider_order($1, $2, 'admin')`, [id, partner])
      const order = await scene.find(
        `UPDATE provider_orders SET state = 'sending' WHERE request_id = $1 RETURNING id`,
        id,
      )
      await pool.query(`SELECT note_provider_state($1, $2, 1, 7, 'Đang nạp', NULL, NULL)`, [partner, order])
      const code = 'ma_trang_thai_giao_dich_doi_tac'
      return {
        id,
        before: { [code]: -10003 },
        after: { [code]: 7, trang_thai_giao_dich_doi_tac: 'Đang nạp' },
      }
    },
  },
]

/** A top-up of a new phone and the bank message that pays it. */
async function paid(scene: Scene): Promise<{ order: string; message: string }> {
  const { pool } = scene.server
  await pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000) ON CONFLICT DO NOTHING`,
  )
  const desk = transferDesk(scene.server)
  const phone = scene.phone()
  const order = await desk.topUp(phone, 90_000 + scene.next())
  const message = await desk.message(`0${phone} VD90`, 90_000)
  return { order: order.id, message: message.id }
}
const accepted = async (
  scene: Scene,
  { order, message }: { order: string; message: string },
): Promise<void> => {
  const { status, text } = await transferDesk(scene.server).accept(message, order)
  if (status !== 200) throw new Error(text)
}

const transfers: readonly WrittenDeed[] = [
  {
    writer: 'set_paid',
    action: 'update',
    resource: 'requestrefund',
    by: 'quanly',
    async run(scene) {
      const pair = await paid(scene)
      await accepted(scene, pair)
      return {
        id: pair.order,
        before: { is_transfer: 0 },
        after: { is_transfer: 1, giao_dich: expect.any(String) },
      }
    },
  },
  {
    writer: 'use_transfer',
    action: 'update',
    resource: 'mesbank',
    by: 'quanly',
    async run(scene) {
      const pair = await paid(scene)
      await accepted(scene, pair)
      return { id: pair.message, before: { don: null }, after: { don: expect.any(String) } }
    },
  },
  {
    writer: 'end_one_use',
    action: 'update',
    resource: 'mesbank',
    by: 'admin',
    async run(scene, start) {
      const pair = await paid(scene)
      await accepted(scene, pair)
      await start()
      await scene.ask('admin', 'put', `requestrefund/setTransferStatus/${pair.order}`, { is_transfer: 0 })
      return { id: pair.message, before: { don: expect.any(String) }, after: { don: null } }
    },
  },
  {
    writer: 'move_sim',
    action: 'update',
    resource: 'simso',
    by: 'sale111',
    async run({ server }) {
      const shop = simShop(server)
      const { id } = await shop.sim()
      const { status, text } = await shop.send(id, {}, 'sale111')
      if (status !== 200) throw new Error(text)
      return { id, before: { trang_thai: 'con_sim' }, after: { trang_thai: 'giu_so' } }
    },
  },
]

const lineOf = ({ find }: Scene, track1: string): Promise<string> =>
  find('SELECT id FROM revenue_line WHERE track1 = $1', track1)

/** Revenue lines changed by their source. */
const lines: readonly WrittenDeed[] = [
  {
    writer: 'follow_mfy_line',
    action: 'update',
    resource: 'dsdttinhluong',
    by: '__AUTO',
    async run(scene, start) {
      const mfy = { so_dien_thoai: `0${scene.phone()}`, ma_goi: 'VD90', gia_ban_goi: 1 }
      await scene.server.pool.query(
        `INSERT INTO giagoimfy (ten_goi_cuoc, gia_t1) VALUES ('VD90', 45000) ON CONFLICT DO NOTHING`,
      )
      const request = await scene.made('sale111', 'post', 'mfy', mfy)
      await scene.ask('quanly', 'put', `mfy/setTrangThai/${request}`, { trang_thai: 'dang_ky_thanh_cong' })
      await start()
      await scene.ask('admin', 'post', 'mfy/updateChenhLech', { id: request, chenh_lech: -8_000 })
      return { id: await lineOf(scene, request), before: { chenh_lech: 0 }, after: { chenh_lech: -8_000 } }
    },
  },
  {
    writer: 'write_result_lines',
    action: 'update',
    resource: 'dsdttinhluong',
    by: '__AUTO',
    async run(scene, start) {
      const result = await arrives(scene, scene.phone())
      await start()
      await scene.server.pool.query(
        `UPDATE customer_message_9084 SET username_nv = 'sale121' WHERE id = $1`,
        [result],
      )
      return {
        id: await lineOf(scene, result),
        before: { own_username: null },
        after: { own_username: 'sale121' },
      }
    },
  },
  {
    writer: 'line_changed',
    action: 'update',
    resource: 'dsdttinhluong',
    by: '__AUTO',
    async run(scene, start) {
      const phone = scene.phone()
      const report = await arrives(scene, phone)
      // A report of the same registration that takes precedence.
      const line = await scene.find(
        `INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username)
         VALUES ('9332', $1::text, $1::text, 'VD90', '2026-10-20T03:00:00Z', 'sale111') RETURNING id`,
        phone,
      )
      await start()
      await scene.server.pool.query(`UPDATE revenue_line SET goi_cuoc = 'VD120' WHERE id = $1`, [line])
      return {
        id: await lineOf(scene, report),
        before: { goi_cuoc: 'VD90' },
        after: { goi_cuoc: 'VD120' },
      }
    },
  },
]

const sale = { ngay_thanh_cong: '05/10/2026', ten_goi_cuoc: 'VD90', kenh: '9084 (3)', goi_khong_gia: true }

export const databaseDeeds: readonly WrittenDeed[] = [
  ...refunds,
  ...transfers,
  ...lines,
  {
    writer: 'pass_on_proof',
    action: 'update',
    resource: 'baodo',
    by: '__AUTO',
    async run(scene) {
      const so_dien_thoai = scene.phone()
      await arrives(scene, so_dien_thoai)
      const first = await scene.made('sale111', 'post', 'baodo', { ...sale, so_dien_thoai })
      const id = await scene.made('sale111', 'post', 'baodo', { ...sale, so_dien_thoai })
      await scene.ask('quanly', 'put', `baodo/approve/${first}`, { trang_thai_duyet: '2' })
      return {
        id,
        before: { dang_ky_id: null },
        after: { dang_ky_id: expect.any(String), nguoi_dat_trang_thai: '__AUTO' },
      }
    },
  },
]
