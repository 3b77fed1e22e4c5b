/** The database's proposals equal those of a naive matcher, after any history of orders, messages and decisions. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { naiveProposal, type NaiveMessage, type NaiveOrder } from '#test/naive-transfers.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { transferPrices } from '#test/transfers.ts'
import { randomOf } from '#platform/app/server/seed/demo-random.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(transferPrices)
})
afterAll(() => server.close())

const phones = ['912345678', '987654321', '912345679'] as const
const packages = ['VD90', 'NA120', 'NAPLE'] as const
const amounts = [50_000, 60_000, 90_000] as const
/** Order codes that are prefixes of each other, and their SIM numbers. */
const codes = [1, 12, 120, 1201, 13, 130] as const
const simOf = (code: number): string => `091234${String(1000 + code).slice(-4)}`

/** Inserts about forty orders and as many messages, one statement each; random tables choose the amounts. */
async function makeHistory(seed: string): Promise<void> {
  const random = randomOf(seed)
  const many = <T>(make: (n: number) => T): T[] =>
    Array.from({ length: random.int(5, 40) }, (_, n) => make(n))
  // Few minutes, so that some orders have the same age.
  const randomTime = () => new Date(Date.UTC(2026, 10, 10, 3, random.int(0, 20))).toISOString()
  const owner = { staff_username: 'sale111', staff_fullname: '', username_nv: 'sale111', ten_nv: '' }
  const topUps = many(() => ({
    ...owner,
    number_phone: random.pick(phones),
    package_code: random.pick(packages),
    request_type: random.chance(0.85) ? 5 : 4,
    request_method: null,
    refund_price: random.pick(amounts),
    created_time: randomTime(),
    is_transfer: random.chance(0.3) ? 1 : 0,
    deleted_at: random.chance(0.1) ? randomTime() : null,
    code: random.pick([-10_003, -10_003, -9_999, -10_000, -10_001] as const),
  }))
  const requests = many(() => ({
    ...owner,
    so_dien_thoai: random.pick(phones),
    ma_goi: 'VD90',
    gia_ban_goi: random.int(1, 3),
    created_at: randomTime(),
    trang_thai: random.pick(['dang_cho_duyet', 'dang_ky_thanh_cong', 'thu_hoi', 'huy_qua_han'] as const),
    trang_thai_thu_tien: random.pick(['chua_thu_tien', 'chua_thu_tien', 'da_chuyen_khoan'] as const),
    deleted_at: random.chance(0.1) ? randomTime() : null,
  }))
  const sims = codes.map((code) => ({
    ma_so: code,
    so: simOf(code),
    price: random.pick(amounts),
    created_at: randomTime(),
    now: random.pick(['waits', 'waits', 'waits', 'paid', 'deleted', 'none'] as const),
  }))
  /** A text with the code of a number order, right or slightly wrong, and the amount transferred. */
  const coded = (): { text: string; money: number } => {
    const [code, other] = [random.pick(codes), random.pick(codes)]
    const [so, otherSo] = [simOf(code), simOf(other)]
    const text = random.pick([
      `DH${code} ${so}`,
      `MB.${code}.dh ${code} ${otherSo}.CT tu`,
      `dh${code}${so}`,
      `X DH${code}, DH ${other}`,
      `DH${code}${otherSo}`,
      `XDH${code} ${so}`,
      `DH${code}7`,
      so,
    ] as const)
    const price = sims.find(({ ma_so }) => ma_so === code)?.price ?? 0
    return { text, money: random.chance(0.8) ? price : random.pick(amounts) }
  }
  const written = [
    (phone: string, name: string) => `ND: 0${phone} ${name.toLowerCase()}.CT tu`,
    (phone: string, name: string) => `0${phone}${name}`,
    (phone: string) => `0${phone} nap tien`,
    (phone: string, name: string) => `0${phone} ${name}X`,
  ] as const
  const messages = many((n) => {
    const [phone, name] = [random.pick(phones), random.pick(packages)]
    const decision = random.chance(0.2) ? (random.chance(0.5) ? '1' : '2') : null
    const isKnown = name !== 'NAPLE' && (decision === '1' || random.chance(0.7))
    const text = random.pick(written)(phone, name)
    const named = random.chance(0.4) ? coded() : null
    return {
      sender: 'VCB',
      money: named?.money ?? random.pick(amounts),
      datetime: new Date(Date.UTC(2026, 10, 20) + n * 1_000).toISOString(),
      str_mes: named ? (random.chance(0.7) ? named.text : `${text} ${named.text}`) : text,
      so_dien_thoai: decision === '1' || random.chance(0.9) ? phone : null,
      goi_cuoc: isKnown ? (random.chance(0.2) ? name.toLowerCase() : name) : decision === '1' ? name : null,
      trang_thai_duyet_thong_tin: decision,
      username_duyet_trang_thai_duyet_thong_tin: decision && 'quanly',
      deleted_at: random.chance(0.1) ? randomTime() : null,
    }
  })
  await server.pool.query('TRUNCATE transfer_use, mesbank, requestrefund, mfy, sim_order, simso CASCADE')
  const insert = (into: string, columns: string, rows: object[], select = columns) =>
    server.pool.query(
      `INSERT INTO ${into} (${columns}) SELECT ${select} FROM jsonb_populate_recordset(NULL::${into}, $1::jsonb)`,
      [
        JSON.stringify(
          rows.map((row) => ({ ...row, ma_trang_thai_giao_dich_doi_tac: 'code' in row ? row.code : 0 })),
        ),
      ],
    )
  await insert(
    'requestrefund',
    `staff_username, staff_fullname, number_phone, package_code, request_type, request_method, refund_price, created_time,
      is_transfer, deleted_at, ma_trang_thai_giao_dich_doi_tac`,
    topUps.filter(({ package_code, request_type }) => package_code !== 'NAPLE' || request_type === 5),
  )
  await insert(
    'mfy',
    `username_nv, ten_nv, so_dien_thoai, ma_goi, gia_ban_goi, created_at, trang_thai, trang_thai_thu_tien, deleted_at`,
    requests,
  )
  await insert(
    'mesbank',
    `sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, trang_thai_duyet_thong_tin,
      username_duyet_trang_thai_duyet_thong_tin, deleted_at`,
    messages,
  )
  await server.pool.query(
    `INSERT INTO simso (so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, gia_goc, gia_khach_hang, gia_si_1,
       gia_si_2, gia_si_3, types)
     SELECT so, so, 'VINAPHONE', 1, 1, price, 1, 1, 1, 'sim_kep' FROM jsonb_to_recordset($1::jsonb) AS s(so text, price bigint)`,
    [JSON.stringify(sims)],
  )
  for (const { ma_so, so, created_at, now } of sims.filter((sim) => sim.now !== 'none')) {
    await server.pool.query(
      `INSERT INTO sim_order (ma_so, sim_id, phone, name, address, created_at)
       SELECT $1, id, $3, 'A', 'B', $4 FROM simso WHERE so_dien_thoai = $2`,
      [ma_so, so, random.pick(phones), created_at],
    )
    if (now !== 'waits')
      await server.pool.query(
        now === 'paid'
          ? `UPDATE sim_order SET trang_thai = 'da_thanh_toan', username_thay_doi_trang_thai = 'quanly' WHERE ma_so = $1`
          : `UPDATE sim_order SET deleted_at = now(), deleted_by = 'quanly' WHERE ma_so = $1`,
        [ma_so],
      )
  }
  // Accepts some of them, so that orders and messages of the history are taken.
  const { rows } = await server.pool.query<{ id: string }>(
    'SELECT id FROM mesbank_list WHERE de_xuat_id IS NOT NULL ORDER BY datetime, id',
  )
  for (const { id } of rows.filter(() => random.chance(0.3)))
    await server.pool.query(
      `SELECT use_transfer(m.id, o.id, 'quanly') FROM mesbank m, best_order(m) o WHERE m.id = $1`,
      [id],
    )
}

async function readOrders(): Promise<NaiveOrder[]> {
  const { rows } = await server.pool.query<NaiveOrder>(`
    SELECT id, 'nap_tien' AS kind, number_phone::text AS phone, package_code AS package,
      transfer_final_amount::float8 AS amount, extract(epoch FROM created_time)::float8 AS since,
      request_type = 5 AND is_transfer = 0 AND deleted_at IS NULL
        AND NOT khoa_trang_thai IN ('hoan_tien', 'don_bi_tu_choi') AS waits
    FROM requestrefund UNION ALL
    SELECT id, 'mfy', so_dien_thoai::text, ma_goi, doanh_thu::float8, extract(epoch FROM created_at)::float8,
      trang_thai_thu_tien = 'chua_thu_tien' AND deleted_at IS NULL
        AND trang_thai IN ('dang_cho_duyet', 'duyet', 'da_soan_y_lan_1', 'duyet_lan_2', 'dang_ky_thanh_cong')
    FROM mfy UNION ALL
    SELECT id, 'sim', ordered_so_dien_thoai, ma_don, ordered_gia_khach_hang::float8, extract(epoch FROM created_at)::float8,
      trang_thai = 'chua_thanh_toan' AND deleted_at IS NULL
    FROM sim_order`)
  return rows
}

type Said = NaiveMessage & { proposed: string | null }
async function readMessages(): Promise<Said[]> {
  const { rows } = await server.pool.query<Said>(`
    SELECT id, so_dien_thoai::text AS phone, goi_cuoc AS package, str_mes AS text, money::float8 AS money,
      trang_thai_duyet_thong_tin IS NOT NULL OR deleted_at IS NOT NULL AS decided,
      EXISTS (SELECT FROM transfer_use u WHERE u.message_id = l.id) AS used, de_xuat_id AS proposed
    FROM mesbank_list l`)
  return rows
}

test('for any history of orders and messages the proposals equal those of a naive matcher, from both sides, SIM orders included (D3-QR-02, D3-SIM-06)', async () => {
  let proposed = 0
  let numbers = 0
  for (let round = 0; round < rounds(15, 300); round += 1) {
    await makeHistory(`transfers ${round}`)
    const [orders, messages] = [await readOrders(), await readMessages()]
    const proposals = new Map(messages.map(({ id, proposed: order }) => [id, order]))
    const naive = new Map(messages.map((message) => [message.id, naiveProposal(message, orders)]))
    expect([round, proposals]).toEqual([round, naive])
    const { rows } = await server.pool.query<{ id: string; found: string | null }>(`
      SELECT id, proposed_message(number_phone, id) AS found FROM requestrefund UNION ALL
      SELECT id, proposed_message(so_dien_thoai, id) FROM mfy UNION ALL
      SELECT id, proposed_message(phone, id) FROM sim_order`)
    const proposedIds = new Set([...naive.values()].filter((id) => id !== null))
    for (const { id, found } of rows)
      expect([found && naive.get(found), found !== null]).toEqual([found && id, proposedIds.has(id)])
    proposed += proposedIds.size
    numbers += orders.filter(({ id, kind }) => kind === 'sim' && proposedIds.has(id)).length
  }
  expect(proposed).toBeGreaterThan(30)
  expect(numbers).toBeGreaterThan(5)
}, 300_000)
