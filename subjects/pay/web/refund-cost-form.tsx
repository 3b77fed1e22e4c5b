/** The 28 fields of a refund cost in groups, two per line; sums are shown above their amounts (D2-COST-32 to 37). */
import { formatMoney, readMoney } from '#kit/contract/money.ts'
import type { chiphihoantien } from '#subjects/pay/contract/lists/chiphihoantien.ts'
import type { FormLayout } from '#kit/web/resource/edit-dialog.tsx'
import css from './refund-cost-form.module.css'

type Name = (typeof chiphihoantien)['form'][number]
type Group = {
  title: string
  fields: readonly Name[]
  /** The sum of the typed amounts, only shown: no field is computed from it (D2-Q-185). */
  sum?: { label: string; of: readonly Name[] }
}

/** In the order of the sheet, so that they are typed in the order of a row. */
export const groups: readonly Group[] = [
  {
    title: 'Kênh',
    fields: ['kenh_dang_ky', 'nha_mang', 'chi_nhanh_khu_vuc', 'ma_dl_tinh_luong', 'stt'],
  },
  {
    title: 'Nhân viên và khách hàng',
    fields: ['username_nhan_vien', 'ten_nhan_vien', 'so_dien_thoai', 'goi_cuoc'],
  },
  {
    title: 'Yêu cầu',
    fields: [
      'trang_thai',
      'yeu_cau_hinh_thuc',
      'thoi_gian_yeu_cau',
      'da_thanh_toan',
      'ghi_nhan_dang_ky',
      'ghi_chu',
    ],
  },
  {
    title: 'Số tiền',
    fields: [
      'so_tien_hoan_hoac_nap',
      'so_tien_hoan_them',
      'so_tien_sau_chiet_khau',
      'ti_le_chiet_khau',
      'chenh_lech_chuyen_khoan',
      'so_tien_khach_hang_da_chuyen_khoan',
    ],
    sum: { label: 'Hoàn và hoàn thêm', of: ['so_tien_hoan_hoac_nap', 'so_tien_hoan_them'] },
  },
  {
    title: 'Truy thu',
    fields: [
      'truy_thu_hoan_goi',
      'truy_thu_nap_chiet_khau',
      'truy_thu_hoan_them_thu_hoi',
      'tong_truy_thu',
      'tong_truy_thu_sau_tru_chiet_khau',
      'trang_thai_truy_thu_tien_hoan_theo_goi',
      'trang_thai_truy_thu_tien_hoan_them',
    ],
    sum: {
      label: 'Cộng ba khoản',
      of: ['truy_thu_hoan_goi', 'truy_thu_nap_chiet_khau', 'truy_thu_hoan_them_thu_hoi'],
    },
  },
]
/** Texts that need the full width; a single last field has a line of its own. */
const wide: readonly Name[] = ['ghi_chu']

/** The sum of typed amounts; invalid or empty ones count as 0. */
export const sumTyped = (typed: Readonly<Record<string, string>>, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (readMoney(typed[name] ?? '') ?? 0), 0)

/** The layout of the dialog. */
export const refundCostForm: FormLayout = (field, { values: typed }) =>
  groups.map(({ title, fields, sum }) => (
    <fieldset key={title} className={css.group}>
      <legend>{title}</legend>
      {sum && (
        <output className={css.sum} data-num aria-label={sum.label}>
          {sum.label} <b>{formatMoney(sumTyped(typed, sum.of))}</b>
        </output>
      )}
      {fields.map((name) => field(name, wide.includes(name) ? css.wide : css.one))}
    </fieldset>
  ))
