/** Accounts of the operation at other systems: system, username and secrets (D2-SYSACC). */
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'

/** Placeholder of a secret in lists; in an update it means 'unchanged' (D2-Q-192). */
export const hiddenSecret = '********'
/** Fields stored encrypted. */
export const secretFields = ['password', 'api'] as const
export type SecretField = (typeof secretFields)[number]

/** Why an additional content is refused; undefined when empty or JSON (D2-Q-193). */
export function contentFault(text: unknown): string | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return 'Nội dung bổ sung không phải JSON hợp lệ'
  }
}

export const systemaccount = defineResource({
  path: 'systemaccount',
  view: 'systemaccount_list',
  title: 'Tài khoản hệ thống',
  noun: 'tài khoản',
  fields: {
    id: f.id(),
    position: f.text({ label: 'Đăng nhập tại', name: true, required: true, max: 200, width: 220 }),
    account: f.text({
      label: 'Tài khoản',
      name: true,
      required: true,
      phoneLike: true,
      max: 200,
      width: 180,
    }),
    password: f.text({ label: 'Mật khẩu', required: true, verbatim: true, max: 200, width: 120 }),
    api: f.text({ label: 'API', required: true, verbatim: true, max: 1000, width: 120 }),
    additional_content: f.text({ label: 'Nội dung bổ sung', max: 4000, width: 320 }),
    name: f.text({ label: 'Nơi đăng nhập, tài khoản', write: 'never' }),
  },
  list: ['position', 'account', 'password', 'api', 'additional_content'],
  order: [['position', 'asc']],
  sort: ['position', 'account'],
  filter: { name: { on: 'name', op: 'contains', placeholder: 'Tìm nơi đăng nhập, tài khoản' } },
  form: ['position', 'account', 'password', 'api', 'additional_content'],
  sheet: {
    key: ['position', 'account'],
    firstRow: 2,
    columns: ['position', 'account', 'password', 'api', 'additional_content'],
    heads: { position: ['Vị trí'], account: ['Số điện thoại', 'Tên đăng nhập'] },
    ignore: ['STT', '#'],
    unit: 'bản ghi',
  },
  may: { read: 'below3', create: 'below3', update: 'below3', remove: 'below3', import: 'below3' },
})
