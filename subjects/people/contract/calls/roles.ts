/** Roles and their permissions (D1-ROLE, D1-PERM). */
import * as z from 'zod/mini'
import { priorities, priorityNames } from '#platform/contract/abilities.ts'
import { defineCall } from '#kit/contract/call.ts'
import { f } from '#kit/contract/field.ts'
import { bothWays } from '#kit/contract/sort.ts'
import { mayChange, pageOf, sentNumber } from '#kit/contract/shapes.ts'
import { heldPermissions, permissionIds } from './accounts.ts'

const permission = z.strictObject({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  code: z.string(),
})
export type Permission = z.output<typeof permission>

const role = z.strictObject({
  id: z.string(),
  name: z.string(),
  priority: z.literal(priorities),
  permissions: heldPermissions,
  /** Accounts with the role, including locked ones. */
  accounts: z.int(),
  version: z.int(),
  may: mayChange,
})
export type Role = z.output<typeof role>

/** Page sizes of roles and permissions (D1-ROLE-10, D1-PERM-06, D1-Q-148). */
export const rolePaging = { sizes: [5, 10, 25], size: 10 } as const
/** Default priority of a new role (D1-Q-041). */
export const defaultPriority = 5

const byName = z.object({
  page: z.optional(z.string()),
  count: z.optional(z.string()),
  name: z.optional(z.string()),
})
const byId = z.object({ id: z.string() })
const changes = {
  name: z.optional(z.nullable(z.string())),
  // Validated by the server itself: only numbers in `priorities` are accepted, no numeric strings.
  priority: z.optional(z.unknown()),
  permissions: permissionIds,
}

const asks = {
  name: f.text({ label: 'Tên vai trò', required: true, max: 100 }),
  priority: f.choice({
    label: 'Cấp',
    required: true,
    options: priorities.map((level) => ({
      value: String(level),
      label: `${level} - ${priorityNames[level]}`,
    })),
    default: String(defaultPriority),
  }),
}

export const roleList = defineCall({
  method: 'GET',
  path: '/api/v1/role',
  may: 'role.get',
  summary: 'A page of the roles by name',
  input: z.extend(byName, { sort: z.optional(z.enum(bothWays(['name', 'priority', 'accounts']))) }),
  answer: pageOf(role),
})

export const oneRole = defineCall({
  method: 'GET',
  path: '/api/v1/role/:id',
  may: 'role.get',
  summary: 'One role',
  input: byId,
  answer: role,
})

export const createRole = defineCall({
  method: 'POST',
  path: '/api/v1/role',
  may: 'role.add',
  reauth: true,
  decides: 'inTurn',
  summary: 'Creates a role',
  input: z.object(changes),
  asks,
  answer: role,
})

export const updateRole = defineCall({
  method: 'PUT',
  path: '/api/v1/role/:id',
  may: 'role.edit',
  reauth: true,
  decides: 'inTurn',
  summary: 'Changes the sent parts of a role',
  input: z.object({
    id: z.string(),
    ...changes,
    /** For a change of `priority`: number of affected people that the user was shown (`affectedByPriority`), if any. */
    affected: z.optional(z.int()),
    version: z.optional(z.number()),
  }),
  asks,
  answer: role,
})

const affected = z.strictObject({
  count: z.int(),
  people: z.array(
    z.strictObject({
      username: z.string(),
      fullname: z.string(),
      /** Why the account would have no place in the tree, which refuses the change; null otherwise. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** Additional rights as text (D3-SEC-09). */
  gains: z.array(z.string()),
})
export type Affected = z.output<typeof affected>

export const affectedByPriority = defineCall({
  method: 'GET',
  path: '/api/v1/role/:id/affected',
  may: 'role.edit',
  summary: 'Whom another priority of a role makes something else, stopped accounts included',
  input: z.object({ id: z.string(), priority: sentNumber }),
  answer: affected,
})

export const removeRole = defineCall({
  method: 'DELETE',
  path: '/api/v1/role/:id',
  may: 'role.delete',
  reauth: true,
  decides: 'inTurn',
  summary: 'Deletes a role that no account uses',
  input: byId,
  answer: z.null(),
})

export const permissionList = defineCall({
  method: 'GET',
  path: '/api/v1/permission',
  may: 'role.get',
  summary: 'A page of the permissions, by category',
  input: byName,
  answer: pageOf(permission),
})

export const texts = {
  created: 'Tạo vai trò thành công',
  createFailed: 'Tạo vai trò không thành công',
  updated: 'Cập nhật vai trò thành công',
  updateFailed: 'Cập nhật vai trò không thành công',
  removed: 'Xoá vai trò thành công',
  removeFailed: 'Xoá vai trò không thành công',
  nameTaken: 'Tên vai trò đã tồn tại',
  inUse: 'Vai trò đang được nhân viên sử dụng, không thể xoá',
  wrongPriority: 'Cấp của vai trò phải là từ 1 đến 7',
  noBranch: 'chưa có chi nhánh',
  noLeader: 'chưa có leader',
  belowBranch: 'đang thuộc một chi nhánh',
  belowLeader: 'đang thuộc một leader',
  hasPeople: 'đang có nhân viên trực thuộc',
  noWayBack: 'không đổi lại được: ',
  unplaced: (people: string) => `Không đổi cấp được vì có người không còn chỗ trong cây nhân viên: ${people}`,
  affects: (count: number, people: string, gains: readonly string[]) =>
    [`Đổi cấp sẽ đổi quyền của ${count} nhân viên, hãy xác nhận: ${people}`, ...gains].join('. '),
  usedElsewhere: 'Vai trò này còn được nhân viên ngoài phạm vi của bạn sử dụng',
} as const
