/** Orders and bank messages of a test, created as by users and the bank, and their outcome. */
import sql from 'sql-template-tag'
import type { Answer, TestServer } from './server.ts'

export type Row = Record<string, unknown> & { id: string; version: number }

/** Packages with prices for refunds and Mfy; 'NAPLE' is in neither table. */
export const transferPrices = `
  INSERT INTO giahoantien (ten_goi_cuoc, gia_goi) VALUES ('VD90', 90000), ('NA120', 120000);
  INSERT INTO giagoimfy (ten_goi_cuoc, gia_t1, gia_t2, gia_t3) VALUES ('VD90', 50000, 60000, 70000), ('ZZ9', 40000, 45000, 48000)`

/** Creating and reading both sides. */
export function transferDesk(server: TestServer) {
  let messageCount = 0
  const data = (answer: Answer): Row => {
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.data as Row
  }
  const read = async (path: string, by = 'quanly') => data(await (await server.as(by)).get(`/api/v1/${path}`))
  return {
    read,
    /** A top-up of sale111; without a discount its transfer is the amount. */
    async topUp(phone: string, amount: number, package_code = 'VD90'): Promise<Row> {
      messageCount += 1
      const body = {
        millisecond_created_at: 1_795_200_000_000 + messageCount,
        number_phone: phone,
        number_type: 1,
        package_code,
        refund_price: amount,
        cho_len_don: 0,
        goi_khong_gia: true,
      }
      return data(
        await (await server.as('sale111')).post('/api/v1/requestrefund/createNapTienChietKhau', body),
      )
    },
    /** A Mfy request of sale111; tier 1 of VD90 costs 50,000. */
    async request(so_dien_thoai: string, ma_goi = 'VD90', gia_ban_goi = 1): Promise<Row> {
      const body = { so_dien_thoai, ma_goi, gia_ban_goi }
      return data(await (await server.as('sale111')).post('/api/v1/mfy', body))
    },
    async message(str_mes: string, money: number): Promise<Row> {
      messageCount += 1
      const datetime = new Date(Date.UTC(2026, 10, 20) + messageCount * 1_000).toISOString()
      return data(
        await (
          await server.as('quanly')
        ).post('/api/v1/mesbank', { sender: 'VCB', money, datetime, str_mes }),
      )
    },
    accept: async (message: string, don_id: unknown, by = 'quanly', more: object = {}): Promise<Answer> =>
      (await server.as(by)).put(`/api/v1/mesbank/ghiNhan/${message}`, { don_id, ...more }),
    reject: async (message: string, by = 'admin'): Promise<Answer> =>
      (await server.as(by)).get(`/api/v1/mesbank/deny/${message}?ly_do_tu_choi=x`),
    setTransfer: async (id: string, is_transfer: 0 | 1, by = 'admin'): Promise<Answer> =>
      (await server.as(by)).put(`/api/v1/requestrefund/setTransferStatus/${id}`, { is_transfer }),
    setCollection: async (id: string, trang_thai_thu_tien: string, by = 'admin'): Promise<Answer> =>
      (await server.as(by)).put(`/api/v1/mfy/setTrangThaiThuTien/${id}`, { trang_thai_thu_tien }),
    proposal: async (message: string): Promise<unknown> => (await read(`mesbank/${message}`)).de_xuat_id,
    async history(path: string, id: string, by = 'quanly') {
      const { values } = (await read(`${path}/${id}/history`, by)) as unknown as {
        values: {
          username: string
          changes: { field: string; before: unknown; after: unknown }[]
        }[]
      }
      return values
    },
    /** Current uses, as 'message order'. */
    uses: async (): Promise<string[]> =>
      (
        await server.pool.query<{ told: string }>(
          sql`SELECT message_id || ' ' || order_id AS told FROM transfer_use WHERE ended_at IS NULL ORDER BY at`,
        )
      ).rows.map(({ told }) => told),
  }
}
