/** Revenue by staff and by branch: every figure equals the sum of the rows behind it, in a naive second computation. */
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Behind } from '#kit/contract/report.ts'
import { reportbranchrevenue } from '#subjects/pay/contract/reports/reportbranchrevenue.ts'
import { reportstaffrevenue } from '#subjects/pay/contract/reports/reportstaffrevenue.ts'
import { figuresOf, happened, naive, totalsOf, type Happened } from '#test/naive-revenue.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { pool } = server
  await pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000), ('VD120', 15000, 120000)`)
  // In Vietnam the day begins at 17:00 UTC of the previous day. '' means no owner; two reports of one registration are one line.
  await pool.query(`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username, set_status, set_at)
    SELECT track0, n::text, 912000000 + phone, 'VD90', price, at::timestamptz, nullif(who, ''), nullif(status, ''),
      CASE WHEN status <> '' THEN now() END
    FROM (VALUES
      (1, 'mfy', 1, 'sale111', 90000, '2026-11-02T03:00Z', ''), (2, 'ketqua', 1, 'sale111', 90000, '2026-11-02T04:00Z', ''),
      (3, '9332', 2, 'sale111', 120001, '2026-11-03T16:59Z', ''), (4, 'ketqua', 3, 'sale111', 50000, '2026-11-03T17:00Z', 'FAILED'),
      (5, '9084', 4, 'sale112', 90000, '2026-11-01T17:00Z', ''), (6, '9084', 5, 'sale121', 70000, '2026-11-02T03:00Z', 'FAILED'),
      (7, 'ketqua', 6, 'sale211', 90000, '2026-11-05T03:00Z', ''), (8, 'ketqua', 7, '', 33000, '2026-11-02T03:00Z', ''),
      (9, 'ketqua', 8, 'quanly', 44000, '2026-11-02T03:00Z', ''), (10, 'mfy', 9, 'chinhanh1', 10000, '2026-11-02T03:00Z', ''),
      (11, 'ketqua', 10, 'leader12', 20000, '2026-10-31T16:59Z', ''), (12, '9084', 11, 'HNIMB01', 15000, '2026-11-02T03:00Z', ''))
      AS r(n, track0, phone, who, price, at, status)`)
  await pool.query(`UPDATE revenue_line SET deleted_at = now(), deleted_by = 'admin' WHERE track1 = '12'`)
  await pool.query(`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, request_method,
      refund_price, other_refund, created_time)
    SELECT who, '', 913000000 + n, 'VD90', type, CASE WHEN type <> 5 THEN 1 END, CASE type WHEN 5 THEN 50000 ELSE 0 END, extra, at::timestamptz
    FROM (VALUES (1, 'sale111', 1, 500, '2026-11-02T03:00Z'), (2, 'sale111', 4, 7000, '2026-11-03T17:00Z'),
      (3, 'sale111', 5, 0, '2026-11-02T03:00Z'), (4, 'sale113', 2, 0, '2026-11-02T03:00Z'), (5, 'sale211', 1, 0, '2026-11-05T03:00Z'),
      (6, 'sale211', 1, 0, '2026-11-05T03:00Z'), (7, 'sale211', 2, 900, '2026-11-05T03:00Z'), (8, 'sale112', 1, 100, '2026-10-30T03:00Z'),
      (9, 'sale211', 1, 0, '2026-11-05T03:00Z'), (10, 'quanly', 1, 0, '2026-11-05T03:00Z'))
      AS r(n, who, type, extra, at)`)
  const set = (change: string, n: number) =>
    pool.query(`UPDATE requestrefund SET ${change} WHERE number_phone = (913000000 + $1)::text`, [n])
  await set('ma_trang_thai_giao_dich_doi_tac = -10000', 5)
  await set(`trang_thai_duyet_hoan_goi = 2, username_duyet_trang_thai_duyet_hoan_goi = 'admin'`, 6)
  await set(`deleted_at = now(), deleted_by = 'admin'`, 9)
  // Sales made in leader11's group stay there.
  await pool.query(
    `UPDATE users SET group_id = (SELECT id FROM users WHERE username = 'leader12') WHERE username = 'sale112'`,
  )
})
afterAll(() => server.close())

type Row = { username_nv: string } & Record<string, number | string>
type Listed = { values: Row[]; count: number } & Record<string, unknown>
const staff = `/api/v1/${reportstaffrevenue.path}`
const branches = `/api/v1/${reportbranchrevenue.path}`

async function read(username: string, path: string): Promise<Listed> {
  const caller = await server.as(username)
  const answer = await caller.get(path)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as Listed
}

async function sheet(username: string, path: string) {
  const { token } = await server.as(username)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.app.inject({ method: 'GET', url: path, headers })
  const { sheets } = await readXlsx(new Uint8Array(answer.rawPayload))
  return { disposition: String(answer.headers['content-disposition']), sheet: sheets[0] }
}

const november = 'count=50&startDate=01/11/2026&endDate=30/11/2026'
const inNovember = ({ day }: Happened) => day >= '2026-11-01' && day <= '2026-11-30'
const whose = ({ who }: Happened) => who ?? '__NONE'

const filters: [string, (one: Happened) => boolean][] = [
  [november, inNovember],
  ['count=50', () => true],
  [
    'count=50&startDate=02/11/2026&endDate=03/11/2026',
    ({ day }) => day === '2026-11-02' || day === '2026-11-03',
  ],
  ['count=50&startDate=01/10/2026&endDate=31/10/2026', ({ day }) => day < '2026-11-01'],
  ['count=50&startDate=06/11/2026&endDate=06/11/2026', () => false],
]

describe('by staff', () => {
  test.each<[string, (one: Happened) => boolean]>([
    ...filters,
    [`${november}&username=sale111`, (one) => inNovember(one) && one.who === 'sale111'],
    [`${november}&username=-99`, inNovember],
    [`${november}&username=chinhanh2`, () => false],
    [`${november}&team=leader11`, (one) => inNovember(one) && one.leader === 'leader11'],
    [`${november}&team=chinhanh1`, (one) => inNovember(one) && one.brand === 'chinhanh1'],
    [`${november}&message=NHUNG`, (one) => inNovember(one) && one.who === 'sale111'],
    [`${november}&message=%25`, () => false],
  ])(
    'rows and totals of %j equal the sums of the source rows (D2-SREV-02 to 13, D2-SREV-15 to 17, D2-REVF-30 to 35, D2-Q-20, D2-FMT-01)',
    async (query, belongs) => {
      const of = (await happened(server.pool)).filter(belongs)
      const expected = naive(of, whose)
      const listed = await read('admin', `${staff}?${query}`)
      expect(listed).toMatchObject({ values: expected, count: expected.length, ...totalsOf(of) })
      expect(await read('admin', `${staff}/listExport?${query}`)).toEqual(listed)
      const { sheet: book } = await sheet('admin', `${staff}/export?${query}`)
      expect((book?.rows ?? []).slice(1).map((row) => row.at(-1))).toEqual(
        listed.values.map((row) => row.doanh_thu_thuc_te),
      )
    },
  )

  test('actual revenue may be negative, and lines without a staff member have a row of their own, which comes last (D2-REVF-32, D2-REVF-34, D3-WORD-01)', async () => {
    const { values } = await read('admin', `${staff}?${november}`)
    const onlyBack = { don_moi: 0, tong_hoan_tien: 12_000, doanh_thu_thuc_te: -12_000 }
    expect(values.find(({ username_nv }) => username_nv === 'sale113')).toMatchObject(onlyBack)
    for (const sort of ['', 'username_nv', '-username_nv', 'doanhThu', '-doanhThu']) {
      const listed = await read('admin', `${staff}?${november}&sort=${sort}`)
      const nobody = { username_nv: '__NONE', ten_nv: 'Chưa rõ nhân viên', don_moi: 1 }
      expect(listed.values.at(-1)).toMatchObject(nobody)
      expect(listed).toMatchObject({ count: values.length, apart: 1 })
    }
  })

  test.each([
    ['chinhanh1', (one: Happened) => one.brand === 'chinhanh1'],
    ['leader11', (one: Happened) => one.leader === 'leader11'],
    ['leader12', (one: Happened) => one.leader === 'leader12'],
    ['sale111', (one: Happened) => one.who === 'sale111'],
    ['doitac1', (one: Happened) => one.brand === 'chinhanh2'],
    ['quanly', () => true],
    // Managers of pay read both reports of all units (D3-ACC-01).
    ['ketoan', () => true],
  ])(
    '%s sees what happened in their unit, even after people moved (D1-Q-003, D2-Q-04, D2-REVF-34, D3-ORG-01, D3-ACC-01)',
    async (username, belongs) => {
      const of = (await happened(server.pool)).filter((one) => inNovember(one) && belongs(one))
      expect(await read(username, `${staff}?${november}`)).toMatchObject({
        values: naive(of, whose),
        ...totalsOf(of),
      })
    },
  )
})

/** Branches of the demo organisation with their number of active accounts. */
const branchStaff = { HNIMB: 1, QCMB: 1, chinhanh1: 7, chinhanh2: 4 }

describe('by branch', () => {
  test.each(filters)(
    'rows and totals of %j equal the sums of the source rows in each branch (D2-BREV-02 to 12, D2-REVF-40 to 43, D2-Q-180, D2-CONST-20)',
    async (query, belongs) => {
      const of = (await happened(server.pool)).filter((one) => belongs(one) && one.brand !== null)
      const expected = Object.entries(branchStaff).map(([name, n]) => {
        const figures = figuresOf(of.filter(({ brand }) => brand === name))
        return {
          username_nv: name,
          ...figures,
          tong_nv_chi_nhanh: n,
          doanh_thu_binh_quan: Math.floor(figures.doanhThu / n + 0.5),
          doanh_thu_trung_binh: Math.floor(figures.doanh_thu_tam_tinh / n + 0.5),
        }
      })
      // All accounts existed long before: later accounts do not count as staff of an earlier day.
      await server.pool.query(`UPDATE users SET "createdAt" = '2026-01-01'`)
      const listed = await read('admin', `${branches}?${query}`)
      const byName = (a: object, b: object) => ((a as Row).username_nv < (b as Row).username_nv ? -1 : 1)
      expect({ ...listed, values: listed.values.toSorted(byName) }).toMatchObject({
        values: expected.toSorted(byName),
        count: expected.length,
        ...totalsOf(of),
      })
      expect(await read('admin', `${branches}/listExport?${query}`)).toEqual(listed)
    },
  )

  test('a user with pay.manage reads the branches of all units, a branch without it only its own (D3-ACC-01)', async () => {
    const query = `${branches}?${november}`
    const all = await read('quanly', query)
    expect(all.values.length).toBeGreaterThan(1)
    expect(await read('ketoan', query)).toEqual(all)
    const ownBranch = await read('chinhanh1', query)
    expect(ownBranch.values.map(({ username_nv }) => username_nv)).toEqual(['chinhanh1'])
    const { rows } = await server.pool.query(`
      INSERT INTO user_permissions (user_id, permission_id)
      SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'chinhanh1' AND p.code = 'pay.manage' RETURNING *`)
    expect(rows).toHaveLength(1)
    await expect.poll(() => read('chinhanh1', query)).toEqual(all)
    await server.pool.query(`DELETE FROM user_permissions WHERE permission_id = $1`, [rows[0]?.permission_id])
    await expect.poll(() => read('chinhanh1', query)).toEqual(ownBranch)
  })

  test('the average divides by the staff of the last day, and is 0 without staff (D2-BREV-05, D2-BREV-06, D2-REVF-41, D2-REVF-42, D3-ORG-01)', async () => {
    const { pool } = server
    const rowOf = async (name: string, query: string) =>
      (await read('admin', `${branches}?${query}`)).values.find(({ username_nv }) => username_nv === name)
    const before = await rowOf('chinhanh1', november)
    await pool.query(`
      UPDATE user_places SET since = '2026-11-10' WHERE user_id = (SELECT id FROM users WHERE username = 'sale113');
      INSERT INTO user_places (user_id, since, brand_id, group_id, priority, works)
      SELECT id, '-infinity', (SELECT id FROM users WHERE username = 'chinhanh2'), NULL, 5, true FROM users WHERE username = 'sale113';
      UPDATE users SET "createdAt" = '2026-11-20' WHERE username = 'sale122';
      INSERT INTO user_places (user_id, since, brand_id, group_id, priority, works)
      SELECT id, '2026-11-15', brand_id, group_id, 5, false FROM users WHERE username = 'HNIMB01'`)
    const early = 'startDate=01/11/2026&endDate=09/11/2026'
    expect(await rowOf('chinhanh1', early)).toMatchObject({ tong_nv_chi_nhanh: 5 })
    expect(await rowOf('chinhanh1', 'startDate=01/11/2026&endDate=10/11/2026')).toMatchObject({
      tong_nv_chi_nhanh: 6,
    })
    expect(await rowOf('chinhanh1', november)).toEqual(before)
    expect(await rowOf('chinhanh2', early)).toMatchObject({ tong_nv_chi_nhanh: 5 })
    expect(await rowOf('HNIMB', early)).toMatchObject({ tong_nv_chi_nhanh: 1 })
    expect(await rowOf('HNIMB', november)).toMatchObject({ tong_nv_chi_nhanh: 0, doanh_thu_trung_binh: 0 })
  })

  test.each([
    ['quanly', ['HNIMB', 'QCMB', 'chinhanh1', 'chinhanh2']],
    ['chinhanh1', ['chinhanh1']],
    ['doitac1', ['chinhanh2']],
  ])('%s sees the branches %j (D1-Q-003, D2-Q-04, D2-BREV-03, D2-MAP-81)', async (username, expected) => {
    const { values } = await read(username, `${branches}?${november}`)
    expect(values.map(({ username_nv }) => username_nv).toSorted()).toEqual(expected)
  })

  test.each(['leader11', 'sale111'])(
    '%s, who has no branch, is refused the report instead of seeing sums of 0 (D3-ONE-07)',
    async (username) => {
      const caller = await server.as(username)
      for (const call of ['', '/listExport', '/export']) {
        const { status, body } = await caller.get(`${branches}${call}?${november}`)
        expect([call, status, body.code]).toEqual([call, 403, 'FORBIDDEN'])
      }
    },
  )

  test('username and message filter by branch (D2-BREV-11, D2-BREV-12)', async () => {
    for (const query of ['username=chinhanh2', 'message=Chi nhanh 2'])
      expect((await read('admin', `${branches}?${query}`)).values.map((row) => row.username_nv)).toEqual([
        'chinhanh2',
      ])
  })
})

test.each([staff, branches])(
  '%s is read-only: writing calls answer 405, assign calls are empty (D2-SREV-18 to 24, D2-BREV-13 to 19, D2-Q-19)',
  async (base) => {
    const admin = await server.as('admin')
    const refused = [
      await admin.post(base, {}),
      await admin.post(`${base}/import`, { data: [] }),
      await admin.post(`${base}/updateUser`, {}),
      await admin.post(`${base}/assign`, []),
      await admin.delete(`${base}/x`),
    ]
    for (const { status, body } of refused)
      expect([status, body.code, body.msg]).toEqual([405, 'READ_ONLY_REPORT', 'Báo cáo chỉ đọc'])
    expect((await admin.get(`${base}/assign?page=0&count=20`)).data).toEqual({ values: [], count: 0 })
    expect((await admin.get(`${base}/count-assign`)).data).toEqual({ total: 0 })
  },
)

test.each([
  [staff, 'Bao-cao-doanh-thu-theo-nhan-vien.xlsx', ['Mã nhân viên', 'Tên nhân viên'], []],
  [
    branches,
    'Bao-cao-doanh-thu-theo-chi-nhanh.xlsx',
    ['Mã chi nhánh', 'Tên chi nhánh'],
    ['Số nhân viên', 'Doanh thu bình quân', 'Doanh thu tạm tính trung bình (mọi trạng thái)'],
  ],
])(
  '%s is exported as %s by those who may export (D2-SREV-14, D2-BREV-09, D2-EXP-02, D2-EXP-03, D1-Q-155, D2-MAP-81, D3-ONE-01)',
  async (base, file, first, last) => {
    const { disposition, sheet: book } = await sheet('admin', `${base}/export?${november}`)
    expect(disposition).toContain(file)
    expect(book?.name).toBe('Sheet 1')
    const figures = [
      'Doanh thu',
      'Số gói',
      'Tổng gói (mọi trạng thái)',
      'Doanh thu tạm tính (mọi trạng thái)',
      'Tổng hoàn tiền',
      'Doanh thu thực tế (trừ hoàn)',
    ]
    expect(book?.rows?.[0]).toEqual([...first, ...figures, ...last])
    for (const username of ['sale111', 'doitac1'])
      for (const path of ['/listExport', '/export', '?count=9999999999'])
        expect([username, path, (await (await server.as(username)).get(base + path)).status]).toEqual([
          username,
          path,
          403,
        ])
  },
)

test('rows are paged and sorted by any column (D3-GRID-01)', async () => {
  const { values } = await read('admin', `${staff}?sort=-doanh_thu_tam_tinh`)
  const revenue = values.slice(0, -1).map((row) => Number(row.doanh_thu_tam_tinh))
  expect(revenue).toEqual(revenue.toSorted((a, b) => b - a))
  expect((await read('admin', `${staff}?page=1&count=3`)).values).toEqual(
    (await read('admin', `${staff}?count=50`)).values.slice(3, 6),
  )
})

const queryOf = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString()
const days = { startDate: '01/11/2026', endDate: '30/11/2026' }

test('every refund figure and its total equals the sum of the requests that it opens (D2-REVF-01, D2-REVF-33, D2-SREV-12)', async () => {
  const refunds = async (filter: object): Promise<number> => {
    const found = await read(
      'admin',
      `/api/v1/requestrefundreport?count=100&${queryOf({ ...days, ...filter })}`,
    )
    const sum = found.values.reduce(
      (total, row) => total + Number(row.refund_price) + Number(row.other_refund),
      0,
    )
    expect(Number(found.tongHoanTien) + Number(found.tongHoanThem)).toBe(sum)
    return sum
  }
  for (const [base, { behind }] of [
    [staff, reportstaffrevenue],
    [branches, reportbranchrevenue],
  ] as const) {
    const {
      row,
      all = {},
      fixed,
    } = behind.tong_hoan_tien as { row: Record<string, string>; all?: object; fixed: object }
    const listed = await read('admin', `${base}?count=50&${queryOf(days)}`)
    for (const one of listed.values) {
      const filters = Object.fromEntries(Object.entries(row).map(([name, field]) => [name, one[field]]))
      expect([one.username_nv, await refunds({ ...filters, ...fixed })]).toEqual([
        one.username_nv,
        one.tong_hoan_tien,
      ])
    }
    expect(await refunds({ ...all, ...fixed })).toBe(listed.tongHoanTien)
    expect(listed.tongHoanTien).toBeGreaterThan(0)
  }
})

test('every figure of lines and its total equals the sum of the lines that it opens (D2-REVF-30, D2-REVF-31, D2-SREV-04 to 11, D2-BREV-08)', async () => {
  const figures = ['doanhThu', 'so_goi', 'don_moi', 'doanh_thu_tam_tinh'] as const
  const totals = {
    so_goi: 'soGoi',
    don_moi: 'tongGoi',
    doanh_thu_tam_tinh: 'tongDoanhThuTamTinh',
    doanhThu: 'doanhThu',
  }
  const lines = async (filter: object, name: (typeof figures)[number]): Promise<number> => {
    const { values } = await read(
      'admin',
      `/api/v1/report90849332?count=100&${queryOf({ ...days, ...filter })}`,
    )
    return name === 'don_moi' || name === 'so_goi'
      ? values.length
      : values.reduce((sum, row) => sum + Number(row.doanh_thu), 0)
  }
  for (const [base, { behind }] of [
    [staff, reportstaffrevenue],
    [branches, reportbranchrevenue],
  ] as const) {
    const listed = await read('admin', `${base}?count=50&${queryOf(days)}`)
    for (const name of figures) {
      const { row = {}, all = {}, fixed = {} }: Behind = behind[name]
      for (const one of listed.values) {
        const filters = Object.fromEntries(
          Object.entries(row).map(([parameter, field]) => [parameter, one[field]]),
        )
        expect([one.username_nv, name, await lines({ ...filters, ...fixed }, name)]).toEqual([
          one.username_nv,
          name,
          one[name],
        ])
      }
      expect([name, await lines({ ...all, ...fixed }, name)]).toEqual([name, listed[totals[name]]])
    }
  }
})
