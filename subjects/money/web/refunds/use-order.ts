/** State of a create dialog: one click is one order, even if it is sent several times. */
import { useRef } from 'react'
import { present } from '#kit/contract/dates.ts'
import { settingList } from '#subjects/settings/contract/calls/settings.ts'
import { messages } from '#platform/contract/messages.ts'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import { toast } from '#kit/web/feedback.ts'
import type { Rules } from '#kit/web/form/form-rules.ts'
import { useForm, type Form } from '#kit/web/form/use-form.ts'
import { usePackages } from '#kit/web/packages.ts'
import { useCall } from '#kit/web/query.ts'
import { placeOrder, type OrderPart, type Place } from './order.ts'
import { besidePrice, emptyOrder, filling, partsOf, type OrderValues } from './refund-form.ts'

/** The settings that the dialogs show: discounts and the receiving account. */
export function useRefundSettings() {
  const { data } = useCall('setting', settingList, {})
  const valueOf = (key: string): string => String(data?.find((state) => state.key === key)?.value ?? '')
  return {
    valueOf,
    percentOf: (numberType: string): number =>
      Number(valueOf(numberType === '2' ? 'ti_le_chiet_khau_tra_sau' : 'ti_le_chiet_khau')) || 0,
  }
}

type OrderOptions = Rules<OrderValues> & {
  place: Place
  from: OrderPart['kind']
  start?: Partial<OrderValues>
  percentOf: (numberType: string) => number
  onClose: () => void
}

const words = (error: string, missing: boolean): string =>
  missing && error !== refundTexts.unanswered ? messages.missingField : error

/** The form of an order. */
export function useOrder({
  place,
  from,
  start,
  percentOf,
  onClose,
  ...rules
}: OrderOptions): Form<OrderValues> {
  const click = useRef(0)
  const packages = usePackages()
  const form: Form<OrderValues> = useForm<OrderValues>({
    ...rules,
    fields: (values) =>
      (rules.fields?.(values) ?? []).map(([name, field]) => [
        name,
        besidePrice(field, name, values.package_code, packages),
      ]),
    start: { ...emptyOrder, ...start },
    follow: filling(percentOf),
    words,
    save: async (values, { read, key }) => {
      click.current ||= present().getTime()
      const order = { place, from, parts: partsOf(from, values, read), click: click.current, key }
      const refusal = await placeOrder(order)
      if (!refusal) onClose()
      else if (!form.refuse(refusal.fields, refusal.sentence)) toast('failure', refusal.sentence)
    },
  })
  return form
}
