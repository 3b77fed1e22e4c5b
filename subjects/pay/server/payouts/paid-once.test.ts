/** Random sequences of closing, paying and reopening a month: nobody is paid twice (D3-PAY-16). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths } from '#kit/contract/month.ts'
import type { PayoutFile, PayoutState } from '#subjects/pay/contract/calls/payouts.ts'
import { startImportServer, type ImportServer } from '#test/imports.ts'
import { seededRandom, type Pick } from '#test/payroll-books.ts'
import { closeMonth, nothingTyped, payrollCalls } from '#test/payroll-calls.ts'
import { userId } from '#test/pool.ts'
import { rounds } from '#test/rounds.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

const people = ['sale111', 'sale112', 'sale113', 'sale121']
const path = '/api/v1/danhsachchitra'

/** Payments to each person for a month, recorded from files and cash as they are made. */
type Ledger = Map<string, { filed: number; cash: number }>
const of = (ledger: Ledger, username: string): { filed: number; cash: number } =>
  ledger.get(username) ?? { filed: 0, cash: 0 }
const paid = (ledger: Ledger, username: string): number => {
  const { filed, cash } = of(ledger, username)
  return filed + cash
}

const histories = rounds(2, 20)
/** Months must be closed in order. */
const monthOf = (n: number): string => addMonths('01/2018', n)

type Month = { month: string; pick: Pick; ledger: Ledger }

const show = async (startDate: string): Promise<PayoutState> =>
  (await (await server.as('quanly')).get(`${path}?startDate=${startDate}`)).data as PayoutState

async function retype({ month, pick }: Month): Promise<void> {
  for (const username of people)
    if (pick(2) === 0)
      await payrollCalls(server).put('quanly', {
        username,
        thangTinhLuong: month,
        ...nothingTyped,
        [pick(3) === 0 ? 'kyQuyTamUng' : 'nhanKhac']: pick(5) === 0 ? 0 : pick(9) * 100_000,
      })
}

async function closeAgain(month: Month): Promise<void> {
  const admin = await server.as('admin')
  if ((await show(month.month)).chot)
    await admin.post('/api/v1/chotluong/molai', { thangTinhLuong: month.month, ly_do: 'x' })
  await retype(month)
  expect((await closeMonth(server, 'quanly', month.month, { ly_do: 'x' })).status).toBe(200)
}

/** Makes a file with two concurrent requests and records its lines; each line pays exactly the rest. */
async function pay({ month, pick, ledger }: Month): Promise<void> {
  const { van_tay, values } = await show(month)
  const lai = pick(2) === 0
  const quanly = await server.as('quanly')
  const body = { thangTinhLuong: month, van_tay, lai }
  const answers = await Promise.all([quanly.post(`${path}/file`, body), quanly.post(`${path}/file`, body)])
  const made = answers.filter(({ status }) => status === 200)
  const expected = values.filter(({ username, so, so_tai_khoan }) => {
    const before = paid(ledger, username)
    return so > before && so_tai_khoan !== null && (lai || before === 0)
  })
  expect(made).toHaveLength(expected.length === 0 ? 0 : 1)
  for (const { data } of made) {
    const { id } = data as PayoutFile
    const { rows } = await server.pool.query<{ username: string; so: number }>(sql`
      SELECT username, so FROM payout_line WHERE file_id = ${id} ORDER BY username`)
    expect(rows).toEqual(expected.map(({ username, so }) => ({ username, so: so - paid(ledger, username) })))
    for (const { username, so } of rows) {
      const had = of(ledger, username)
      ledger.set(username, { ...had, filed: had.filed + so })
    }
  }
}

async function payCash({ month, pick, ledger }: Month): Promise<void> {
  const username = people[pick(people.length)] ?? ''
  const tra = pick(3) > 0
  const row = (await show(month)).values.find((one) => one.username === username)
  const body = { thangTinhLuong: month, username, tra }
  const { status } = await (await server.as('quanly')).post(`${path}/tienMat`, body)
  const had = of(ledger, username)
  const remaining = (row?.so ?? 0) - paid(ledger, username)
  const may = tra ? remaining > 0 && row?.so_tai_khoan === null : had.cash > 0
  expect(status).toBe(may ? 200 : 409)
  if (may) ledger.set(username, { ...had, cash: tra ? had.cash + remaining : 0 })
}

async function giveBack({ month, pick, ledger }: Month): Promise<void> {
  const username = people[pick(people.length)] ?? ''
  const had = of(ledger, username)
  const body = { thangTinhLuong: month, username, so: had.filed }
  const { status } = await (await server.as('quanly')).post(`${path}/traLai`, body)
  expect(status).toBe(had.filed > 0 ? 200 : 409)
  ledger.set(username, { ...had, filed: 0 })
}

async function changeAccount({ pick }: Month): Promise<void> {
  const id = await userId(server.pool, people[pick(people.length)] ?? '')
  const account = pick(2) === 0 ? ['', ''] : ['ACB', String(10_000_000 + pick(90_000_000))]
  await (
    await server.as('quanly')
  ).put(`/api/v1/users/${id}/bank-account`, { ngan_hang: account[0], so_tai_khoan: account[1] })
}

/** Compares the list with the ledger for everybody. */
async function compare({ month, ledger }: Month): Promise<void> {
  const { values, chi_tra } = await show(month)
  for (const { username, so, con, da_tai, tien_mat, kieu } of values) {
    const { filed, cash } = of(ledger, username)
    const remaining = Math.max(so, 0) - filed - cash
    expect({ username, con, da_tai: da_tai ?? 0, tien_mat: tien_mat ?? 0 }).toEqual({
      username,
      con: remaining,
      da_tai: filed,
      tien_mat: cash,
    })
    expect([username, kieu === 'thua']).toEqual([username, remaining < 0])
  }
  expect(values.reduce((sum, { so }) => sum + so, 0)).toBe(chi_tra)
}

test('D3-PAY-16: in random histories of closing, paying and reopening each file pays what is left, and nobody is paid twice', async () => {
  for (let n = 0; n < histories; n += 1) {
    const one: Month = { month: monthOf(n), pick: seededRandom(n + 1), ledger: new Map() }
    await retype(one)
    await closeAgain(one)
    const steps = [pay, pay, pay, closeAgain, payCash, payCash, giveBack, changeAccount]
    for (let step = 0; step < 20; step += 1) {
      await steps[one.pick(steps.length)]?.(one)
      await compare(one)
    }
    // Sequences without any payment would prove nothing.
    expect([...one.ledger.values()].some(({ filed }) => filed > 0)).toBe(true)
  }
}, 240_000)

test('D3-PAY-16: a cash payment noted while a file is being made pays a person once, even when a bank account was added in between', async () => {
  const month = monthOf(histories)
  const [username] = people as [string]
  const quanly = await server.as('quanly')
  const account = async (ngan_hang: string, so_tai_khoan: string) =>
    quanly.put(`/api/v1/users/${await userId(server.pool, username)}/bank-account`, {
      ngan_hang,
      so_tai_khoan,
    })
  await account('', '')
  await payrollCalls(server).put('quanly', {
    username,
    thangTinhLuong: month,
    ...nothingTyped,
    nhanKhac: 700_000,
  })
  expect((await closeMonth(server, 'quanly', month, { ly_do: 'x' })).status).toBe(200)
  const waiting = async (): Promise<number> => {
    const { rows } = await server.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    return rows[0]?.n ?? 0
  }
  // The cash payment blocks on its row after it has read the rest.
  const gate = await server.pool.connect()
  await gate.query('BEGIN; LOCK TABLE payout_person IN SHARE MODE')
  const cash = quanly.post(`${path}/tienMat`, { thangTinhLuong: month, username, tra: true })
  await expect.poll(waiting).toBe(1)
  expect((await account('ACB', '12345678')).status).toBe(200)
  const { van_tay } = await show(month)
  let answered = false
  const file = quanly
    .post(`${path}/file`, { thangTinhLuong: month, van_tay })
    .finally(() => (answered = true))
  await expect.poll(async () => answered || (await waiting()) === 2).toBe(true)
  await gate.query('COMMIT')
  gate.release()
  expect([(await cash).status, (await file).status]).toEqual([200, 409])
  const row = (await show(month)).values.find((one) => one.username === username)
  expect(row).toMatchObject({ tien_mat: row?.so, da_tai: null, con: 0 })
})
