/** Offers set aside for tomorrow: package, price, balance of the number, number of invitations (D2-INVN). */
import { f, type Option } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'

/** 1 means invited (D2-INVN-21). */
const inviteStates = [
  { value: '0', label: 'Chưa mời' },
  { value: '1', label: 'Đã mời' },
] as const satisfies readonly Option[]

export const moigoihomsau = defineResource({
  path: 'moigoihomsau',
  title: 'Mời gói hôm sau',
  noun: 'lượt mời',
  fields: {
    id: f.id(),
    phone: f.phone({ label: 'Số điện thoại', short: 'SĐT', required: true, width: 112 }),
    package: f.text({ label: 'Tên gói cước', required: true, max: 64, suggest: 'packages', width: 104 }),
    tkc: f.money({ label: 'Tài khoản chính', short: 'TKC / giá gói', write: 'never', width: 152 }),
    gia_goi: f.money({ label: 'Giá gói', write: 'never' }),
    // Two names for one value (D2-Q-120).
    gia_goc_package: f.money({ label: 'Giá gói', write: 'never', from: 'gia_goi' }),
    tkc_chia_phan_tram_gia_goi: f.number({ label: 'TKC trên giá gói (%)', write: 'never' }),
    duoi_50: f.flag({ label: 'Dưới 50% giá gói', write: 'never' }),
    username: f.staff({ label: 'Nhân viên', required: true, write: 'unrestricted', width: 200 }),
    ten_nv: f.text({ label: 'Tên nhân viên', write: 'never' }),
    status: f.flag({ label: 'Trạng thái mời', options: inviteStates, write: 'never', width: 140 }),
    so_lan_moi: f.number({ label: 'Số lần mời', write: 'never' }),
    createdAt: f.instant({ label: 'Ngày tạo', write: 'never', width: 156 }),
  },
  list: ['phone', 'package', 'tkc', 'username', 'status', 'createdAt'],
  card: { state: 'status' },
  also: ['gia_goi', 'gia_goc_package', 'tkc_chia_phan_tram_gia_goi', 'ten_nv', 'so_lan_moi'],
  order: [['createdAt', 'desc']],
  sort: ['username', 'createdAt'],
  filter: {
    phone: { on: 'phone', op: 'phone' },
    duoi_50: { on: 'duoi_50', op: 'equals' },
    status: { on: 'status', op: 'equals' },
  },
  form: ['phone', 'username', 'package'],
  owner: 'username',
  ownersWrite: true,
  author: { username: 'username', name: 'ten_nv' },
  untold: 'phone',
  reaches: 'phone',
  softDelete: true,
  // Readable within the scope, changed by the owner and by priority 1 and 2 (D2-Q-123).
  may: { read: 'any', create: 'any', update: 'below3', remove: 'below3', import: 'below3' },
})

/** Below this share of the price the balance is flagged, in % (D2-CONST-15). */
export const lowBalance = 50

/** Text such as 'ĐÃ MỜI 2 LẦN' or 'CHƯA MỜI' (D2-INVN-09, D2-INVN-10). */
export const inviteStateText = ({
  status,
  so_lan_moi,
}: {
  status: number | null
  so_lan_moi: number | null
}) => (status === 1 ? `ĐÃ MỜI ${so_lan_moi ?? 0} LẦN` : 'CHƯA MỜI')
