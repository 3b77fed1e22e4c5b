/** Accounts: list, and password, lock and rights of one account (D1-ACC). */
import * as z from 'zod/mini'
import { priorities } from '#platform/contract/abilities.ts'
import { defineCall } from '#kit/contract/call.ts'
import { f } from '#kit/contract/field.ts'
import { bothWays } from '#kit/contract/sort.ts'
import { instant, mayChange, pageOf } from '#kit/contract/shapes.ts'
import { movedNumbers } from './handovers.ts'
import { accountRef, pages, staff } from '#platform/contract/calls/staff.ts'
import { imageFault } from '#subjects/settings/contract/settings/image.ts'
import { appearance } from '#platform/contract/settings/public-settings.ts'
import { payoutFields, payoutInput } from './payout-account.ts'

export const heldPermissions = z.array(z.strictObject({ id: z.string() }))

/** One account in list and pickers (D1-ACC-01 to D1-ACC-07). */
const account = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullname: z.string(),
  /** Same as `fullname`, as listings name it (D1-ACC-02). */
  full_name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  role_id: z.string(),
  role: z.strictObject({ id: z.string(), name: z.string(), priority: z.literal(priorities) }),
  role_name: z.string(),
  role_priority: z.literal(priorities),
  brand_id: z.nullable(z.string()),
  brand: z.nullable(accountRef),
  group_id: z.nullable(z.string()),
  group: z.nullable(accountRef),
  is_deleted: z.boolean(),
  ...payoutFields,
  /** The account's own permissions, without its role's. */
  permissions: heldPermissions,
  version: z.int(),
  /** Last sign-in; null when never, or not within 400 days. */
  signed_in_at: z.nullable(instant),
  /** Whether sign-in asks for a code; null unless the reader is an administrator, who can reset a lost one (D3-SEC-06). */
  second_factor: z.nullable(z.boolean()),
  createdAt: instant,
  may: mayChange,
})
export type Account = z.output<typeof account>

const byId = z.object({ id: z.string() })
const text = z.optional(z.nullable(z.string()))
/** Permissions from the dialog: ids, or objects with an id. */
export const permissionIds = z.optional(z.array(z.union([z.string(), z.object({ id: z.string() })])))

/** Largest avatar in bytes, as every row of accounts includes it. */
const largestAvatar = 16 * 1024

/** Why a value is refused as an avatar: only the product's own image and embedded ones are allowed, never an external URL (D1-Q-008). */
export const avatarFault = (avatar: string): string | undefined =>
  Object.values(appearance).some((setting) => 'bundled' in setting && setting.bundled === avatar)
    ? undefined
    : imageFault(avatar, largestAvatar)

const profile = {
  fullname: text,
  email: text,
  phone: text,
  avatar: text,
  role_id: text,
  brand_id: text,
  group_id: text,
  permissions: permissionIds,
}

/** What its dialog asks for; a branch and a leader as the role has them (`treeFields`). */
const asks = {
  fullname: f.text({ label: 'Họ tên', required: true, max: 200 }),
  email: f.text({ label: 'Email', required: true, max: 255 }),
  phone: f.text({ label: 'Số điện thoại', max: 15 }),
  role_id: f.text({ label: 'Vai trò', required: true }),
  brand_id: f.text({ label: 'Chi nhánh' }),
  group_id: f.text({ label: 'Leader' }),
}

export const accountList = defineCall({
  method: 'GET',
  path: '/api/v1/users',
  may: 'user.get',
  summary: 'A page of the accounts in reach, in the order of the hierarchy',
  input: z.object({
    ...pages,
    /** Part of a username or full name, ignoring case and diacritics. */
    username: z.optional(z.string()),
    sort: z.optional(z.enum(bothWays(['username', 'fullname', 'createdAt']))),
  }),
  answer: pageOf(account),
})

export const oneAccount = defineCall({
  method: 'GET',
  path: '/api/v1/users/:id',
  may: 'user.get',
  summary: 'One account',
  input: byId,
  answer: account,
})

export const accountByUsername = defineCall({
  method: 'GET',
  path: '/api/v1/users/findByUsername/:username',
  may: 'any',
  summary:
    'One active account of the scope by its user name, blind to case; what pickers show of it without `user.get`',
  input: z.object({ username: z.string() }),
  answer: z.union([account, staff]),
})

export const createAccount = defineCall({
  method: 'POST',
  path: '/api/v1/users',
  may: 'user.add',
  decides: 'inTurn',
  summary: 'Creates an account',
  input: z.object({ username: text, password: text, ...profile, ...payoutInput }),
  asks: { ...asks, username: f.text({ label: 'Tên đăng nhập', required: true, max: 255 }) },
  answer: account,
})

export const updateAccount = defineCall({
  method: 'PUT',
  path: '/api/v1/users/:id',
  may: 'user.edit',
  decides: 'inTurn',
  summary: 'Changes an account, or with `permissions` alone the rights of its own',
  input: z.object({
    id: z.string(),
    username: text,
    ...profile,
    /** What happens to uncalled numbers on a change of unit; returned by default (D3-ORG-02). */
    numbers: z.optional(z.enum(movedNumbers.map(({ value }) => value))),
    version: z.optional(z.number()),
  }),
  asks: {
    ...asks,
    numbers: f.choice({ label: 'Số chưa gọi', required: true, options: movedNumbers, default: 'return' }),
  },
  answer: account,
})

export const removeAccount = defineCall({
  method: 'DELETE',
  path: '/api/v1/users/:id',
  may: 'user.delete',
  decides: 'inTurn',
  summary: 'Stops an active account, starts a stopped one; nothing is removed',
  input: byId,
  answer: account,
})

export const lockAccount = defineCall({
  method: 'POST',
  path: '/api/v1/users/:id/lock',
  may: 'user.edit',
  decides: 'inTurn',
  summary: 'Stops an account: its sessions end, and everything it holds goes to its leader',
  input: byId,
  answer: account,
})

export const unlockAccount = defineCall({
  method: 'POST',
  path: '/api/v1/users/:id/unlock',
  may: 'user.edit',
  decides: 'inTurn',
  summary: 'Starts a stopped account again',
  input: byId,
  answer: account,
})

export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/v1/users/:id/reset-password',
  may: 'user.edit',
  decides: 'inTurn',
  summary: 'Gives an account a new password and ends its sessions',
  input: z.object({ id: z.string(), password: text, rePassword: text }),
  answer: z.null(),
})

/** Branch and leader fields required for a role's priority (D1-Q-039). */
export const treeFields = (
  priority: number | undefined,
): { brand: 'required' | 'optional' | null; group: boolean } => ({
  brand: priority === 4 || priority === 5 ? 'required' : priority === 7 ? 'optional' : null,
  group: priority === 5,
})

export const texts = {
  created: 'Tạo nhân viên thành công',
  createFailed: 'Tạo nhân viên không thành công',
  updated: 'Cập nhật nhân viên thành công',
  updatedPasswordEnded: 'Đã cập nhật. Mật khẩu tạm của người này hết hạn, hãy đặt lại mật khẩu',
  updateFailed: 'Cập nhật nhân viên không thành công',
  passwordReset: 'Cấp mật khẩu mới thành công.',
  passwordResetFailed: 'Cấp mật khẩu mới không thành công.',
  noPassword: 'Chưa nhập mật khẩu',
  noRePassword: 'Chưa nhập lại mật khẩu',
  passwordMismatch: 'Mật khẩu nhập lại không khớp',
  ownPassword: 'Đổi mật khẩu của chính mình ở Hồ sơ, với mật khẩu cũ',
  passwordShort: (least: number) => `Mật khẩu phải có ít nhất ${least} ký tự`,
  locked: 'Khoá nhân viên thành công',
  lockFailed: 'Khoá nhân viên không thành công',
  unlocked: 'Mở khoá nhân viên thành công',
  unlockFailed: 'Mở khoá nhân viên không thành công',
  active: 'Đang hoạt động',
  stopped: 'Đã dừng',
  usernameTaken: 'Tên đăng nhập đã tồn tại',
  usernameFixed: 'Không thể đổi tên đăng nhập',
  higherAccount: 'Tài khoản này có cấp cao hơn bạn',
  higherRole: 'Vai trò này có cấp cao hơn bạn',
  moreThanHeld: 'Bạn chỉ được cấp những quyền mà bạn đang có',
  equalHoldsMore: 'Tài khoản cùng cấp này có quyền mà bạn không có, bạn không cấp mật khẩu mới được',
  reachesAllUnits:
    "Quyền 'Kế toán' và 'Duyệt đơn và tin tiền' có tác dụng trên mọi đơn vị: chỉ quản trị, quản lý đang có quyền ấy mới giao được",
  holdsAllUnits: 'Tài khoản này có quyền trên mọi đơn vị mà bạn không có, bạn không cấp mật khẩu mới được',
  prefixReserved: (prefix: string) =>
    `Chỉ quản trị và quản lý được đặt tên đăng nhập bắt đầu bằng ${prefix}, kể cả chữ trông giống`,
  notOneself: 'Không tự khoá hay mở khoá tài khoản của chính mình',
  lastAdmin: 'Phải còn ít nhất một tài khoản quản trị đang hoạt động có đủ quyền nhân viên và vai trò',
  noBranchHere: 'Vai trò này không thuộc chi nhánh nào',
  noLeaderHere: 'Vai trò này không có leader',
  choosePlace: 'Vai trò mới có chi nhánh: chọn chi nhánh, hoặc chọn không có',
  outOfReach: 'Tài khoản phải thuộc phạm vi bạn quản lý',
  hasMembers: 'Tài khoản còn nhân viên trực thuộc, hãy chuyển họ sang nơi khác trước',
} as const
