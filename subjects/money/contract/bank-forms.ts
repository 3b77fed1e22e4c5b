/** Forms in which banks take payment lists: columns, separate sheets and spelling of texts (D3-PAY-15). */
import { bankNames, readBank } from '#subjects/people/contract/banks.ts'
import { f } from '#kit/contract/field.ts'
import { cleanText, foldText } from '#kit/contract/text.ts'

/** Columns available to a form, by the name that its definition uses. */
export const formColumns = {
  stt: f.number({ label: 'STT' }),
  ngan_hang: f.text({ label: 'Ngân hàng' }),
  /** NAPAS code of the bank, six digits. */
  ma_napas: f.text({ label: 'Mã NAPAS' }),
  so_tai_khoan: f.text({ label: 'Số tài khoản' }),
  ten: f.text({ label: 'Tên người nhận' }),
  so: f.money({ label: 'Số tiền' }),
  noi_dung: f.text({ label: 'Nội dung' }),
  username: f.text({ label: 'Tài khoản' }),
} as const
type FormColumn = keyof typeof formColumns

/** `tach`: accounts at the paying bank go to a separate file; `khong_dau`: transfer descriptions in capitals and digits only. */
export type BankForm = {
  ngan_hang: string
  cot: readonly { cot: FormColumn; ten: string }[]
  tach: boolean
  khong_dau: boolean
}

const plain = (...names: FormColumn[]): BankForm['cot'] =>
  names.map((cot) => ({ cot, ten: formColumns[cot].label }))

/** The form used when the paying bank has none. */
export const commonForm: BankForm = {
  ngan_hang: '',
  cot: plain('ngan_hang', 'so_tai_khoan', 'ten', 'so', 'noi_dung'),
  tach: false,
  khong_dau: false,
}

const needed = ['so_tai_khoan', 'ten', 'so'] as const satisfies readonly FormColumn[]
const separateMark = 'tách cùng ngân hàng'
const plainMark = 'nội dung không dấu'

type Reading = { ok: true; value: readonly BankForm[] } | { ok: false; reason: string }
const no = (reason: string): { ok: false; reason: string } => ({ ok: false, reason })

const same = (a: string, b: string): boolean => foldText(cleanText(a)) === foldText(b)
const names = Object.keys(formColumns) as FormColumn[]

/** Parses 'Số tài khoản = Account' to a column with its heading; undefined for an unknown column. */
function columnOf(part: string): BankForm['cot'][number] | undefined {
  const [name = '', heading = ''] = part.split('=').map((text) => cleanText(text))
  const cot = names.find((one) => same(name, formColumns[one].label))
  return cot && { cot, ten: heading || formColumns[cot].label }
}

/** Parses a line to a form, or returns the error. */
function formOf(line: string): BankForm | string {
  const [head = '', ...marks] = line.split(';')
  const index = head.indexOf(':')
  const ngan_hang = readBank(index < 0 ? head : head.slice(0, index))
  if (ngan_hang === undefined || index < 0) return `dòng '${line}' phải viết 'ngân hàng: cột, cột; cách ghi'`
  const cot: BankForm['cot'][number][] = []
  for (const part of head.slice(index + 1).split(',')) {
    const column = columnOf(part)
    if (!column) return `của ${ngan_hang} không có cột '${cleanText(part)}'`
    cot.push(column)
  }
  if (cot.some(({ ten }, n) => cot.findIndex((other) => other.ten === ten) < n))
    return `của ${ngan_hang} có hai cột cùng tên`
  const lacking = needed.find((name) => cot.every((column) => column.cot !== name))
  if (lacking) return `của ${ngan_hang} thiếu cột ${formColumns[lacking].label}`
  const strange = marks.find((mark) => !same(mark, separateMark) && !same(mark, plainMark))
  if (strange !== undefined) return `của ${ngan_hang} không có cách ghi '${cleanText(strange)}'`
  const says = (words: string): boolean => marks.some((mark) => same(mark, words))
  return { ngan_hang, cot, tach: says(separateMark), khong_dau: says(plainMark) }
}

/** Parses forms: text with one form per line, a list of such lines, or a list of forms. */
export function readForms(raw: unknown): Reading {
  const parts = typeof raw === 'string' ? raw.split('\n') : raw
  if (!Array.isArray(parts)) return no('phải là các dòng')
  const lines = parts.map((part: unknown) => (typeof part === 'string' ? part : formLine(part as BankForm)))
  const forms: BankForm[] = []
  for (const line of lines.map((text) => cleanText(text)).filter((text) => text !== '')) {
    const form = formOf(line)
    if (typeof form === 'string') return no(form)
    if (forms.some(({ ngan_hang }) => ngan_hang === form.ngan_hang))
      return no(`có '${form.ngan_hang}' hai lần`)
    forms.push(form)
  }
  return { ok: true, value: forms }
}

/** Formats a form as its line; '?' for an invalid one. */
export function formLine(form: Partial<BankForm>): string {
  if (!Array.isArray(form.cot)) return '?'
  const columns = (form.cot as BankForm['cot']).map(({ cot, ten }) => {
    const label: string = formColumns[cot]?.label ?? '?'
    return label === ten ? label : `${label} = ${ten}`
  })
  const marks = [...(form.tach ? [separateMark] : []), ...(form.khong_dau ? [plainMark] : [])]
  return [`${form.ngan_hang ?? ''}: ${columns.join(', ')}`, ...marks].join('; ')
}

/** The form of a paying bank; the common one by default. */
export const formFor = (bank: string, forms: readonly BankForm[]): BankForm =>
  forms.find(({ ngan_hang }) => ngan_hang === bank) ?? { ...commonForm, ngan_hang: bank }

export const bankOptions = bankNames.map((value) => ({ value, label: value }))
