/** The registers of accounting: four kinds of cost and the salary-calculation revenue (D2-COST, D2-SALREV). */
import { IconFileDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Resource } from '#kit/contract/resource.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { chiphihoantien } from '#subjects/pay/contract/lists/chiphihoantien.ts'
import { doanhthutinhluong } from '#subjects/pay/contract/lists/doanhthutinhluong.ts'
import { chiphihotro, chiphikhac, chiphiquanly } from '#subjects/pay/contract/lists/expenses.ts'
import { openSampleForm } from '#kit/web/import/sample-form.ts'
import type { ResourceTexts } from '#kit/web/resource/resource-actions.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import type { ResourceScreenProps } from '#kit/web/resource/screen-state.tsx'
import { ledBy, type ResourceColumn } from '#kit/web/table/column.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { refundCostForm } from './refund-cost-form.tsx'

/** Texts of the dialogs (D2-COST-23). */
const texts: ResourceTexts = {
  saveNew: 'Tạo',
  saveChange: 'Cập nhật',
}

/** The sums of the whole filter at the foot of their columns, as far as the server sent them to the reader. */
const sumsOf =
  ({ totals = {} }: Resource) =>
  (answer: object): Record<string, ReactNode> =>
    Object.fromEntries(
      Object.entries(totals).flatMap(([name, total]) => {
        const sum = (answer as Record<string, unknown>)[name]
        return 'sum' in total && typeof sum === 'number'
          ? [[total.sum, <span key={name} data-num>{formatMoney(sum)}</span>]] // prettier-ignore
          : []
      }),
    )

/** What, who, amount and time of a refund come first; the channel is no longer frozen in front of them (D3-GRID-12). */
const decisive = [
  'so_dien_thoai',
  'goi_cuoc',
  'ten_nhan_vien',
  'so_tien_hoan_hoac_nap',
  'thoi_gian_yeu_cau',
  'trang_thai',
]
const refundColumns = (columns: ResourceColumn<Resource>[]): ResourceColumn<Resource>[] =>
  ledBy(columns, decisive).map(({ pin, ...column }) => ({
    ...column,
    ...(column.key === 'so_dien_thoai' && { pin: pin ?? 'left' }),
  }))

/** The same as numbers, for columns of zeros. */
const numbersOf =
  ({ totals = {} }: Resource) =>
  (answer: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(totals).flatMap(([name, total]) =>
        'sum' in total ? [[total.sum, (answer as Record<string, unknown>)[name]]] : [],
      ),
    )

/** The screen of one register. */
function screenOf(resource: Resource, own: Pick<ResourceScreenProps<Resource>, 'form' | 'columns'> = {}) {
  const sums = sumsOf(resource)
  const sampleForm = () => (
    <Button
      brief
      icon={<IconFileDownload size={16} stroke={1.9} />}
      onClick={() => openSampleForm(resource.path)}
    >
      Biểu mẫu
    </Button>
  )
  return () => (
    <ResourceScreen
      resource={resource}
      texts={texts}
      toolbar={sampleForm}
      totals={sums}
      sums={numbersOf(resource)}
      {...own}
    />
  )
}

/** Its records come from an upload; the dialog is only for editing (D2-COST-13, D2-Q-183). */
const { create: _, ...mayNotCreate } = chiphihoantien.may

export const RefundCosts = screenOf(
  { ...chiphihoantien, may: mayNotCreate },
  { form: refundCostForm, columns: refundColumns },
)
export const ManagementCosts = screenOf(chiphiquanly)
export const SupportCosts = screenOf(chiphihotro)
export const OtherCosts = screenOf(chiphikhac)
export const SalaryRevenue = screenOf(doanhthutinhluong)
