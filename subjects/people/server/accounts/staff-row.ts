/** One row of a staff file: resolves names to ids, then validates and stores by the rules of the form (D3-SETUP-02). */
import sql from 'sql-template-tag'
import { readPayoutAccount, type PayoutAccount } from '#subjects/people/contract/banks.ts'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { staffSheet } from '#subjects/people/contract/lists/staff-sheet.ts'
import { foldText, notEntered } from '#kit/contract/text.ts'
import { texts, type Account } from '#subjects/people/contract/calls/accounts.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Values } from '#kit/server/write.ts'
import { addAccount } from './create-account.ts'
import { requireBelow, storePayout } from './payout-account.ts'
import { accountWhere } from './queries.ts'
import { readProfile, readUsername, refuse } from './read-profile.ts'
import { updateAccount } from './update-account.ts'

/** Outcome of a row. */
export type Applied = { kind: 'new' | 'update' | 'same'; id: string }

const refused = (field: string, reason: string): AppError =>
  new AppError('VALIDATION', reason, { fields: { [field]: reason } })

const textOf = (values: Values, name: string): string => String(values[name] ?? '').trim()

/** Finds a role by name, ignoring case and diacritics. */
async function roleNamed(name: string, { db, actor }: Ctx): Promise<string> {
  const { rows } = await db.query<{ id: string; name: string }>(sql`
    SELECT id, name FROM roles WHERE priority >= ${actor.priority} ORDER BY priority, name`)
  const fitting = rows.filter((role) => foldText(role.name) === foldText(name))
  const [only] = fitting
  if (!only)
    throw refused('role_id', `Không có vai trò '${name}'; có ${rows.map((role) => role.name).join(', ')}`)
  if (fitting.length === 1) return only.id
  const exact = fitting.find((role) => role.name === name)
  if (!exact) throw refused('role_id', `Nhiều vai trò có tên giống '${name}'`)
  return exact.id
}

type Place = { id: string; username: string; brand_id: string | null }

/** Finds an active account of this level by name; null for an empty cell. */
async function placeNamed(name: string, priority: 3 | 4, { db }: Ctx): Promise<Place | null> {
  if (name === '') return null
  const { rows } = await db.query<Place>(sql`
    SELECT u.id, u.username, u.brand_id FROM users u JOIN roles r ON r.id = u.role_id
    WHERE to_lower(u.username) = to_lower(${name.normalize('NFKC')}) AND r.priority = ${priority} AND NOT u.is_deleted`)
  if (rows[0]) return rows[0]
  throw priority === 3
    ? refused('brand_id', `Chưa có chi nhánh '${name}'`)
    : refused('group_id', `Chưa có leader '${name}'`)
}

/** Branch and leader of a row; a leader alone determines the branch. */
async function placesOf(values: Values, ctx: Ctx) {
  const branch = await placeNamed(textOf(values, 'brand'), 3, ctx)
  const leader = await placeNamed(textOf(values, 'group'), 4, ctx)
  return { brandId: branch?.id ?? leader?.brand_id ?? null, groupId: leader?.id ?? null }
}

/** The account with this username in the caller's scope; null when there is none. */
async function knownAccount(username: string, ctx: Ctx): Promise<Account | null> {
  try {
    return await accountWhere(sql`to_lower(u.username) = to_lower(${username})`, ctx)
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** The non-empty cells of a row; empty ones leave the account unchanged. */
const filled = (sent: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(sent).filter(([, text]) => text !== ''))

/** Role, place and bank account requested by a row. */
type Asked = { roleId: string; brandId: string | null; groupId: string | null; payout: PayoutAccount }

function requireUnmoved(account: Account, place: Asked): void {
  if (account.is_deleted) throw refused('username', `${account.username} đang bị khoá`)
  const moves =
    account.role_id !== place.roleId ||
    (place.brandId !== null && account.brand_id !== place.brandId) ||
    (place.groupId !== null && account.group_id !== place.groupId)
  if (moves) {
    const present = [account.role_name, account.brand?.username, account.group?.username]
      .filter(Boolean)
      .join(', ')
    throw refused('role_id', `${account.username} đang là ${present}; đổi chỗ bằng Sửa ở màn hình Nhân viên`)
  }
}

/**
 * Applies a row to an existing account: a file changes name, phone and email, and adds a bank account only where there is none. An existing
 * one is kept, otherwise its hidden digits could be guessed by uploads (D3-ACC-04).
 */
async function applyToKnown(
  account: Account,
  sent: Record<string, string>,
  place: Asked,
  ctx: Ctx,
): Promise<Applied> {
  requireUnmoved(account, place)
  const changed = Object.entries(sent).some(
    ([name, text]) => text !== '' && text !== (account[name as 'fullname' | 'email' | 'phone'] ?? ''),
  )
  const adds = account.so_tai_khoan === null && place.payout.so_tai_khoan !== null
  if (!changed && !adds) return { kind: 'same', id: account.id }
  if (!ctx.actor.permissions.has('user.edit')) throw refused('username', texts.usernameTaken)
  if (adds) requireBelow(account, ctx)
  const { fullname, email, phone, role_id } = { ...account, ...filled(sent) }
  await updateAccount({ id: account.id, fullname, email, phone, role_id }, ctx)
  if (adds) await storePayout(account.id, place.payout, ctx)
  return { kind: 'update', id: account.id }
}

/**
 * Stores one row as `addAccount` or `updateAccount` would, within the caller's authority. `stored` is the initial hash of a new account.
 * Throws an AppError naming the refused field.
 */
export async function applyRow(values: Values, stored: string, ctx: Ctx): Promise<Applied> {
  const fields: FieldErrors = {}
  const username = readUsername(textOf(values, 'username'), fields)
  const payout = readPayoutAccount(
    {
      ngan_hang: textOf(values, 'ngan_hang'),
      so_tai_khoan: textOf(values, 'so_tai_khoan'),
      chu_tai_khoan: textOf(values, 'chu_tai_khoan'),
    },
    fields,
  )
  refuse(fields)
  const roleId = await roleNamed(textOf(values, 'role'), ctx)
  const sent = {
    fullname: textOf(values, 'fullname'),
    email: textOf(values, 'email'),
    phone: textOf(values, 'phone'),
  }
  const place = { roleId, ...(await placesOf(values, ctx)), payout }
  const account = await knownAccount(username, ctx)
  if (account) return applyToKnown(account, sent, place, ctx)
  const profile = readProfile({ ...sent, role_id: roleId }, fields)
  refuse(fields)
  const { id } = await addAccount(
    { username, profile, requestedPosition: place, password: null, payout },
    stored,
    ctx,
  )
  return { kind: 'new', id }
}

/** Maps fields of the form's refusals to columns of the sheet. */
const columnOf: Readonly<Record<string, string>> = { role_id: 'role', brand_id: 'brand', group_id: 'group' }

/** Reason and column of a refused row. */
export function refusalOf({ message, fields = {} }: AppError): { refused: string; field: string } {
  const [field = 'username', reason] = Object.entries(fields)[0] ?? []
  const name = columnOf[field] ?? field
  const label = staffSheet.fields[name as keyof typeof staffSheet.fields]?.label
  const text = reason === messages.missingField && label ? notEntered(label) : (reason ?? message)
  return { refused: text, field: name }
}
