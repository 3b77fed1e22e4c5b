/** Package-name fields shared by both price tables (D3-PRC-01). */
import { f } from '#kit/contract/field.ts'

/** Package name, the key of both tables; `width` of its column in px. */
export const packageName = (width: number) =>
  f.text({ label: 'Tên gói cước', required: true, upper: true, code: true, max: 64, width })

/** Marks older rows whose names are now equal, so that managers find and merge them. */
export const sameName = f.choice({
  label: 'Trùng tên',
  options: [
    { value: '1', label: 'Trùng tên gói khác', tone: 'amber' },
    { value: '0', label: 'Tên riêng', tone: 'grey' },
  ],
  write: 'never',
  see: 'below3',
})

export const uniqueName = { key: ['ten_goi_cuoc'], refusal: 'Gói cước đã tồn tại' } as const
