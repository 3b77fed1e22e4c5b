/** Numbers for sale and their orders, for tests. */
import sql from 'sql-template-tag'
import type { Pool } from '#platform/server/db/pool.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { requireInvariants } from './invariants.ts'
import { startTestServer, type Answer, type TestServer } from './server.ts'

export type Sim = { id: string; number: string; dotted: string; price: number }

/** Internal prices and notes: none of them may be in the answer of a public call. */
export const internal = {
  gia_goc: 111_001,
  gia_si_1: 222_002,
  gia_si_2: 333_003,
  gia_si_3: 444_004,
  nguon_nhap: 'Kho bí mật',
  ghi_chu: 'Ghi chú nội bộ',
}

/** The customer in these tests. */
export const buyer = { phone: '0987654321', name: 'Lưu Hải Yến', address: '18 Khuất Duy Tiến, Hà Nội' }

/** The stock of numbers in a database. */
export function simStock(pool: Pool) {
  let simCount = 0
  return {
    /** A number for sale; made up by default. */
    async sim({
      number = `09${String(12_000_001 + simCount * 7)}`,
      price = 1_740_000,
      types = 'sim_loc_phat',
      nha_mang = 'VINAPHONE',
      number_type = 1,
    } = {}): Promise<Sim> {
      simCount += 1
      const dotted = `${number.slice(0, 4)}.${number.slice(4, 7)}.${number.slice(7)}`
      const { rows } = await pool.query<{ id: string }>(sql`
        INSERT INTO simso (so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, nguon_nhap, ghi_chu, gia_goc,
          gia_khach_hang, gia_si_1, gia_si_2, gia_si_3, types)
        VALUES (${number}, ${dotted}, ${nha_mang}, ${number_type}, ${internal.nguon_nhap}, ${internal.ghi_chu},
          ${internal.gia_goc}, ${price}, ${internal.gia_si_1}, ${internal.gia_si_2}, ${internal.gia_si_3}, ${types})
        RETURNING id`)
      return { id: rows[0]?.id ?? '', number, dotted, price }
    },
    /** Id of a number's order, and the states of both. */
    async state(
      sim: string,
    ): Promise<{ id: string | null; order: string | null; sim: string; holder: string | null }> {
      const { rows } = await pool.query(sql`
        SELECT o.id, o.trang_thai AS order, s.trang_thai AS sim, s.nguoi_giu AS holder
        FROM simso s LEFT JOIN sim_order o ON o.sim_id = s.id AND o.deleted_at IS NULL WHERE s.id = ${sim}`)
      return rows[0]
    },
  }
}

/** The stock of one test server, and the calls on it. */
export function simShop(server: TestServer) {
  const stock = simStock(server.pool)
  /** Invalidates the totals, as the product's own writes do: the shop caches what it has shown. */
  const changed = () => server.api.services.totals.changed('simso')
  return {
    ...stock,
    async sim(wanted?: Parameters<typeof stock.sim>[0]): Promise<Sim> {
      const sim = await stock.sim(wanted)
      changed()
      return sim
    },
    /** sendOrder as a customer, or as a user with a session. */
    async send(id: string, more: object = {}, by?: string): Promise<Answer> {
      const caller = by === undefined ? server.outsider : await server.as(by)
      return caller.post('/api/v1/simso/sendOrder', { id, ...buyer, payment_method: 'cod', ...more })
    },
    async orderOf(sim: string): Promise<string> {
      return (await stock.state(sim)).id ?? ''
    },
    /** PUT order as a manager. */
    pay: async (order: string, trang_thai: string, by = 'quanly'): Promise<Answer> =>
      (await server.as(by)).put(`/api/v1/order/${order}`, { trang_thai }),
    remove: async (order: string, by = 'quanly'): Promise<Answer> =>
      (await server.as(by)).delete(`/api/v1/order/${order}`),
    hold: async (sim: string, by = 'sale111'): Promise<Answer> =>
      (await server.as(by)).put(`/api/v1/simso/giuSo/${sim}`),
    release: async (sim: string, by = 'sale111'): Promise<Answer> =>
      (await server.as(by)).delete(`/api/v1/simso/giuSo/${sim}`),
    async clear(): Promise<void> {
      await server.pool.query('TRUNCATE sim_order, sim_hold, simso, transfer_use, mesbank CASCADE')
      changed()
    },
  }
}

export type Shop = ReturnType<typeof simShop>

/** A server and its stock for one test file: cleared before each test, with its invariants checked at the end. */
export function setUpShop(
  take: (made: { server: TestServer; shop: Shop }) => unknown,
  env: Record<string, string> = {},
): void {
  let server: TestServer
  let shop: Shop
  beforeAll(async () => {
    server = await startTestServer(env)
    shop = simShop(server)
    await take({ server, shop })
  })
  beforeEach(() => shop.clear())
  afterAll(async () => {
    await requireInvariants(server.pool)
    await server.close()
  })
}
