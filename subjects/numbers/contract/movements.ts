/** Kinds of movements in the ledger and stages of numbers, with their Vietnamese labels. */

/** Kinds of movements; the database accepts no others (subjects/numbers/sql/tables/40-customers.sql). */
export const movementKinds = {
  import: 'Nhập file',
  split: 'Chia data',
  undo: 'Hoàn tác chia data',
  assign: 'Phân dữ liệu',
  claim: 'Lấy số chăm sóc',
  appointment: 'Lấy theo hẹn gọi lại',
  recycle: 'Gọi lại theo luật',
  result: 'Có kết quả chăm sóc',
  reinvite: 'Mời lại',
  'reinvite-undo': 'Hoàn tác mời lại',
  recall: 'Thu hồi khi dừng tài khoản',
  'move-return': 'Trả lại khi chuyển nhân viên',
  'move-take': 'Mang theo khi chuyển nhân viên',
  handover: 'Bàn giao',
  'handover-undo': 'Hoàn tác bàn giao',
  release: 'Nhả số từ sàn gọi',
  'late-return': 'Trả lại vì chưa vào ca',
  'late-again': 'Nhận lại khi vào ca',
  blacklist: 'Đổi theo blacklist',
  delete: 'Xoá',
} as const satisfies Record<string, string>
export type MovementKind = keyof typeof movementKinds

/** Stages of a number with its holder. */
export const stages = {
  left: 'còn lại',
  open: 'đang giữ',
  called: 'đã gọi',
  blocked: 'trong blacklist',
  gone: 'đã xoá',
} as const satisfies Record<string, string>
export type Stage = keyof typeof stages
