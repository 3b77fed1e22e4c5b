/** Describes what the people of a role gain when its priority changes, for the confirmation dialog (D3-SEC-09). */
import {
  can,
  rightSettings,
  seesPhones,
  settledRights,
  type Actor,
  type Priority,
} from '#platform/contract/abilities.ts'
import { screens } from '#platform/contract/screens.ts'
import type { Role } from '#subjects/people/contract/calls/roles.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readSettings } from '#platform/server/db/settings.ts'

type Rights = (priority: Priority) => Actor

/** Breadth of the data scope of each priority, and its description (D1-Q-003). */
const reach: Record<Priority, readonly [number, string]> = {
  1: [3, 'mọi chi nhánh'],
  2: [3, 'mọi chi nhánh'],
  3: [2, 'cả chi nhánh'],
  4: [1, 'cả nhóm'],
  5: [0, 'chính mình'],
  6: [0, 'chính mình'],
  7: [1, 'thương hiệu được gắn'],
}

const deeds: readonly (readonly [(actor: Actor) => boolean, string])[] = [
  [
    (actor) => can(actor, 'admin'),
    "Trở thành quản trị: mở lại lương đã chốt; có quyền 'Nhân viên', 'Vai trò' thì sửa được cả tài khoản quản trị",
  ],
  [seesPhones, 'Thấy đầy đủ số điện thoại của khách'],
  [(actor) => can(actor, 'below3'), 'Duyệt, từ chối, mở lại và sửa bản ghi của người khác; đổi cài đặt'],
  [(actor) => can(actor, 'below4'), 'Sửa bảng lương trong phạm vi'],
  [(actor) => can(actor, 'below5'), 'Tải file, chia số và bàn giao số trong phạm vi'],
  [(actor) => can(actor, 'unrestricted'), 'Xuất file và thấy cột nhân viên'],
]

/** Rights of a holder of the role at each priority. */
async function rightsOf(role: Role, ctx: Pick<Ctx, 'db'>): Promise<Rights> {
  const { rows } = await ctx.db.query<{ code: string }>(
    `SELECT p.code FROM role_permissions r JOIN permissions p ON p.id = r.permission_id WHERE r.role_id = $1`,
    [role.id],
  )
  const settings = await readSettings(ctx.db, rightSettings)
  const permissions = new Set(rows.map(({ code }) => code))
  const nobody = { id: '', username: '', fullname: '', roleName: role.name, brandId: null, groupId: null }
  return (priority) => ({
    ...nobody,
    priority,
    permissions,
    ...settledRights({ priority, username: '' }, settings),
  })
}

/** The sentences, most important first; empty when nothing is gained. */
export async function gainsOf(role: Role, to: Priority, ctx: Pick<Ctx, 'db'>): Promise<string[]> {
  const rights = await rightsOf(role, ctx)
  const [before, after] = [rights(role.priority), rights(to)]
  const opened = Object.values(screens).filter(({ may }) => can(after, may) && !can(before, may))
  return [
    ...(reach[to][0] > reach[role.priority][0] ? [`Thấy dữ liệu của ${reach[to][1]}`] : []),
    ...deeds.filter(([may]) => may(after) && !may(before)).map(([, words]) => words),
    ...(opened.length > 0 ? [`Mở thêm màn hình: ${opened.map(({ label }) => label).join(', ')}`] : []),
  ]
}
