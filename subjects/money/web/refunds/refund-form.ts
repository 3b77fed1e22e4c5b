/** The fields and rules of the two create dialogs (D2-REFUND-40 to 58). Pure. */
import type { FieldErrors } from '#kit/contract/error.ts'
import type { Field } from '#kit/contract/field.ts'
import type { ReadValues } from '#kit/web/form/form-rules.ts'
import { priceOf, type PricedPackage } from '#kit/web/packages.ts'
import { formatMoney, readMoney } from '#kit/contract/money.ts'
import { amountFor, transferAmount } from '#subjects/money/contract/refund-amounts.ts'
import { createdTypes, formMethods } from '#subjects/money/contract/refund-states.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import { messages } from '#platform/contract/messages.ts'
import type { OrderPart } from './order.ts'

const { fields } = requestrefund
const required = <F extends Field>(field: F): F & { required: true } => ({ ...field, required: true })

/** The types in a form: 3 is listed but disabled (D2-REFUND-49). */
export const typeOptions = fields.request_type.options
  .filter(({ value }) => value !== '5')
  .map((option) => ({ ...option, off: !createdTypes.includes(Number(option.value)) }))
const type = { ...required(fields.request_type), options: typeOptions.filter(({ off }) => !off) }
const method = {
  ...required(fields.request_method),
  options: fields.request_method.options.filter(({ value }) => formMethods.includes(value)),
}
const amount = { ...required(fields.refund_price), label: 'Số tiền nạp' }
const { default: _, ...extra } = fields.other_refund

/** Both dialogs use the same names; '' means not chosen or typed. */
export type OrderValues = {
  number_phone: string
  number_type: string
  package_code: string
  request_type: string
  request_method: string
  other_refund: string
  other_reason: string
  /** Top-up, and the customer's transfer for it. */
  refund_price: string
  transfer: string
  /** Whether the other order is made too: '0', '1'. */
  cho_len_don: string
  is_transfer: string
}

export const emptyOrder: OrderValues = {
  number_phone: '',
  number_type: '',
  package_code: '',
  request_type: '',
  request_method: '',
  other_refund: '',
  other_reason: '',
  refund_price: '',
  transfer: '',
  cho_len_don: '',
  is_transfer: '0',
}

type Named = readonly [keyof OrderValues & string, Field]

const amounts: readonly string[] = ['refund_price', 'other_refund']

/** An amount field of an order for package `code`: one above its price is asked about once (D3-GRID-10). */
export function besidePrice(
  field: Field,
  name: string,
  code: string,
  packages: readonly PricedPackage[],
): Field {
  const amount = amounts.includes(name) ? priceOf(packages, code) : undefined
  return amount === undefined ? field : { ...field, usual: { amount, name: `giá gói ${code.trim()}` } }
}

const whose: readonly Named[] = [
  ['number_phone', fields.number_phone],
  ['number_type', fields.number_type],
  ['package_code', fields.package_code],
]
const refundOf: readonly Named[] = [
  ['request_type', type],
  ['request_method', method],
]
const extras: readonly Named[] = [
  ['other_refund', extra],
  ['other_reason', fields.other_reason],
]
const topUpOf: readonly Named[] = [['refund_price', amount]]

/** The fields of the refund dialog; its amount only with a top-up. */
export const refundFieldsOf = ({ cho_len_don: bothAnswer }: OrderValues): readonly Named[] => [
  ...whose,
  ...refundOf,
  ...extras,
  ...(bothAnswer === '1' ? topUpOf : []),
]

/** The fields of the top-up dialog; type and method only with a refund. */
export const topUpFieldsOf = ({ cho_len_don: bothAnswer }: OrderValues): readonly Named[] => [
  ...whose,
  ...topUpOf,
  ...(bothAnswer === '1' ? refundOf : []),
]

/** The question must be answered; the refund dialog has its own text for that (D2-REFUND-47, D2-REFUND-55). */
export const unanswered =
  (message: string = messages.missingField) =>
  ({ cho_len_don: bothAnswer }: OrderValues): FieldErrors =>
    bothAnswer === '' ? { cho_len_don: message } : {}

export const refundQuestion = unanswered(refundTexts.unanswered)

const show = formatMoney

/** Amount and transfer fill each other in; a new rate changes the transfer (D2-REFUND-59, D2-REFUND-60). */
export const filling =
  (percentOf: (numberType: string) => number) =>
  (values: OrderValues, name: keyof OrderValues): Partial<OrderValues> => {
    const percent = percentOf(values.number_type)
    if (name === 'refund_price' || name === 'number_type') {
      const sum = readMoney(values.refund_price)
      return { transfer: sum === null || sum < 0 ? '' : show(transferAmount(sum, percent)) }
    }
    if (name !== 'transfer') return {}
    const paid = readMoney(values.transfer)
    return { refund_price: paid === null || paid < 0 ? '' : show(amountFor(paid, percent)) }
  }

const pick = (read: ReadValues, names: readonly Named[]): OrderPart['values'] =>
  Object.fromEntries(names.flatMap(([name]) => (name in read ? [[name, read[name] ?? null]] : [])))

/** The orders that the values ask for, the dialog's own first. */
export function partsOf(
  from: OrderPart['kind'],
  { cho_len_don: bothAnswer, is_transfer }: OrderValues,
  read: ReadValues,
): OrderPart[] {
  const refund: OrderPart = { kind: 'refund', values: pick(read, [...whose, ...refundOf, ...extras]) }
  const topUp: OrderPart = {
    kind: 'topUp',
    values: { ...pick(read, [...whose, ...topUpOf]), is_transfer: Number(is_transfer) },
  }
  const [first, second] = from === 'refund' ? [refund, topUp] : [topUp, refund]
  return bothAnswer === '1' ? [first, second] : [first]
}
