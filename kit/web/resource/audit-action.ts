/** Label and icon of an audit action. */
import {
  IconArrowBackUp,
  IconArrowRight,
  IconCheck,
  IconDownload,
  IconId,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { readAuditAction, actionLabel, type AuditAction } from '#platform/contract/audit-actions.ts'

/** All others have an arrow. */
const icons: Partial<Record<AuditAction, typeof IconPlus>> = {
  create: IconPlus,
  import: IconPlus,
  update: IconPencil,
  undo: IconArrowBackUp,
  remove: IconTrash,
  export: IconDownload,
  view: IconId,
  'show-phone': IconId,
  reveal: IconLock,
  care: IconPencil,
  approve: IconCheck,
  reject: IconX,
  reopen: IconArrowBackUp,
  close: IconLock,
  lock: IconLock,
  unlock: IconLock,
  password: IconLock,
  confirm: IconLock,
  'end-sessions': IconLock,
  factor: IconLock,
  'factor-off': IconLock,
  'reset-factor': IconLock,
  'recovery-code': IconLock,
  'reset-password': IconLock,
  activate: IconPencil,
  stop: IconPencil,
  permit: IconLock,
  choose: IconPlus,
  unchoose: IconTrash,
  dismiss: IconX,
  archive: IconDownload,
  'phone-searches-used-up': IconLock,
  'phone-refusals-used-up': IconLock,
}

/** Icon and label of an audit action; an unknown one is shown unchanged. */
export function auditAction(written: string): { icon: typeof IconPlus; label: string; whole?: true } {
  const action = readAuditAction(written)
  if (!action) return { icon: IconPencil, label: written }
  return { icon: icons[action] ?? IconArrowRight, ...actionLabel(action) }
}
