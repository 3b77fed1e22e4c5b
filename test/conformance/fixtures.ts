/** Rows of resources that are not created by their own POST: customers come from files, results from calls. */
import sql from 'sql-template-tag'
import type { Resource } from '#kit/contract/resource.ts'
import { invitationReports } from '#subjects/registrations/contract/lists/invitation-reports.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { makePool, permitFiles } from '../pool.ts'
import { createRows, sampleBody } from './samples.ts'
import { valuesOf, type Stage } from './stage.ts'

export type Fixture = (stage: Stage, resource: Resource) => Promise<void>

/** How many numbers of the file each person gets; some stay with the file itself. */
const shares = {
  chinhanh1: 1,
  leader11: 2,
  leader12: 1,
  sale111: 5,
  sale112: 2,
  sale121: 1,
  sale211: 5,
  HNIMB01: 3,
}

async function customers(stage: Stage, resource: Resource): Promise<void> {
  const { server } = stage
  await createRows(stage, resource)
  const file = await makePool(server.pool, { rows: 23, held: shares })
  for (const name of Object.keys(shares)) await permitFiles(server.pool, name, [file])
}

const results = [
  { status: 'APPOINTMENT', package: 'VD90', appointmentAt: '2027-01-05T03:00:00.000Z', note: 'Hẹn gọi lại' },
  { status: 'REJECTED', note: 'Không có nhu cầu' },
]

/** Two results of each caller, and one more assigned number. */
async function careHistory(stage: Stage): Promise<void> {
  for (const name of ['sale111', 'sale211', 'HNIMB01']) {
    const { ask } = stage.player(name)
    for (const result of [...results, null]) {
      const next = await ask('GET', '/api/v1/customer/new-care')
      const { value } = next.body.data as { value: { id: string } | null }
      if (!value) throw new Error(`${name} was handed nothing: ${next.text}`)
      if (!result) continue
      const saved = await ask('POST', `/api/v1/customer/${value.id}/care`, result)
      if (saved.status !== 200) throw new Error(saved.text)
    }
  }
}

/** Results of several people by import, one of them with a number in its content, one without an owner. */
async function registrations({ player }: Stage): Promise<void> {
  const data = ['sale111', 'sale112', 'sale211', 'HNIMB01', 'leader11', ''].map((username_nv, n) => ({
    SubAgent: 'd1',
    NumberPhone: String(962_000_101 + n),
    PackageCode: 'VD90',
    Price: 90_000,
    Time: '2026-10-20T03:00:00.000Z',
    Status: n % 2,
    Result: `Thuê bao 0${962_000_101 + n} đã xử lý`,
    username_nv,
  }))
  const saved = await player('admin').ask('POST', '/api/v1/customer-message-9084/import', { data })
  if (saved.status !== 200) throw new Error(saved.text)
}

/** An invitation of each of several people in the history shown by the resource. */
async function invitations({ server, player }: Stage, resource: Resource): Promise<void> {
  const source = resource.path.replace(/^report-|\/search$/g, '')
  await server.pool.query(sql`
    INSERT INTO invitation_history (source, msisdn, "packCode", "packPrice", username_nv, result, "resultDesMO")
    SELECT ${source}, (963000000 + hashtext(${source} || u.username) % 900000)::text, 'VD90', 90000, u.username,
      'Mã OTP gửi tới 0963000111', 'Thuê bao 0963000111'
    FROM unnest(ARRAY['sale111', 'sale121', 'sale211', 'HNIMB01', 'leader11', 'chinhanh2']) AS u(username)`)
  // The only operation that changes such rows; it notifies the screens.
  const reply = await player('admin').ask('POST', `/api/v1/${resource.path}/assign`, [])
  if (reply.status !== 200) throw new Error(reply.text)
}

/** Messages with phone and package filled in. */
async function bankMessages(stage: Stage, resource: Resource): Promise<void> {
  await createRows(stage, resource)
  const { ask } = stage.player('admin')
  for (const [n, { id }] of valuesOf(await ask('GET', '/api/v1/mesbank')).entries()) {
    const filled = { so_dien_thoai: `9120${String(n * 7_919 + 10_007).padStart(5, '0')}`, goi_cuoc: 'VD90' }
    const saved = await ask('PUT', `/api/v1/mesbank/${id}`, filled)
    if (saved.status !== 200) throw new Error(saved.text)
  }
}

/** Package refunds of several people, each by their own call. */
async function refunds({ server, player }: Stage, { path }: Resource): Promise<void> {
  await server.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000) ON CONFLICT DO NOTHING`)
  const people = ['sale111', 'sale211', 'leader11', 'chinhanh1', 'doitac1', 'sale111', 'admin', 'quanly']
  for (const [n, name] of people.entries()) {
    const body = {
      millisecond_created_at: 1_795_000_000_000 + n,
      number_phone: String((path === 'requestrefund' ? 964_000_101 : 965_000_101) + n * 7),
      number_type: (n % 2) + 1,
      package_code: 'VD90',
      request_type: (n % 2) + 1,
      request_method: 1,
      other_refund: n * 1_000,
      other_reason: 'Khách gọi 0964000555',
      cho_len_don: 0,
    }
    const reply = await player(name).ask('POST', `/api/v1/${path}/createHoanTienGoiCuoc`, body)
    if (reply.status !== 200) throw new Error(reply.text)
  }
}

/** Requests of several people, for a package with a price. */
async function mfyRequests(stage: Stage, resource: Resource): Promise<void> {
  await stage.server.pool.query(`
    INSERT INTO giagoimfy (ten_goi_cuoc, phi_thu_hoi, gia_t1, gia_t2, gia_t3) VALUES ('VD90', 30000, 45000, 54000, 62500)
    ON CONFLICT DO NOTHING`)
  await createRows(stage, resource)
}

/** Registrations of several people, and one without an owner. */
async function revenueLines({ player }: Stage, resource: Resource): Promise<void> {
  for (const username_nv of [
    'sale111',
    'sale211',
    'leader11',
    'HNIMB01',
    'chinhanh1',
    'doitac1',
    'sale111',
    '',
  ]) {
    const body = { ...sampleBody(resource), username_nv }
    const reply = await player('admin').ask('POST', `/api/v1/${resource.path}`, body)
    if (reply.status !== 200) throw new Error(reply.text)
  }
}

/** Adds the number of an order to the stock. */
async function addSim({ player }: Stage, { so_dien_thoai }: Record<string, string | number>): Promise<void> {
  const body = { ...sampleBody(simso), so_dien_thoai, trang_thai: 'con_sim' }
  const reply = await player('admin').ask('POST', `/api/v1/${simso.path}`, body)
  if (reply.status !== 200) throw new Error(reply.text)
}

/** Path of a resource → preparation needed before a row is created from a body. */
export const groundwork: Readonly<
  Record<string, (stage: Stage, body: Record<string, string | number>) => Promise<void>>
> = { order: addSim }

/** Orders of numbers in stock, by users who may enter them. */
async function simOrders(stage: Stage, resource: Resource): Promise<void> {
  for (let n = 0; n < 8; n += 1) {
    const body = sampleBody(resource)
    await addSim(stage, body)
    const reply = await stage.player(n % 2 ? 'quanly' : 'admin').ask('POST', `/api/v1/${resource.path}`, body)
    if (reply.status !== 200) throw new Error(reply.text)
  }
}

/** Path of a resource → how its rows are created, if not by POST. */
export const fixtures: Readonly<Record<string, Fixture>> = {
  customer: customers,
  'care/history': careHistory,
  'customer-message-9084': registrations,
  ...Object.fromEntries(invitationReports.map(({ path }) => [path, invitations])),
  mesbank: bankMessages,
  requestrefund: refunds,
  requestrefundreport: refunds,
  mfy: mfyRequests,
  order: simOrders,
  dsdttinhluong: revenueLines,
  report90849332: revenueLines,
}

/** Path of a resource → additional columns set when a row is decided. */
export const decidedSql: Readonly<Record<string, string>> = {
  mesbank: `, username_duyet_trang_thai_duyet_thong_tin = 'admin'`,
  khr: `, nguoi_phe_duyet = 'admin'`,
  baodo: `, nguoi_phe_duyet = 'admin'`,
  requestrefund: `, trang_thai_duyet_hoan_goi = 1, username_duyet_trang_thai_duyet_hoan_goi = 'admin'`,
  requestrefundreport: `, trang_thai_duyet_hoan_goi = 1, username_duyet_trang_thai_duyet_hoan_goi = 'admin'`,
}
