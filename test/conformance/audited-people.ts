/** Entries about people and the operation itself: accounts, roles, channels, own profiles, settings. */
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { makePool } from '../pool.ts'
import { setUpFactor } from '../second-factor.ts'
import { deed, type Deed, type Scene } from './audited.ts'
import { assignedNumber } from './audited-files.ts'

const roleOf = ({ find }: Scene, priority: number): Promise<string> =>
  find('SELECT id FROM roles WHERE priority = $1 ORDER BY "createdAt" LIMIT 1', priority)

const profile = { fullname: 'Nguyễn Văn Thử', email: 'thu@congty.vn' }
/** A manager's account created by the admin. */
async function account(scene: Scene): Promise<{ id: string; username: string }> {
  const username = `quanly-${scene.next()}`
  const sent = { ...profile, username, password: 'matkhau1', role_id: await roleOf(scene, 2) }
  return { id: await scene.made('admin', 'post', 'users', sent), username }
}

const locked = (action: 'lock' | 'unlock'): Deed =>
  deed(action, 'users', 'quanly', async (scene) => {
    const { id, username } = await account(scene)
    if (action === 'unlock') await scene.ask('admin', 'post', `users/${id}/lock`)
    await scene.ask('quanly', 'post', `users/${id}/${action}`)
    const [was, is] = action === 'lock' ? [false, true] : [true, false]
    return { id, before: { username, is_deleted: was }, after: { username, is_deleted: is } }
  })

/** Two numbers of a salesperson reassigned to another of the group. */
async function handedOver(scene: Scene): Promise<{ id: string; from: string }> {
  const file = await makePool(scene.server.pool, { rows: 2, held: { sale211: 2 } })
  const from = await scene.idOf('sale211')
  const sent = { from, to: await scene.idOf('sale212'), files: [file] }
  return { id: await scene.made('leader21', 'post', 'bangiao', sent), from }
}

const accounts: readonly Deed[] = [
  deed('create', 'users', 'admin', async (scene) => {
    const { id, username } = await account(scene)
    return { id, before: null, after: { ...profile, username, role_name: 'Quản lý', is_deleted: false } }
  }),
  deed('update', 'users', 'quanly', async (scene) => {
    const { id } = await account(scene)
    const sent = { fullname: 'Tên Mới', email: 'moi@congty.vn', role_id: await roleOf(scene, 2) }
    await scene.ask('quanly', 'put', `users/${id}`, sent)
    return { id, before: profile, after: sent }
  }),
  locked('lock'),
  locked('unlock'),
  deed('recall', 'users', 'quanly', async (scene) => {
    await assignedNumber(scene, 'HNIMB01')
    const id = await scene.idOf('HNIMB01')
    await scene.ask('quanly', 'post', `users/${id}/lock`)
    return { id, before: null, after: { inHand: 1 } }
  }),
  deed('release', 'customer', 'leader11', async (scene) => {
    const customer = await assignedNumber(scene, 'sale112')
    const person = await scene.idOf('sale112')
    const version = Number(
      await scene.find('SELECT version::text AS id FROM customer WHERE id = $1', customer),
    )
    const sent = { customer, version, reason: 'other', note: 'Máy hỏng' }
    await scene.ask('leader11', 'post', `sangoi/${person}/nha`, sent)
    return { id: customer, before: null, after: { username: 'sale112', why: 'Lý do khác', note: 'Máy hỏng' } }
  }),
  deed('move', 'users', 'quanly', async (scene) => {
    await makePool(scene.server.pool, { rows: 2, held: { sale113: 2 } })
    const id = await scene.idOf('sale113')
    const group_id = await scene.idOf('leader12')
    await scene.ask('quanly', 'put', `users/${id}`, { ...profile, role_id: await roleOf(scene, 5), group_id })
    return { id, before: null, after: { uncalled: 2, numbers: 'return' } }
  }),
  deed('handover', 'users', 'leader21', async (scene) => {
    const { from } = await handedOver(scene)
    return { id: from, before: null, after: { numbers: 2, appointments: 0, recipient: 'sale212' } }
  }),
  deed('undo-handover', 'users', 'leader21', async (scene) => {
    const { id, from } = await handedOver(scene)
    await scene.ask('leader21', 'post', `bangiao/${id}/hoanTac`)
    return { id: from, before: { numbers: 2, appointments: 0, recipient: 'sale212' }, after: null }
  }),
  deed('reset-password', 'users', 'quanly', async (scene) => {
    const { id } = await account(scene)
    const pair = { password: 'matkhau2', rePassword: 'matkhau2' }
    await scene.ask('quanly', 'post', `users/${id}/reset-password`, pair)
    return { id, before: null, after: null }
  }),
  deed('password', 'users', 'sale122', async (scene) => {
    const next = { newPassword: 'matkhau3', confirmNewPassword: 'matkhau3' }
    await scene.ask('sale122', 'post', 'auth/changePassword', { oldPassword: demoPassword, ...next })
    return { id: await scene.idOf('sale122'), before: null, after: null }
  }),
  deed('update', 'users', 'sale121', async (scene) => {
    await scene.ask('sale121', 'post', 'auth/saveProfile', profile)
    return { id: await scene.idOf('sale121'), before: { fullname: 'Phạm Đức Trọng' }, after: profile }
  }),
]

const secondFactor: readonly Deed[] = [
  deed('confirm', 'sessions', 'sale112', async (scene) => {
    await scene.ask('sale112', 'post', 'session/confirm', { password: demoPassword })
    return { id: await scene.idOf('sale112'), before: null, after: null }
  }),
  deed('end-sessions', 'sessions', 'sale112', async (scene) => {
    await scene.ask('sale112', 'delete', 'session/own')
    return { id: await scene.idOf('sale112'), before: null, after: null }
  }),
  deed('factor', 'users', 'quanly', async (scene) => {
    await setUpFactor(await scene.server.as('quanly'))
    return { id: await scene.idOf('quanly'), before: null, after: null }
  }),
  deed('factor-off', 'users', 'quanly', async (scene) => {
    await scene.server.pool.query(`DELETE FROM second_factors`)
    const device = await setUpFactor(await scene.server.as('quanly'))
    await scene.ask('quanly', 'post', 'session/second-factor/off', { code: device.code() })
    return { id: await scene.idOf('quanly'), before: null, after: null }
  }),
  deed('reset-factor', 'users', 'admin', async (scene) => {
    const { id } = await account(scene)
    await scene.server.pool.query(
      `INSERT INTO second_factors (user_id, secret, since) VALUES ($1, 'sealed', now())`,
      [id],
    )
    await scene.ask('admin', 'post', `users/${id}/reset-second-factor`)
    return { id, before: null, after: null }
  }),
]

const role = (scene: Scene, name: string): Promise<string> =>
  scene.made('admin', 'post', 'role', { name, priority: 5, permissions: [] })

const roles: readonly Deed[] = [
  deed('create', 'role', 'admin', async (scene) => {
    const name = `Giám sát ${scene.next()}`
    const id = await role(scene, name)
    return { id, before: null, after: { name, priority: 5, permissions: [] } }
  }),
  deed('update', 'role', 'quanly', async (scene) => {
    const [name, next] = [`Giám sát ${scene.next()}`, `Tổng đài ${scene.next()}`]
    const id = await role(scene, name)
    await scene.ask('quanly', 'put', `role/${id}`, { name: next, priority: 4 })
    return { id, before: { name, priority: 5 }, after: { name: next, priority: 4 } }
  }),
  deed('remove', 'role', 'quanly', async (scene) => {
    const name = `Giám sát ${scene.next()}`
    const id = await role(scene, name)
    await scene.ask('quanly', 'delete', `role/${id}`)
    return { id, before: { name, priority: 5, permissions: [] }, after: null }
  }),
]

const channel = { accountUsername: 'sale111', channelText: 'd1' }
const operation: readonly Deed[] = [
  deed('choose', 'userkenhmoigoi', 'quanly', async ({ ask }) => {
    await ask('quanly', 'post', 'userkenhmoigoi/chonKenh', channel)
    return { id: 'sale111/d1', before: { active: false }, after: { active: true } }
  }),
  deed('unchoose', 'userkenhmoigoi', 'quanly', async ({ ask }) => {
    await ask('admin', 'post', 'userkenhmoigoi/chonKenh', channel)
    await ask('quanly', 'post', 'userkenhmoigoi/huyChonKenh', channel)
    return { id: 'sale111/d1', before: { active: true }, after: { active: false } }
  }),
  deed('create', 'setting', 'admin', async ({ ask }) => {
    await ask('admin', 'post', 'setting', { key: 'password.length', value: 7 })
    return { id: 'password.length', before: { value: 6 }, after: { value: 7 } }
  }),
  deed('update', 'setting', 'admin', async ({ ask }) => {
    await ask('admin', 'put', 'setting/session.hours', { value: 9 })
    await ask('admin', 'put', 'setting/session.hours', { value: 10 })
    return { id: 'session.hours', before: { value: 9 }, after: { value: 10 } }
  }),
]

export const peopleDeeds: readonly Deed[] = [...accounts, ...secondFactor, ...roles, ...operation]
