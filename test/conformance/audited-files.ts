/** Entries about numbers: imports, subscriber files and lists, splits, permission, calls and their results. */
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { runImport } from '#platform/app/server/imports/save-job.ts'
import { runUndo } from '#platform/app/server/imports/undo-job.ts'
import { makePool, permitFiles } from '../pool.ts'
import { deed, type Deed, type Scene } from './audited.ts'

/** A subscriber file of three numbers. */
async function poolFile({ server, find }: Scene, options = {}): Promise<{ id: string; FileName: string }> {
  const id = await makePool(server.pool, { rows: 3, held: options })
  return { id, FileName: await find('SELECT "FileName" AS id FROM data_files WHERE id = $1', id) }
}

/** A number assigned to `username`. */
export async function assignedNumber(scene: Scene, username: string): Promise<string> {
  const { id } = await poolFile(scene)
  await permitFiles(scene.server.pool, username, [id])
  const { data } = await scene.ask(username, 'get', 'customer/new-care')
  return (data as { value: { id: string } }).value.id
}

const rejected = { status: 'REJECTED', note: 'Không có nhu cầu' }
/** A call of `username` with its result. */
const called = async (scene: Scene, username: string): Promise<string> =>
  scene.made(username, 'post', `customer/${await assignedNumber(scene, username)}/care`, rejected)

/** Two rows, one with an invalid phone, uploaded by the admin. */
async function uploaded({ server, phone }: Scene): Promise<string> {
  const sheet = Buffer.from(`0${phone()},a\r\nx,b`)
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'den.csv' }
  const answer = await (await server.as('admin')).post('/api/v1/imports/blacklist', sheet, headers)
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.data as { id: string }).id
}

/** A list of `username` with one customer. */
async function list(
  { ask, made, next, phone }: Scene,
  username: string,
): Promise<{ id: string; filename: string }> {
  const filename = `list-${next()}`
  const id = await made(username, 'post', 'upload', { filename })
  await ask(username, 'post', 'customer/import', { data: [{ phone: phone(), package: 'VD89' }], upload: id })
  return { id, filename }
}

const customer = ({ made, phone }: Scene): Promise<string> =>
  made('leader11', 'post', 'customer', {
    phone: phone(),
    type: 'MC',
    package: 'VD89',
    registerAt: '01/11/2026',
    packageExpiredAt: '2026-12-01',
    packageCycle: 1,
    packageCanRegister: 'VD149',
  })

const imports: readonly Deed[] = [
  deed('import', 'blacklist', 'admin', async (scene) => {
    const id = await uploaded(scene)
    await scene.ask('admin', 'post', `imports/${id}/save`)
    await runImport(scene.server.api.services, id, new AbortController().signal)
    return { id, before: null, after: { file: 'den.csv', new: 1, bad: 1, saved: 1 } }
  }),
  deed('undo', 'blacklist', 'admin', async (scene) => {
    const id = await uploaded(scene)
    const { services } = scene.server.api
    await scene.ask('admin', 'post', `imports/${id}/save`)
    await runImport(services, id, new AbortController().signal)
    await scene.ask('admin', 'post', `imports/${id}/undo`)
    await runUndo(services, id, new AbortController().signal)
    return { id, before: { file: 'den.csv' }, after: { removed: 1, restored: 0, stays: 0 } }
  }),
  deed('export', 'blacklist', 'admin', async (scene) => {
    await scene.ask('admin', 'get', `imports/${await uploaded(scene)}/errors`)
    return { id: 'LOI-den.xlsx', before: null, after: { rows: 1 } }
  }),
]

const switched = (action: 'activate' | 'stop', wanted: 0 | 1): Deed =>
  deed(action, 'uploadchiadata', 'quanly', async (scene) => {
    const { id, FileName } = await poolFile(scene)
    const set = (is_activated: number) =>
      scene.ask('admin', 'post', 'uploadchiadata/activeOrDeactive', { FileName, is_activated })
    await set(1 - wanted)
    await scene.ask('quanly', 'post', 'uploadchiadata/activeOrDeactive', { FileName, is_activated: wanted })
    return { id, before: { is_activated: 1 - wanted }, after: { is_activated: wanted } }
  })

const files: readonly Deed[] = [
  switched('activate', 1),
  switched('stop', 0),
  deed('remove', 'uploadchiadata', 'quanly', async (scene) => {
    const { id, FileName } = await poolFile(scene)
    await scene.ask('quanly', 'post', 'uploadchiadata/deleteFile', { FileName })
    return { id, before: { FileName, is_activated: 1 }, after: { removed: 3 } }
  }),
  deed('split', 'uploadchiadata', 'quanly', async (scene) => {
    const { id, FileName } = await poolFile(scene, { chinhanh1: 1 })
    const assigns = { chinhanh1: 2 }
    await scene.ask('quanly', 'post', 'uploadchiadata/handleFileUserQuantityOption', { FileName, assigns })
    return { id, before: { chinhanh1: 1 }, after: { chinhanh1: 2 } }
  }),
  deed('undo-split', 'uploadchiadata', 'quanly', async (scene) => {
    const { id, FileName } = await poolFile(scene, { chinhanh1: 1 })
    const branch = await scene.idOf('chinhanh1')
    const { data } = await scene.ask('admin', 'post', 'uploadchiadata/handleFileUserQuantityOption', {
      FileName,
      assigns: { chinhanh1: 2 },
    })
    await scene.ask('quanly', 'post', 'uploadchiadata/hoanTac', data)
    return { id, before: { [branch]: 2 }, after: { [branch]: 1 } }
  }),
  deed('permit', 'data_options', 'quanly', async (scene) => {
    const { id: file, FileName } = await poolFile(scene)
    const days = { username: 'chinhanh2', files: [FileName], ngay: [toFilterDate(todayVn())] }
    await scene.ask('quanly', 'post', 'uploadchiadata/handleCustomDataOption', { branch: days })
    return { id: await scene.idOf('chinhanh2'), before: null, after: { files: [file], ngay: [todayVn()] } }
  }),
]

const lists: readonly Deed[] = [
  deed('create', 'upload', 'leader11', async (scene) => {
    const { id, filename } = await list(scene, 'leader11')
    return { id, before: null, after: { filename } }
  }),
  deed('remove', 'upload', 'leader11', async (scene) => {
    const { id, filename } = await list(scene, 'leader11')
    await scene.ask('leader11', 'delete', `upload/${id}`)
    return { id, before: { filename }, after: { removed: 1 } }
  }),
  deed('create', 'customer', 'leader11', async (scene) => {
    const id = await customer(scene)
    return { id, before: null, after: { type: 'MC', package: 'VD89', packageRegisterAt: '2026-11-01' } }
  }),
  deed('remove', 'customer', 'leader11', async (scene) => {
    const id = await customer(scene)
    await scene.ask('leader11', 'delete', `customer/${id}`)
    return { id, before: { package: 'VD89', stage: 'left' }, after: null }
  }),
  deed('assign', 'customer', 'leader11', async (scene) => {
    const { id } = await list(scene, 'leader11')
    await scene.ask('leader11', 'post', 'customer/assign', [{ user: 'sale111', count: 1, upload: id }])
    return { id: 'assign', before: null, after: [{ user: 'sale111', count: 1, upload: id }] }
  }),
]

const calls: readonly Deed[] = [
  deed('care', 'care/history', 'sale111', async (scene) => ({
    id: await called(scene, 'sale111'),
    before: null,
    after: rejected,
  })),
  deed('update', 'care/history', 'quanly', async (scene) => {
    const id = await called(scene, 'sale111')
    await scene.ask('quanly', 'put', `care/history/setNote/${id}`, { note: 'Gọi lại sau' })
    return { id, before: { note: rejected.note }, after: { note: 'Gọi lại sau' } }
  }),
  deed('reinvite', 'care/history', 'quanly', async (scene) => {
    const id = await called(scene, 'sale112')
    await scene.ask('quanly', 'post', 'care/xacNhanMoiLai', { id })
    return { id, before: { id, reinvited_by: null }, after: { id, reinvited_by: 'quanly' } }
  }),
]

export const fileDeeds: readonly Deed[] = [...imports, ...files, ...lists, ...calls]
