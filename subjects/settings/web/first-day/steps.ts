/** The jobs of the first day: a sentence each, and the screen where it is done (D3-SETUP-01). */
import {
  IconBuildingBank,
  IconBuildingStore,
  IconBolt,
  IconFile,
  IconGitFork,
  IconLock,
  IconSettings,
  IconTag,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { navigate } from 'wouter/use-browser-location'
import type { settingGroups } from '#platform/contract/settings/catalogue.ts'
import { addressWith, type ScreenName } from '#platform/contract/screens.ts'
import type { FirstDayStep } from '#subjects/settings/contract/calls/first-day.ts'
import type { Errand } from '#kit/web/errand.ts'
import { openScreen } from '#platform/web/navigation.ts'

/** What the expanded job offers besides its screen. */
export type Act =
  | { label: string; kind: Errand; screen: ScreenName; role?: number }
  | { label: string; kind: 'sheet'; path: string }
  | { label: string; kind: 'open' }
  | { label: string; kind: 'keepPay' }

export type Step = {
  label: string
  text: string
  icon: typeof IconUser
  /** Opens its screen. */
  open: () => void
  acts: readonly Act[]
  /** The condition for the tick. */
  ticks: string
  /** The job that must be done before it. */
  after?: FirstDayStep
}

const openSettings = (group: keyof typeof settingGroups) => (): void =>
  navigate(addressWith('settings', { nhom: group }))
const openAccounts = (): void => openScreen('accounts')

const staffFile: Act = { label: 'Nhập file nhân viên', kind: 'import', screen: 'accounts' }
const staffForm: Act = { label: 'Tải file mẫu', kind: 'sheet', path: 'users' }

const steps: Readonly<Record<FirstDayStep, Step>> = {
  branches: {
    label: 'Chi nhánh',
    text: 'Đơn vị mà doanh thu và lương được cộng theo; các vai trò đã có sẵn quyền thường dùng.',
    icon: IconBuildingStore,
    open: openAccounts,
    acts: [{ label: 'Tạo chi nhánh', kind: 'create', screen: 'accounts', role: 3 }, staffFile],
    ticks: 'Dấu hiện khi có chi nhánh đầu tiên',
  },
  leaders: {
    label: 'Leader',
    text: 'Người giữ số của nhóm, chia số và trả lời thay nhóm.',
    icon: IconUser,
    open: openAccounts,
    acts: [{ label: 'Tạo leader', kind: 'create', screen: 'accounts', role: 4 }, staffFile],
    ticks: 'Dấu hiện khi có leader đầu tiên',
    after: 'branches',
  },
  staff: {
    label: 'Nhân viên',
    text: 'Tạo từng người, hoặc nhập một file rồi tải mật khẩu một lần để phát.',
    icon: IconUsers,
    open: openAccounts,
    acts: [staffFile, { label: 'Tạo từng người', kind: 'create', screen: 'accounts', role: 5 }, staffForm],
    ticks: 'Dấu hiện khi có nhân viên đầu tiên',
    after: 'leaders',
  },
  prices: {
    label: 'Gói cước và giá hoàn',
    text: 'Tên gói, giá bán và mức hoàn; gói chưa có ở đây thì chưa hoàn, chưa tính lương.',
    icon: IconTag,
    open: () => openScreen('giahoantien'),
    acts: [
      { label: 'Nhập file giá', kind: 'import', screen: 'giahoantien' },
      { label: 'Thêm từng gói', kind: 'create', screen: 'giahoantien' },
      { label: 'Tải file mẫu', kind: 'sheet', path: 'giahoantien' },
    ],
    ticks: 'Dấu hiện khi có gói đầu tiên có giá',
  },
  bank: {
    label: 'Tài khoản ngân hàng',
    text: 'Nơi nhận tiền khách nạp; mã VietQR trên đơn lấy từ đây.',
    icon: IconBuildingBank,
    open: openSettings('Tài khoản nhận chuyển khoản'),
    acts: [{ label: 'Mở cài đặt', kind: 'open' }],
    ticks: 'Dấu hiện khi có ngân hàng, số và tên tài khoản',
  },
  pay: {
    label: 'Tham số lương',
    text: 'Lương cơ bản, công chuẩn, bậc hoa hồng; có sẵn mức để xem lại.',
    icon: IconSettings,
    open: openSettings('Tính lương'),
    acts: [
      { label: 'Xem và sửa', kind: 'open' },
      { label: 'Giữ mức có sẵn', kind: 'keepPay' },
    ],
    ticks: 'Dấu hiện khi có tham số được ghi',
  },
  file: {
    label: 'File thuê bao',
    text: 'File .xlsx các số sẽ gọi, mỗi dòng một số và gói đang dùng.',
    icon: IconFile,
    open: () => openScreen('uploadchiadata'),
    acts: [
      { label: 'Upload data', kind: 'import', screen: 'uploadchiadata' },
      { label: 'Tải file mẫu', kind: 'sheet', path: 'uploadchiadata' },
    ],
    ticks: 'Dấu hiện khi có file có số',
  },
  permission: {
    label: 'Phân quyền data',
    text: 'Ai được lấy số của file nào, từ ngày nào; thiếu quyền thì không ai có số.',
    icon: IconLock,
    open: () => openScreen('phanquyendata'),
    acts: [{ label: 'Phân quyền', kind: 'open' }],
    ticks: 'Cột Chi nhánh: chọn Tất cả, đánh dấu file và ngày, rồi Lưu; cấp dưới theo chi nhánh',
    after: 'file',
  },
  split: {
    label: 'Chia data',
    text: 'Bao nhiêu số cho mỗi chi nhánh, leader, nhân viên; chia thử trước.',
    icon: IconGitFork,
    open: () => openScreen('chiadata'),
    acts: [{ label: 'Chia data', kind: 'open' }],
    ticks: 'Chọn file, Chia đều hoặc gõ số lượng, rồi Lưu',
    after: 'file',
  },
  active: {
    label: 'Kích hoạt lấy số',
    text: 'Mở file cho cả tổ chức; từ đó nhân viên nhấn F2 là có khách.',
    icon: IconBolt,
    open: () => openScreen('uploadchiadata'),
    acts: [{ label: 'Mở danh sách file', kind: 'open' }],
    ticks: 'Ở dòng của file: nút Kích hoạt lấy số',
    after: 'file',
  },
}

export const stepOf = (name: FirstDayStep): Step => steps[name]

/** The jobs in their groups. */
export const groups: readonly { title: string; steps: readonly FirstDayStep[] }[] = [
  { title: 'Người', steps: ['branches', 'leaders', 'staff'] },
  { title: 'Gói và tiền', steps: ['prices', 'bank', 'pay'] },
  { title: 'Số để gọi', steps: ['file', 'permission', 'split', 'active'] },
]
