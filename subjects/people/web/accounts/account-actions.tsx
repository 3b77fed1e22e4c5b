/** Actions on one account, and the questions asked first (D1-ACC-38 to D1-ACC-44). */
import {
  IconArrowsExchange,
  IconBuildingBank,
  IconDeviceMobileOff,
  IconKey,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconShieldCheck,
  IconTrash,
  IconVersions,
} from '@tabler/icons-react'
import type { Ability } from '#platform/contract/abilities.ts'
import type { Call } from '#kit/contract/call.ts'
import { messages } from '#platform/contract/messages.ts'
import { formatMoney } from '#kit/contract/money.ts'
import {
  lockAccount,
  removeAccount,
  texts,
  unlockAccount,
  type Account,
} from '#subjects/people/contract/calls/accounts.ts'
import { factorTexts, resetFactor } from '#subjects/people/contract/calls/second-factor.ts'
import { heldBy } from '#subjects/people/contract/calls/handovers.ts'
import { newKey, request, send } from '#kit/web/client.ts'
import type { FormStart } from '#kit/web/errand.ts'
import { confirm, showError, type Question } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import type { RowAction } from '#kit/web/table/table-types.ts'

export type OpenDialog =
  | { kind: 'edit' | 'password' | 'permissions' | 'channels' | 'handover' | 'payout'; account: Account }
  | { kind: 'create'; start?: FormStart }
  | { kind: 'import' }

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

/** Who takes over what when the account stops, for the question (D3-ORG-03); '' if it holds nothing. */
async function leftBehind(account: Account): Promise<string> {
  const { uncalled, askedAgain, inHand, appointments } = await send(heldBy, { id: account.id })
  const parts = [
    [uncalled, 'số chưa gọi'],
    [inHand, 'số đang giữ trên tay'],
    [appointments, 'lịch hẹn'],
    [askedAgain, 'số mời lại'],
  ] as const
  const heldTexts = parts.filter(([n]) => n > 0).map(([n, noun]) => `${formatMoney(n)} ${noun}`)
  if (heldTexts.length === 0) return ''
  const above = account.group?.username ?? account.brand?.username ?? 'trụ sở'
  return `\n${heldTexts.join(', ')} được chuyển cho ${above}.`
}

/** Asks, naming what is left behind, then stops the account. */
async function stop(call: Call, account: Account, question: Question): Promise<void> {
  try {
    const leftText = await leftBehind(account)
    await change(call, account, { ...question, body: `${question.body}${leftText}` }, texts.lockFailed)
  } catch (error) {
    showError(error, texts.lockFailed)
  }
}

const lock = (account: Account): Promise<void> =>
  stop(lockAccount, account, {
    title: 'Khoá nhân viên',
    body: 'Tài khoản bị đăng xuất ngay và không đăng nhập được.',
    confirmLabel: 'Khoá',
    danger: true,
  })

const unlock = (account: Account): Promise<void> =>
  change(
    unlockAccount,
    account,
    { title: 'Mở khoá nhân viên', body: 'Tài khoản đăng nhập lại được.', confirmLabel: 'Mở khoá' },
    texts.unlockFailed,
  )

const remove = (account: Account): Promise<void> => {
  const title = messages.deleteTitle
  if (!account.is_deleted) {
    const body = `${messages.deleteConfirm}\nTài khoản dừng hoạt động, dữ liệu vẫn được giữ.`
    return stop(removeAccount, account, { title, body, confirmLabel: 'Xoá', danger: true })
  }
  const body = `${messages.deleteConfirm}\nTài khoản đang dừng sẽ hoạt động trở lại.`
  return change(removeAccount, account, { title, body, confirmLabel: 'Mở lại' }, texts.unlockFailed)
}

const resetSecondFactor = (account: Account): Promise<void> =>
  change(
    resetFactor,
    account,
    {
      title: 'Đặt lại xác thực hai lớp',
      body: 'Dùng khi mất điện thoại và mã khôi phục. Tài khoản bị đăng xuất ngay, lần sau vào chỉ bằng mật khẩu cho tới khi cài lại; người đó được báo.',
      confirmLabel: 'Đặt lại',
      danger: true,
    },
    factorTexts.resetFailed,
  )

type Reader = { allowed: (ability: Ability) => boolean; ownId: string; open: (dialog: OpenDialog) => void }

/** The reason why the account cannot be stopped or started from its row, if any. */
function stopReason(account: Account, ownId: string): { reason?: string } {
  if (account.role_priority <= 1) return { reason: 'Không áp dụng cho tài khoản quản trị' }
  if (account.id === ownId) return { reason: texts.notOneself }
  return account.may.update ? {} : { reason: texts.higherAccount }
}

/** Locking or unlocking. */
const lockAction = (account: Account, stop: { reason?: string }): RowAction =>
  account.is_deleted
    ? {
        label: 'Mở khoá',
        icon: <IconLockOpen {...icon} />,
        inRow: true,
        run: () => void unlock(account),
        ...stop,
      }
    : { label: 'Khoá', icon: <IconLock {...icon} />, inRow: true, run: () => void lock(account), ...stop }

/** The menu of a row; actions not allowed for the account's level are disabled, and have no button in the row. */
export function actionsOf(account: Account, { allowed, ownId, open }: Reader): RowAction[] {
  const edits = allowed('user.edit')
  const higher = edits && !account.may.update ? { reason: texts.higherAccount } : {}
  const stop = stopReason(account, ownId)
  const dialog = (kind: Exclude<OpenDialog['kind'], 'create' | 'import'>) => () => open({ kind, account })
  const offered: [boolean, RowAction][] = [
    [edits, { label: 'Sửa', icon: <IconPencil {...icon} />, inRow: true, run: dialog('edit'), ...higher }],
    [
      edits,
      {
        label: 'Cấp mật khẩu mới',
        icon: <IconKey {...icon} />,
        run: dialog('password'),
        ...(account.id === ownId ? { reason: texts.ownPassword } : higher),
      },
    ],
    [
      edits || allowed('managesPay') || account.id === ownId,
      {
        label: 'Tài khoản ngân hàng',
        icon: <IconBuildingBank {...icon} />,
        run: dialog('payout'),
        ...(allowed('managesPay') || account.id === ownId ? {} : higher),
      },
    ],
    [
      account.second_factor === true,
      {
        label: 'Đặt lại xác thực hai lớp',
        icon: <IconDeviceMobileOff {...icon} />,
        run: () => void resetSecondFactor(account),
        ...(account.id === ownId && { reason: factorTexts.ownReset }),
      },
    ],
    [
      edits && allowed('below3') && account.role_priority > 1,
      { label: 'Phân quyền', icon: <IconShieldCheck {...icon} />, run: dialog('permissions'), ...higher },
    ],
    [
      allowed('below5'),
      { label: 'Bàn giao', icon: <IconArrowsExchange {...icon} />, run: dialog('handover') },
    ],
    [allowed('below3'), { label: 'Chọn kênh', icon: <IconVersions {...icon} />, run: dialog('channels') }],
    [edits, lockAction(account, stop)],
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
  // No account waits for any of them.
  return offered.filter(([on]) => on).map(([, action]) => ({ ...action, inMenu: true }))
}
