/** Actions of the audit log, with their Vietnamese labels. */

type ActionLabel = {
  label: string
  /** The whole row was created or deleted, so its fields are not listed as changes. */
  whole?: true
}

export const auditActions = {
  create: { label: 'Tạo', whole: true },
  import: { label: 'Nhập file', whole: true },
  update: { label: 'Sửa' },
  undo: { label: 'Hoàn tác' },
  remove: { label: 'Xoá', whole: true },
  export: { label: 'Xuất file', whole: true },
  exported: { label: 'Đã xuất hết file', whole: true },
  view: { label: 'Mở trang khách' },
  'show-phone': { label: 'Xem số đầy đủ' },
  reveal: { label: 'Xem mật khẩu' },
  care: { label: 'Ghi kết quả', whole: true },
  approve: { label: 'Duyệt' },
  reject: { label: 'Từ chối' },
  reopen: { label: 'Mở lại' },
  close: { label: 'Chốt' },
  invite: { label: 'Mời' },
  reinvite: { label: 'Mời lại' },
  assign: { label: 'Giao data' },
  split: { label: 'Chia data' },
  'undo-split': { label: 'Hoàn tác chia data' },
  release: { label: 'Nhả số' },
  recall: { label: 'Thu hồi' },
  move: { label: 'Chuyển nơi làm việc' },
  handover: { label: 'Bàn giao' },
  'undo-handover': { label: 'Hoàn tác bàn giao' },
  lock: { label: 'Khoá' },
  unlock: { label: 'Mở khoá' },
  password: { label: 'Đổi mật khẩu' },
  confirm: { label: 'Xác nhận phiên' },
  'end-sessions': { label: 'Đăng xuất thiết bị khác' },
  factor: { label: 'Cài xác thực hai lớp' },
  'factor-off': { label: 'Tắt xác thực hai lớp' },
  'reset-factor': { label: 'Đặt lại xác thực hai lớp' },
  'recovery-code': { label: 'Dùng mã khôi phục' },
  'reset-password': { label: 'Cấp lại mật khẩu' },
  vouch: { label: 'Bảo đảm là người khác' },
  activate: { label: 'Kích hoạt' },
  stop: { label: 'Dừng' },
  permit: { label: 'Phân quyền' },
  choose: { label: 'Chọn' },
  unchoose: { label: 'Bỏ chọn' },
  call: { label: 'Gọi ngoài giờ', whole: true },
  insist: { label: 'Vẫn làm dù khách không muốn' },
  'auto-invite': { label: 'Mời tự động', whole: true },
  retry: { label: 'Thử lại' },
  dismiss: { label: 'Bỏ qua' },
  archive: { label: 'Lưu trữ' },
  'phone-searches-used-up': { label: 'Hết lượt tìm theo số' },
  'phone-refusals-used-up': { label: 'Hỏi thêm số khi đã hết lượt' },
} as const satisfies Record<string, ActionLabel>
export type AuditAction = keyof typeof auditActions

/** Names from earlier versions, which remain in the append-only log. */
const formerNames: Readonly<Record<string, AuditAction>> = { deny: 'reject' }

const isAction = (text: string): text is AuditAction => Object.hasOwn(auditActions, text)

/** The action of an audit entry; undefined for an unknown name. */
export const readAuditAction = (text: string): AuditAction | undefined => {
  if (isAction(text)) return text
  return Object.hasOwn(formerNames, text) ? formerNames[text] : undefined
}

/** Label of an action, and whether the whole row was created or deleted. */
export const actionLabel = (action: AuditAction): ActionLabel => auditActions[action]
