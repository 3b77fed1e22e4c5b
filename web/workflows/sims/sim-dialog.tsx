/** 'Tạo sim mới' and its edit: carrier by prefix and types by rule until the user chooses others (D2-Q-128). */
import { Kbd } from '@mantine/core'
import { useRef } from 'react'
import type { FieldErrors } from '../../../contract/kit/error.ts'
import { chosen } from '../../../contract/choices.ts'
import { readMoney } from '../../../contract/money.ts'
import { bareSim, readSim } from '../../../contract/phone.ts'
import {
  belowBase,
  carriers,
  simKinds,
  simso,
  simStates,
  simTexts,
} from '../../../contract/resources/simso.ts'
import { carrierOf, typesOf } from '../../../contract/sim-types.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { FormField } from '../../kit/form/form-field.tsx'
import { isEmpty, startOf, type Fields } from '../../kit/form/form-rules.ts'
import { PickField } from '../../kit/form/pick-field.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useKeys } from '../../kit/keys.ts'
import { useList } from '../../kit/query.ts'
import { listOf } from '../../kit/resource-api.ts'
import { saver } from '../../kit/resource/resource-actions.ts'
import { TextBox } from '../../kit/ui/field.tsx'
import { numberOf, type Row } from './sim-columns.tsx'
import { TypesField } from './types-field.tsx'
import css from './sims.module.css'

const fields: Fields = simso.form.map((name) => [
  name,
  name === 'types' ? { ...simso.fields.types, required: true as const } : simso.fields[name],
])
const prices = ['gia_goc', 'gia_si_1', 'gia_si_2', 'gia_si_3', 'gia_khach_hang'] as const

type Values = Record<string, string>

/** Carrier and types of the number by the rules. */
function ruledBy({ so_dien_thoai, nha_mang = '', number_type }: Values) {
  const number = bareSim(readSim(so_dien_thoai) ?? '')
  const types = number ? typesOf({ number, carrier: nha_mang, kind: Number(number_type) }) : []
  return { number, carrier: carrierOf(number) ?? '', types: types.join(',') }
}

const deciding: readonly string[] = ['so_dien_thoai', 'nha_mang', 'number_type']

/** Updates the values that still followed the rules (`ruled` and `carried` are the rules' former results). */
function follow(values: Values, name: string): Values {
  if (!deciding.includes(name)) return {}
  const { carrier } = ruledBy(values)
  const byRule = name === 'so_dien_thoai' && values.nha_mang === values.carried
  const nha_mang = byRule ? carrier : (values.nha_mang ?? '')
  const { types: ruled } = ruledBy({ ...values, nha_mang })
  return {
    nha_mang,
    ...(byRule && { carried: carrier }),
    ruled,
    ...(values.types === values.ruled && { types: ruled }),
  }
}

/** Missing values, in the specified messages (D2-SIM-33 to 37). */
const check = (values: Values): FieldErrors =>
  Object.fromEntries(Object.entries(simTexts).filter(([name]) => isEmpty(values[name])))

function startWith(row: Row | null): Values {
  const start = startOf(fields, row)
  if (!row)
    return {
      ...start,
      number_type: '1',
      trang_thai: 'con_sim',
      nguon_nhap: 'Nhập tay',
      carried: '',
      ruled: '',
    }
  const values = { ...start, so_dien_thoai: numberOf(row), number_type: String(row.number_type) }
  const { carrier, types } = ruledBy(values)
  return { ...values, carried: carrier, ruled: types }
}

/** Warns that the stock already has the number. */
function InStock({ number }: { number: string }) {
  const { data } = useList(listOf<Row, unknown>(simso), { so_dien_thoai: number, count: '1' })
  return data && <span>{data.count > 0 ? 'Đã có trong kho' : 'Chưa có trong kho'}</span>
}

/** Warning below a price under the base price; it may be saved. */
function lowPrice(name: (typeof prices)[number], { [name]: price, gia_goc }: Values) {
  const low = name === 'gia_goc' ? null : belowBase(readMoney(price), readMoney(gia_goc))
  return low === null ? undefined : <span className={css.low}>{low}</span>
}

const texts = { created: 'Đã tạo sim', updated: 'Đã lưu sim' }

/** `row` null creates a number. */
export function SimDialog({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const createAnother = useRef(false)
  const form = useForm<Values>({
    start: startWith(row),
    fields: () => fields,
    check,
    follow: (values, name) => follow(values, String(name)),
    row,
    save: async (_, { read, key, version }) => {
      await saver(simso, row, texts)(read, { key, version })
      if (!createAnother.current) return onClose()
      createAnother.current = false
      form.restart({ so_dien_thoai: '', types: '', ruled: '' })
      form.focus('so_dien_thoai')
    },
  })
  useKeys(
    {
      'Alt+N': () => {
        if (row) return
        createAnother.current = true
        void form.submit()
      },
    },
    ['Alt+N'],
  )
  const { number, carrier } = ruledBy(form.values)
  const ruled = chosen(form.values.ruled)
  const isNew = number !== '' && number !== row?.so_dien_thoai
  return (
    <FormDialog
      form={form}
      title={row ? 'Sửa sim' : 'Tạo sim mới'}
      saveLabel={row ? 'Lưu' : 'Tạo'}
      onClose={onClose}
      className={css.form}
      hints={
        !row && (
          <span className={css.hints}>
            <Kbd>Alt</Kbd> <Kbd>N</Kbd> tạo và nhập số tiếp
          </span>
        )
      }
    >
      <FormField
        form={form}
        name="so_dien_thoai"
        autoFocus
        hint={isNew ? <InStock number={number} /> : 'Nhận 0…, 84…, có dấu chấm'}
      />
      <PickField
        form={form}
        name="nha_mang"
        options={carriers}
        placeholder="Chọn"
        hint={carrier && carrier === form.values.nha_mang && `Theo đầu số ${number.slice(0, 4)}`}
      />
      <PickField form={form} name="number_type" options={simKinds} placeholder="Chọn" />
      <PickField form={form} name="trang_thai" options={simStates} placeholder="Chọn" />
      <FormField form={form} name="nguon_nhap" />
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
            chosen={chosen(value)}
            onChange={(keys) => onChange(keys.join(','))}
          />
        )}
      </FormField>
      <div className={css.prices}>
        {prices.map((name) => (
          <FormField key={name} form={form} name={name} hint={lowPrice(name, form.values)} />
        ))}
      </div>
    </FormDialog>
  )
}
