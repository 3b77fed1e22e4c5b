/** What can be done with one account, and the questions asked first (D1-ACC-38 to D1-ACC-44). */
import {
  IconKey,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconShieldCheck,
  IconTrash,
  IconVersions,
} from '@tabler/icons-react'
import type { Ability } from '../../../contract/abilities.ts'
import type { Call } from '../../../contract/kit/call.ts'
import { messages } from '../../../contract/messages.ts'
import {
  lockAccount,
  removeAccount,
  texts,
  unlockAccount,
  type Account,
} from '../../../contract/workflows/accounts.ts'
import { newKey, request } from '../../kit/client.ts'
import { confirm, showError, type Question } from '../../kit/feedback.ts'
import { refresh } from '../../kit/query.ts'
import type { RowAction } from '../../kit/table/table-types.ts'

export type OpenDialog =
  | { kind: 'edit' | 'password' | 'permissions' | 'channels'; account: Account }
  | { kind: 'create' }

const icon = { size: 16, stroke: 1.5 }

async function change(call: Call, account: Account, question: Question, failed: string): Promise<void> {
  if (!(await confirm({ ...question, body: `${question.body}\n${account.username} (${account.fullname})` })))
    return
  try {
    await request(call.method, call.path, { id: account.id }, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error, failed)
  } finally {
    await refresh('users')
  }
}

const lock = (account: Account): Promise<void> =>
  change(
    lockAccount,
    account,
    {
      title: 'Khoá nhân viên',
      body: 'Tài khoản bị đăng xuất ngay và không đăng nhập được. Số đang giữ trên tay được trả lại.',
      confirmLabel: 'Khoá',
      danger: true,
    },
    texts.lockFailed,
  )

const unlock = (account: Account): Promise<void> =>
  change(
    unlockAccount,
    account,
    { title: 'Mở khoá nhân viên', body: 'Tài khoản đăng nhập lại được.', confirmLabel: 'Mở khoá' },
    texts.unlockFailed,
  )

const remove = (account: Account): Promise<void> =>
  change(
    removeAccount,
    account,
    {
      title: messages.deleteTitle,
      body: account.is_deleted
        ? `${messages.deleteConfirm}\nTài khoản đang dừng sẽ hoạt động trở lại.`
        : `${messages.deleteConfirm}\nTài khoản dừng hoạt động, dữ liệu vẫn được giữ.`,
      confirmLabel: account.is_deleted ? 'Mở lại' : 'Xoá',
      danger: !account.is_deleted,
    },
    account.is_deleted ? texts.unlockFailed : texts.lockFailed,
  )

type Reader = { allowed: (ability: Ability) => boolean; ownId: string; open: (dialog: OpenDialog) => void }

/** Why the account cannot be stopped or started from its row, if so. */
function stopReason(account: Account, ownId: string): { reason: string } | object {
  if (account.role_priority <= 1) return { reason: 'Không áp dụng cho tài khoản quản trị' }
  if (account.id === ownId) return { reason: texts.notOneself }
  return account.may.update ? {} : { reason: texts.higherAccount }
}

/** The menu of a row; what the account's level does not allow is shown off, without a button in the row. */
export function actionsOf(account: Account, { allowed, ownId, open }: Reader): RowAction[] {
  const edits = allowed('user.edit')
  const higher = edits && !account.may.update ? { reason: texts.higherAccount } : {}
  const stop = stopReason(account, ownId)
  const dialog = (kind: 'edit' | 'password' | 'permissions' | 'channels') => () => open({ kind, account })
  const shown: [boolean, RowAction][] = [
    [edits, { label: 'Sửa', icon: <IconPencil {...icon} />, inRow: true, run: dialog('edit'), ...higher }],
    [edits, { label: 'Cấp mật khẩu mới', icon: <IconKey {...icon} />, run: dialog('password'), ...higher }],
    [
      edits && allowed('below3') && account.role_priority > 1,
      { label: 'Phân quyền', icon: <IconShieldCheck {...icon} />, run: dialog('permissions'), ...higher },
    ],
    [allowed('below3'), { label: 'Chọn kênh', icon: <IconVersions {...icon} />, run: dialog('channels') }],
    [
      edits,
      account.is_deleted
        ? {
            label: 'Mở khoá',
            icon: <IconLockOpen {...icon} />,
            inRow: true,
            run: () => void unlock(account),
            ...stop,
          }
        : {
            label: 'Khoá',
            icon: <IconLock {...icon} />,
            inRow: true,
            run: () => void lock(account),
            ...stop,
          },
    ],
    [
      allowed('user.delete'),
      {
        label: 'Xoá',
        icon: <IconTrash {...icon} />,
        inRow: true,
        danger: true,
        run: () => void remove(account),
        ...stop,
      },
    ],
  ]
  return shown.filter(([on]) => on).map(([, action]) => action)
}
