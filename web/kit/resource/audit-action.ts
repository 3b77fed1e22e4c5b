/** What an entry of the trail says that somebody did. */
import {
  IconArrowRight,
  IconCheck,
  IconDownload,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
  IconX,
} from '@tabler/icons-react'

type Said = {
  icon: typeof IconPlus
  text: string
  /** The whole row came or went: its fields are no changes. */
  whole?: true
}

const actions: Readonly<Record<string, Said>> = {
  create: { icon: IconPlus, text: 'Tạo', whole: true },
  import: { icon: IconPlus, text: 'Nhập file', whole: true },
  update: { icon: IconPencil, text: 'Sửa' },
  remove: { icon: IconTrash, text: 'Xoá', whole: true },
  export: { icon: IconDownload, text: 'Xuất file', whole: true },
  care: { icon: IconPencil, text: 'Ghi kết quả', whole: true },
  approve: { icon: IconCheck, text: 'Duyệt' },
  reject: { icon: IconX, text: 'Từ chối' },
  reinvite: { icon: IconArrowRight, text: 'Mời lại' },
  assign: { icon: IconArrowRight, text: 'Giao data' },
  split: { icon: IconArrowRight, text: 'Chia data' },
  'undo-split': { icon: IconArrowRight, text: 'Hoàn tác chia data' },
  recall: { icon: IconArrowRight, text: 'Thu hồi' },
  lock: { icon: IconLock, text: 'Khoá' },
  unlock: { icon: IconLock, text: 'Mở khoá' },
  password: { icon: IconLock, text: 'Đổi mật khẩu' },
  'reset-password': { icon: IconLock, text: 'Cấp lại mật khẩu' },
  activate: { icon: IconPencil, text: 'Kích hoạt' },
  stop: { icon: IconPencil, text: 'Dừng' },
  permit: { icon: IconLock, text: 'Phân quyền' },
  choose: { icon: IconPlus, text: 'Chọn' },
  unchoose: { icon: IconTrash, text: 'Bỏ chọn' },
}

/** Picture and words of an action; one that is not known stands as it was written. */
export const auditAction = (action: string): Said =>
  (Object.hasOwn(actions, action) && actions[action]) || { icon: IconPencil, text: action }
