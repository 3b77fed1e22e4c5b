/** Entries about rows of lists: every declared resource, private customers, sales, bank messages, feeds. */
import { createHash } from 'node:crypto'
import { sign } from '#platform/server/gateways/signature.ts'
import { makePool } from '../pool.ts'
import { priceRow } from '../prices.ts'
import { setSettings } from '../settings.ts'
import { arrives, bankSecret, deed, type Deed, type Scene } from './audited.ts'
import { paidAt } from '../bank.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const black = ({ made, phone }: Scene, description: string): Promise<string> =>
  made('sale111', 'post', 'blacklist', { phone_number: phone(), description })

/** A row of sale111 that waits for a decision. */
const waiting = ({ made, phone }: Scene, path: string, so_dien_thoai = phone()): Promise<string> =>
  made('sale111', 'post', path, {
    so_dien_thoai,
    ngay_thanh_cong: '05/10/2026',
    ...(path === 'baodo' && { ten_goi_cuoc: 'VD90', kenh: '9084 (3)', goi_khong_gia: true }),
  })

const decided = (path: string, by: string, field: string, decision: '1' | '2'): Deed =>
  deed(decision === '1' ? 'approve' : 'reject', path, by, async (scene) => {
    const id = await waiting(scene, path)
    await scene.ask(by, 'put', `${path}/approve/${id}`, { [field]: decision })
    return {
      id,
      before: { [field]: '0', nguoi_phe_duyet: null },
      after: { [field]: decision, nguoi_phe_duyet: by },
    }
  })

const transfer = (n: number) => ({
  transaction_id: `FT${n}`,
  channel: 'VCB',
  amount: 90_000,
  at: paidAt,
  content: `chuyen tien ${n}`,
})
const message = (n: number) => ({
  sender: 'ACB',
  money: 90_000,
  datetime: paidAt,
  str_mes: `chuyen tien ${n}`,
})
const bankMessage = ({ made, next }: Scene): Promise<string> =>
  made('admin', 'post', 'mesbank', message(next()))
const filled = { so_dien_thoai: '912345678', goi_cuoc: 'VD90' }

const judged = (verb: 'approve' | 'deny', decision: '1' | '2'): Deed =>
  deed(decision === '1' ? 'approve' : 'reject', 'mesbank', 'quanly', async (scene) => {
    const id = await bankMessage(scene)
    await scene.ask('admin', 'put', `mesbank/${id}`, filled)
    await scene.ask('quanly', 'get', `mesbank/${verb}/${id}`)
    const named = 'username_duyet_trang_thai_duyet_thong_tin'
    return {
      id,
      before: { trang_thai_duyet_thong_tin: null, [named]: null },
      after: { trang_thai_duyet_thong_tin: decision, [named]: 'quanly' },
    }
  })

const settled = (verb: 'retry' | 'dismiss'): Deed =>
  deed(verb, 'feeds', 'quanly', async ({ ask, find, next }) => {
    const row = JSON.stringify(transfer(next()))
    const aside = { feed: 'bank', reason: 'Không lưu được', row }
    const id = await find(
      'INSERT INTO feed_rejects (feed, reason, row) VALUES ($1, $2, $3) RETURNING id',
      ...Object.values(aside),
    )
    await ask('quanly', 'post', `feeds/quarantine/${verb}`, { ids: [id] })
    return { id, before: aside, after: { settled_by: 'quanly' } }
  })

const declared: readonly Deed[] = [
  deed('create', 'blacklist', 'sale111', async (scene) => {
    const id = await black(scene, 'mới')
    return { id, before: null, after: { description: 'mới' } }
  }),
  deed('update', 'blacklist', 'quanly', async (scene) => {
    const id = await black(scene, 'cũ')
    await scene.ask('quanly', 'put', `blacklist/${id}`, { description: 'mới' })
    return { id, before: { description: 'cũ' }, after: { description: 'mới' } }
  }),
  deed('undo', 'blacklist', 'quanly', async (scene) => {
    const id = await black(scene, 'cũ')
    await scene.ask('quanly', 'put', `blacklist/${id}`, { description: 'mới' })
    await scene.ask('quanly', 'post', 'blacklist/hoantac', {})
    return { id, before: { description: 'mới' }, after: { description: 'cũ' } }
  }),
  // For an import: overwritten rows have an entry each, unchanged and new ones have none.
  deed('update', 'giahoantien', 'quanly', async ({ made, ask, next }) => {
    const [changed = '', same = '', added = ''] = [1, 2, 3].map(() => `GOI${next()}`)
    const id = await made('admin', 'post', 'giahoantien', priceRow(changed))
    await made('admin', 'post', 'giahoantien', priceRow(same))
    const data = [priceRow(changed, { gia_goi: 70_000 }), priceRow(same), priceRow(added)]
    await ask('quanly', 'post', 'giahoantien/import', { data })
    return { id, before: { id, gia_goi: 0 }, after: { id, gia_goi: 70_000 } }
  }),
  deed('update', 'customer', 'leader11', async ({ ask, find, phone }) => {
    const row = { phone: phone(), package: 'VD89', type: 'MC' }
    await ask('leader11', 'post', 'customer/import', { data: [row] })
    const id = await find('SELECT id FROM customer WHERE phone = $1', row.phone)
    const data = [
      { ...row, type: 'MG' },
      { ...row, phone: phone() },
    ]
    await ask('leader11', 'post', 'customer/import', { data })
    await ask('leader11', 'post', 'customer/import', { data })
    return { id, before: { id, type: 'MC' }, after: { id, type: 'MG' } }
  }),
  deed('remove', 'blacklist', 'sale111', async (scene) => {
    const id = await black(scene, 'cũ')
    await scene.ask('sale111', 'delete', `blacklist/${id}`)
    return { id, before: { description: 'cũ' }, after: null }
  }),
  deed('assign', 'customer-message-9084', 'quanly', async (scene) => {
    await arrives(scene, scene.phone())
    const after = [{ user: 'sale111', count: 1 }]
    await scene.ask('quanly', 'post', 'customer-message-9084/assign', after)
    return { id: 'assign', before: null, after }
  }),
  deed('export', 'blacklist', 'quanly', async ({ ask }) => {
    const { headers } = await ask('quanly', 'get', 'blacklist/export?description=c%C5%A9')
    const rows = Number(headers['x-total-count'])
    return { id: 'Blacklist.xlsx', before: null, after: { rows, filter: { description: 'cũ' } } }
  }),
  deed('export', 'blacklist', 'admin', async ({ ask }) => {
    const { text } = await ask('admin', 'get', 'blacklist?getAll=1')
    return { id: 'blacklist', before: null, after: { filter: { getAll: '1' }, sha256: sha256(text) } }
  }),
  deed('exported', 'chiphiquanly', 'admin', async ({ ask }) => {
    const { text } = await ask('admin', 'get', 'chiphiquanly/listNoLimit')
    return {
      id: 'chiphiquanly',
      before: null,
      after: { sha256: sha256(text), bytes: Buffer.byteLength(text) },
    }
  }),
  deed('phone-searches-used-up', 'users', 'sale112', async ({ ask, idOf, server }) => {
    await setSettings(server.pool, { 'phone.searches': 2 })
    await ask('sale112', 'get', 'blacklist?message=0912345678')
    await ask('sale112', 'get', 'blacklist?message=45678')
    await setSettings(server.pool, { 'phone.searches': 1_000 })
    return { id: await idOf('sale112'), before: null, after: { searches: 2 } }
  }),
  deed('phone-refusals-used-up', 'users', 'sale112', async ({ idOf, server }) => {
    await setSettings(server.pool, { 'phone.searches': 0, 'phone.refusals': 1 })
    await (await server.as('sale112')).get('/api/v1/blacklist?message=0987654321')
    await setSettings(server.pool, { 'phone.searches': 1_000, 'phone.refusals': 50 })
    return { id: await idOf('sale112'), before: null, after: { refused: 1 } }
  }),
]

const sales: readonly Deed[] = [
  decided('khr', 'leader11', 'trang_thai', '1'),
  decided('khr', 'leader11', 'trang_thai', '2'),
  decided('baodo', 'quanly', 'trang_thai_duyet', '1'),
  decided('baodo', 'quanly', 'trang_thai_duyet', '2'),
  deed('update', 'baodo', 'quanly', async (scene) => {
    const id = await waiting(scene, 'baodo')
    await scene.ask('quanly', 'put', `baodo/setTrangThai/${id}`, { trang_thai: 'FAILD' })
    const after = { trang_thai: 'FAILD', nguoi_dat_trang_thai: 'quanly' }
    return { id, before: { trang_thai: '0', nguoi_dat_trang_thai: null }, after }
  }),
  deed('update', 'baodo', '__AUTO', async (scene) => {
    const phone = scene.phone()
    const id = await waiting(scene, 'baodo', phone)
    await arrives(scene, phone)
    const after = { trang_thai: 'SUCCESS', nguoi_dat_trang_thai: '__AUTO' }
    return { id, before: { trang_thai: '0', nguoi_dat_trang_thai: null }, after }
  }),
  deed('create', 'customer-message-9084', 'admin', async (scene) => {
    const NumberPhone = scene.phone()
    return { id: await arrives(scene, NumberPhone), before: null, after: { NumberPhone, Status: 1 } }
  }),
  deed('update', 'customer', 'admin', async (scene) => {
    const file = await makePool(scene.server.pool, { rows: 1 })
    const id = await scene.find('SELECT id FROM customer WHERE file_id = $1', file)
    await arrives(scene, await scene.find('SELECT phone AS id FROM customer WHERE id = $1', id))
    return { id, before: { status: 'NORMAL' }, after: { status: 'REGISTERED' } }
  }),
]

/** The bank pushes a transfer; returns its number. */
async function pushed({ server }: Scene, sent: ReturnType<typeof transfer>): Promise<string> {
  const payload = JSON.stringify({ transfers: [sent] })
  const signature = sign(bankSecret, Math.floor(Date.now() / 1000), payload)
  const headers = { 'content-type': 'application/json', 'x-bank-signature': signature }
  await server.app.inject({ method: 'POST', url: '/api/v1/mesbank/webhook', payload, headers })
  return sent.transaction_id
}

const bank: readonly Deed[] = [
  deed('create', 'mesbank', 'admin', async (scene) => {
    const id = await bankMessage(scene)
    return { id, before: null, after: { id, sender: 'ACB', money: 90_000, is_read: 0 } }
  }),
  deed('create', 'mesbank', 'cổng ngân hàng', async (scene) => {
    const sent = transfer(scene.next())
    const id = await scene.find('SELECT id FROM mesbank WHERE ma_giao_dich = $1', await pushed(scene, sent))
    return { id, before: null, after: { sender: 'VCB', str_mes: sent.content } }
  }),
  // Entered manually before the bank sent it.
  deed('update', 'mesbank', 'cổng ngân hàng', async (scene) => {
    const n = scene.next()
    const id = await scene.made('admin', 'post', 'mesbank', { ...message(n), sender: 'VCB' })
    const ma_giao_dich = await pushed(scene, transfer(n))
    return { id, before: { id, ma_giao_dich: null }, after: { id, ma_giao_dich } }
  }),
  deed('import', 'mesbank', 'quanly', async ({ ask, next }) => {
    await ask('quanly', 'post', 'mesbank/import', { data: [message(next()), message(next())] })
    return { id: 'import', before: null, after: { saved: 2 } }
  }),
  deed('import', 'blacklist', 'quanly', async ({ ask, phone }) => {
    const data = [{ phone_number: phone() }, { phone_number: 'không phải số' }]
    await ask('quanly', 'post', 'blacklist/import', { data })
    return { id: 'import', before: null, after: { saved: 1, inserted: 1, errors: 1 } }
  }),
  deed('update', 'mesbank', 'admin', async (scene) => {
    const id = await bankMessage(scene)
    await scene.ask('admin', 'put', `mesbank/${id}`, filled)
    return { id, before: { so_dien_thoai: null, goi_cuoc: null }, after: filled }
  }),
  deed('update', 'mesbank', 'quanly', async (scene) => {
    const id = await bankMessage(scene)
    await scene.ask('quanly', 'put', `mesbank/setTrangThaiXuLy/${id}`, { is_read: 1 })
    return { id, before: { is_read: 0 }, after: { is_read: 1 } }
  }),
  judged('approve', '1'),
  judged('deny', '2'),
  settled('retry'),
  settled('dismiss'),
]

export const rowDeeds: readonly Deed[] = [...declared, ...sales, ...bank]
