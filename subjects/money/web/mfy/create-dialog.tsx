/** 'Tạo mới': managers pick package, person and company, others type the package (D2-MFY-04, D2-Q-110, D2-Q-111). */
import { useMemo, useState } from 'react'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { saleTiers } from '#subjects/money/contract/mfy.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { transferContent } from '#subjects/money/contract/refund-amounts.ts'
import type { FormStart } from '#kit/web/errand.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { startOf, type Fields } from '#kit/web/form/form-rules.ts'
import { PickField } from '#kit/web/form/pick-field.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import { saver } from '#kit/web/resource/resource-actions.ts'
import { useActor } from '#kit/web/session.ts'
import { mayWrite } from '#kit/web/table/column.ts'
import { useCompanies } from './update-dialog.tsx'
import { PayCard } from '../transfers/pay-card.tsx'
import css from '#kit/web/form/form-dialog.module.css'
import { useQuery } from '@tanstack/react-query'
import type { RowOf } from '#kit/contract/row.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { giagoimfy } from '#subjects/money/contract/lists/giagoimfy.ts'
import { resourceApi } from '#kit/web/resource-api.ts'

type Price = RowOf<typeof giagoimfy>

/**
 * Mfy prices for forms: all for the picker, one for a typed name (D2-MFYP-17, D2-Q-111). All packages with a price;
 * not read while `wanted` is false.
 */
const usePrices = (wanted: boolean): Price[] =>
  useQuery({
    queryKey: [giagoimfy.path, 'all'],
    queryFn: async ({ signal }) => (await resourceApi(giagoimfy).listNoLimit({ signal })).values,
    enabled: wanted,
  }).data ?? []

/** The package of that name; undefined when unknown. */
const usePrice = (name: string): Price | undefined =>
  useQuery({
    queryKey: [giagoimfy.path, 'findPackage', name],
    queryFn: ({ signal }) => resourceApi(giagoimfy).findPackage(name, { signal }),
    enabled: name !== '',
    retry: false,
  }).data

/** 'T1 45,000 · T2 54,000 · T3 62,500'. */
const tierPrices = ({ gia_t1, gia_t2, gia_t3 }: Price): string =>
  [gia_t1, gia_t2, gia_t3].map((price, index) => `T${index + 1} ${formatMoney(price ?? 0)}`).join(' · ')

/** Price of a package at a tier in đồng; 0 while none is chosen. */
const priceOf = ({ gia_t1, gia_t2, gia_t3 }: Price, tier: string): number =>
  [gia_t1, gia_t2, gia_t3][Number(tier) - 1] ?? 0

const create = saver(mfy, null, { created: 'Đã tạo đơn Mfy' })

type CreateProps = { manages: boolean; start?: FormStart | undefined; onClose: () => void }

export function CreateDialog({ manages, start, onClose }: CreateProps) {
  const actor = useActor()
  const fields: Fields = useMemo(
    () =>
      mfy.form.map((name) => [name, mfy.fields[name]] as const).filter(([, field]) => mayWrite(field, actor)),
    [actor],
  )
  const form = useForm({
    start: { ...startOf(fields, null), ...start },
    fields: () => fields,
    save: async (_, { read, key, version }) => {
      await create(read, { key, version })
      onClose()
    },
  })
  const packages = usePrices(manages)
  const companies = useCompanies(manages)
  /** The package's name after its box lost the focus: an unfinished name is not looked up. */
  const [settledName, setSettledName] = useState('')
  const chosen = (manages ? (form.values.ma_goi ?? '') : settledName).trim()
  const price = usePrice(chosen)
  const hint = price && tierPrices(price)
  const phone = readPhone(form.values.so_dien_thoai ?? '')
  const owed = price ? priceOf(price, form.values.gia_ban_goi ?? '') : 0
  return (
    <FormDialog form={form} title="Yêu cầu Mfy" onClose={onClose} className={css.pairs}>
      <FormField form={form} name="so_dien_thoai" className={css.whole} autoFocus />
      {manages ? (
        <PickField
          form={form}
          name="ma_goi"
          placeholder="Chọn gói"
          options={packages.map(({ ten_goi_cuoc: name }) => ({ value: name ?? '', label: name ?? '' }))}
        />
      ) : (
        <div onBlur={() => setSettledName(form.now().ma_goi ?? '')}>
          <FormField form={form} name="ma_goi" />
        </div>
      )}
      <PickField form={form} name="gia_ban_goi" placeholder="Chọn giá" options={saleTiers} hint={hint} />
      {manages && (
        <>
          <FormField form={form} name="so_dien_thoai_chu" />
          <PickField form={form} name="cty" emptyLabel="Không chọn" options={companies} />
          <FormField form={form} name="username_nv" className={css.whole} hint="Bỏ trống: đơn của bạn" />
        </>
      )}
      <FormField form={form} name="note" className={css.whole} />
      {owed > 0 && phone !== null && (
        <div className={css.whole}>
          <PayCard content={transferContent(phone, price?.ten_goi_cuoc ?? '')} amount={owed} />
        </div>
      )}
    </FormDialog>
  )
}
