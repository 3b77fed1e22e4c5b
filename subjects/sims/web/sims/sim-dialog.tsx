/** 'Tạo sim mới' and its edit: carrier by prefix and types by rule until the user chooses others (D2-Q-128). */
import { Kbd } from '@mantine/core'
import { choiceValues } from '#kit/contract/choices.ts'
import { readMoney } from '#kit/contract/money.ts'
import { readSim } from '#kit/contract/phone.ts'
import { belowBase, carriers, simKinds, simso, simStates } from '#subjects/sims/contract/lists/simso.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { PickField } from '#kit/web/form/pick-field.tsx'
import type { Form } from '#kit/web/form/use-form.ts'
import { useKeys } from '#kit/web/keys.ts'
import { useList } from '#kit/web/query.ts'
import { listOf } from '#kit/web/resource-api.ts'
import { TextBox } from '#kit/web/ui/field.tsx'
import type { Row } from './sim-columns.tsx'
import { TypesField } from './types-field.tsx'
import { ruledBy, useSimForm, type Values } from './use-sim-form.ts'
import css from './sims.module.css'

type Part = { form: Form<Values> }

/** Warns that the stock already has the number. */
function InStock({ number }: { number: string }) {
  const { data } = useList(listOf<Row, unknown>(simso), { so_dien_thoai: number, count: '1' })
  return data && <span>{data.count > 0 ? 'Đã có trong kho' : 'Chưa có trong kho'}</span>
}

/** `row`: the number that is edited, which the stock has. */
function NumberField({ form, row }: Part & { row: Row | null }) {
  const { number } = ruledBy(form.values)
  const isNew = number !== '' && number !== row?.so_dien_thoai
  return (
    <FormField
      form={form}
      name="so_dien_thoai"
      autoFocus
      hint={isNew ? <InStock number={number} /> : 'Nhận 0…, 84…, có dấu chấm'}
    />
  )
}

function CarrierField({ form }: Part) {
  const { number, carrier } = ruledBy(form.values)
  return (
    <PickField
      form={form}
      name="nha_mang"
      options={carriers}
      placeholder="Chọn"
      hint={carrier && carrier === form.values.nha_mang && `Theo đầu số ${number.slice(0, 4)}`}
    />
  )
}

function NoteField({ form }: Part) {
  return (
    <FormField form={form} name="ghi_chu">
      {({ control, value, onChange }) => (
        <TextBox
          {...control}
          maxLength={1000}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  )
}

function ChosenTypes({ form }: Part) {
  const ruled = choiceValues(form.values.ruled)
  return (
    <FormField
      form={form}
      name="types"
      required
      className={css.whole}
      hint={ruled.length > 0 && `chọn sẵn ${ruled.length} loại theo quy tắc`}
    >
      {({ value, onChange }) => (
        <TypesField
          number={readSim(form.values.so_dien_thoai) ?? ''}
          ruled={ruled}
          chosen={choiceValues(value)}
          onChange={(keys) => onChange(keys.join(','))}
        />
      )}
    </FormField>
  )
}

const prices = ['gia_goc', 'gia_si_1', 'gia_si_2', 'gia_si_3', 'gia_khach_hang'] as const

/** The note under a price below the base price; it may be saved. */
function lowPrice(name: (typeof prices)[number], { [name]: price, gia_goc }: Values) {
  const low = name === 'gia_goc' ? null : belowBase(readMoney(price), readMoney(gia_goc))
  return low === null ? undefined : <span className={css.low}>{low}</span>
}

function Prices({ form }: Part) {
  return (
    <div className={css.prices}>
      {prices.map((name) => (
        <FormField key={name} form={form} name={name} hint={lowPrice(name, form.values)} />
      ))}
    </div>
  )
}

const hints = (
  <span className={css.hints} data-keys>
    <Kbd>Alt</Kbd> <Kbd>N</Kbd> tạo và nhập số tiếp
  </span>
)

/** `row` null creates a number. */
export function SimDialog({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const { form, saveForNext } = useSimForm(row, onClose)
  useKeys({ 'Alt+N': () => !row && saveForNext() }, ['Alt+N'])
  return (
    <FormDialog
      form={form}
      title={row ? 'Sửa sim' : 'Tạo sim mới'}
      saveLabel={row ? 'Lưu' : 'Tạo'}
      onClose={onClose}
      className={css.form}
      hints={!row && hints}
    >
      <NumberField form={form} row={row} />
      <CarrierField form={form} />
      <PickField form={form} name="number_type" options={simKinds} placeholder="Chọn" />
      <PickField form={form} name="trang_thai" options={simStates} placeholder="Chọn" />
      <FormField form={form} name="nguon_nhap" />
      <NoteField form={form} />
      <ChosenTypes form={form} />
      <Prices form={form} />
    </FormDialog>
  )
}
