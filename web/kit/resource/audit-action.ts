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
import { readAuditAction, actionLabel, type AuditAction } from '../../../contract/audit-actions.ts'

type Icon = typeof IconPlus

const icons = {
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
  invite: IconArrowRight,
  reinvite: IconArrowRight,
  assign: IconArrowRight,
  split: IconArrowRight,
  'undo-split': IconArrowRight,
  recall: IconArrowRight,
  move: IconArrowRight,
  handover: IconArrowRight,
  'undo-handover': IconArrowRight,
  lock: IconLock,
  unlock: IconLock,
  password: IconLock,
  'reset-password': IconLock,
  activate: IconPencil,
  stop: IconPencil,
  permit: IconLock,
  choose: IconPlus,
  unchoose: IconTrash,
  'auto-invite': IconArrowRight,
  retry: IconArrowRight,
  dismiss: IconX,
  archive: IconDownload,
  'phone-searches-used-up': IconLock,
} as const satisfies Record<AuditAction, Icon>

/** Icon and label of an audit action; an unknown one is shown as it is. */
export function auditAction(written: string): { icon: Icon; label: string; whole?: true } {
  const action = readAuditAction(written)
  return action ? { icon: icons[action], ...actionLabel(action) } : { icon: IconPencil, label: written }
}
