/** State of a number's dialog: values set by rule, values that follow a change, saving (D2-Q-128). */
import { useRef } from 'react'
import type { FieldErrors } from '#kit/contract/error.ts'
import { bareSim, readSim } from '#kit/contract/phone.ts'
import { simso, simTexts } from '#subjects/sims/contract/lists/simso.ts'
import { carrierOf, typesOf } from '#subjects/sims/contract/sim-types.ts'
import { isEmpty, startOf, type Fields } from '#kit/web/form/form-rules.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { saver } from '#kit/web/resource/resource-actions.ts'
import { numberOf, type Row } from './sim-columns.tsx'

const fields: Fields = simso.form.map((name) => [
  name,
  name === 'types' ? { ...simso.fields.types, required: true as const } : simso.fields[name],
])
export type Values = Record<string, string>

/** The values set by rule: the carrier of the number, and the types. */
export function ruledBy({ so_dien_thoai, nha_mang = '', number_type }: Values) {
  const number = bareSim(readSim(so_dien_thoai) ?? '')
  const types = number ? typesOf({ number, carrier: nha_mang, kind: Number(number_type) }) : []
  return { number, carrier: carrierOf(number) ?? '', types: types.join(',') }
}

const deciding: readonly string[] = ['so_dien_thoai', 'nha_mang', 'number_type']

/**
 * Updates values that depend on the change: those set by rule before are set by rule again (`ruled` and `carried`
 * are the former results of the rules).
 */
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

/** Missing values, in the specified words (D2-SIM-33 to 37). */
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

const texts = { created: 'Đã tạo sim', updated: 'Đã lưu sim' }

/** The form, and how a new number is saved with the dialog left open for the next one; `row` null creates. */
export function useSimForm(row: Row | null, onClose: () => void) {
  const again = useRef(false)
  const form = useForm<Values>({
    start: startWith(row),
    fields: () => fields,
    check,
    follow: (values, name) => follow(values, String(name)),
    row,
    save: async (_, { read, key, version }) => {
      await saver(simso, row, texts)(read, { key, version })
      if (!again.current) return onClose()
      again.current = false
      form.restart({ so_dien_thoai: '', types: '', ruled: '' })
      form.focus('so_dien_thoai')
    },
  })
  const saveForNext = (): void => {
    again.current = true
    void form.submit()
  }
  return { form, saveForNext }
}
