/** Signing in and out, the current account, and one's own profile (D1-SESS, D1-PROF). */
import * as z from 'zod/mini'
import { priorities } from '../abilities.ts'
import { defineCall } from '#kit/contract/call.ts'
import { screenNames } from '../screens.ts'
import { views } from './views.ts'

const profile = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullname: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  role_id: z.string(),
  role_name: z.string(),
  role_priority: z.literal(priorities),
  brand_id: z.nullable(z.string()),
  group_id: z.nullable(z.string()),
  version: z.int(),
})
export type Me = z.output<typeof profile>

const account = z.strictObject({
  /** Seconds until the token expires (D1-Q-023); for `me` the remaining ones. */
  expires_in: z.int(),
  user: profile,
  role: z.strictObject({ id: z.string(), name: z.string(), priority: z.literal(priorities) }),
  /** Permission codes of role and account. */
  permissions: z.array(z.string()),
  /** Restricted like 'priority 5' (D1-Q-002). */
  restricted: z.boolean(),
  /** Sees refund requests (D1-Q-013). */
  seesRefunds: z.boolean(),
  /** Settings of the approvals desk that determine what the screens offer (D3-ACC-02, D3-ACC-03). */
  deskByCode: z.boolean(),
  decidesOwn: z.boolean(),
  /** The password was set by another user: every other call answers PASSWORD_CHANGE until it is changed. */
  must_change_password: z.boolean(),
  /** 'due': every call answers FACTOR_SETUP until the account has a second factor (D3-SEC-06). */
  second_factor: z.enum(['none', 'set', 'due']),
})

const signedIn = z.extend(account, { access_token: z.string() })
export type SignedIn = z.output<typeof signedIn>

/** Longest user name and password (D1-SESS-05, D1-SESS-06). */
export const credentialLength = 255

export const login = defineCall({
  method: 'POST',
  path: '/api/v1/auth/login',
  may: 'public',
  summary:
    'Signs in and answers the session token; 401 SECOND_FACTOR asks for the same with a time code or a recovery code',
  input: z.object({ username: z.string(), password: z.string(), code: z.optional(z.string()) }),
  answer: signedIn,
})

export const logout = defineCall({
  method: 'POST',
  path: '/api/v1/auth/logout',
  may: 'any',
  summary: 'Ends the session',
  input: z.object({ accessToken: z.optional(z.string()) }),
  answer: z.null(),
})

export const me = defineCall({
  method: 'GET',
  path: '/api/v1/auth/me',
  may: 'any',
  summary: 'The signed-in account, its role and permissions, and what `/chedoxem` answers it',
  input: z.object({}),
  // With the account, to save the first page a request; null while a bar is in force.
  answer: z.extend(account, {
    views: z.nullable(views),
    /** The first of them that the account may use is opened after sign-in (D3-NAV-03). */
    first: z.array(z.enum(screenNames)),
  }),
})

export const saveProfile = defineCall({
  method: 'POST',
  path: '/api/v1/auth/saveProfile',
  may: 'any',
  decides: 'atOnce',
  summary: 'Saves the own profile and, with the three password fields, a new password',
  input: z.object({
    fullname: z.string(),
    email: z.string(),
    phone: z.optional(z.nullable(z.string())),
    oldPassword: z.optional(z.string()),
    newPassword: z.optional(z.string()),
    confirmNewPassword: z.optional(z.string()),
  }),
  answer: z.strictObject({ user: profile }),
})

export const changePassword = defineCall({
  method: 'POST',
  path: '/api/v1/auth/changePassword',
  may: 'any',
  decides: 'atOnce',
  summary:
    'Sets an own password; the one thing to do after signing in with a password given by somebody else',
  input: z.object({
    oldPassword: z.optional(z.string()),
    newPassword: z.optional(z.string()),
    confirmNewPassword: z.optional(z.string()),
  }),
  answer: z.null(),
})

/** Hours that a password set by another user can be used (threats C7). */
export const givenPasswordHours = 24

/** What the user must do before anything else, with the refusal of other calls. */
export const barTexts = {
  PASSWORD_CHANGE: 'Đổi mật khẩu trước khi tiếp tục',
  FACTOR_SETUP: 'Cài xác thực hai lớp trước khi tiếp tục',
} as const
export type Bar = keyof typeof barTexts

export const texts = {
  codeWanted: 'Nhập mã xác thực từ điện thoại, hoặc một mã khôi phục',
  wrongCode: 'Mã xác thực không đúng hoặc đã dùng',
  wrongCredentials: 'Sai tên đăng nhập hoặc mật khẩu',
  locked: 'Tài khoản đã bị khoá',
  tooMany: (minutes: number) => `Đăng nhập sai quá nhiều lần, thử lại sau ${minutes} phút`,
  profileSaved: 'Cập nhật thông tin cá nhân thành công',
  profileFailed: 'Cập nhật thông tin cá nhân thất bại',
  wrongOldPassword: 'Mật khẩu cũ không đúng',
  passwordMismatch: 'Mật khẩu nhập lại không khớp',
  passwordShort: (least: number) => `Mật khẩu mới phải có ít nhất ${least} ký tự`,
  passwordCommon: 'Mật khẩu này quá dễ đoán, chọn mật khẩu khác',
  passwordTries: (minutes: number) => `Nhập sai mật khẩu cũ quá nhiều lần, thử lại sau ${minutes} phút`,
  passwordLong: `Mật khẩu mới dài tối đa ${credentialLength} ký tự`,
  passwordSame: 'Mật khẩu mới phải khác mật khẩu cũ',
  passwordChanged: 'Đổi mật khẩu thành công',
  passwordFailed: 'Đổi mật khẩu thất bại',
  givenExpired: 'Mật khẩu được cấp đã hết hạn, nhờ leader hoặc quản lý cấp lại',
  passwordIncomplete: 'Nhập đủ mật khẩu cũ, mật khẩu mới và nhập lại mật khẩu mới',
} as const
