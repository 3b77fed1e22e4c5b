/** The form of a confirmation tab: asks for a code, then confirms it (D2-INVIT-15 to 25). */
import { useEffect, useEffectEvent, useState } from 'react'
import { AppError } from '#kit/contract/error.ts'
import { f } from '#kit/contract/field.ts'
import { historyOf, type CodeType } from '#platform/contract/code-tabs.ts'
import {
  codeCalls,
  longestOtp,
  longestPackage,
  type OpenOrder,
} from '#subjects/registrations/contract/calls/invite.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { isEmpty } from '#kit/web/form/form-rules.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { sendFull } from '#kit/web/client.ts'
import { refresh } from '#kit/web/query.ts'
import { useAction } from '#kit/web/use-action.ts'
import { isFor, isMasked, orderOf, reopened, type CodeOrder } from './code-order.ts'

export type CodeValues = { phone: string; package: string; otp: string }

export const askedFields = {
  phone: f.phone({ label: 'Số điện thoại', required: true }),
  package: f.text({ label: 'Gói cước', required: true, max: longestPackage, suggest: 'packages' }),
}
/** A reload only brings back the masked phone of an order, which cannot be checked as a number. */
const phoneBack = f.text({ label: askedFields.phone.label, required: true })
const otpField = f.text({ label: 'OTP', required: true, max: longestOtp })

/** A request that uses up an attempt is not retried automatically. */
const noRetry = { impatient: true }

type Options = {
  type: CodeType
  start: Pick<CodeValues, 'phone' | 'package'>
  /** The caller's open orders of this tab, newest first. */
  open: readonly OpenOrder[]
  /** Called when the customer is registered. */
  done: (registered: CodeOrder) => void
}

/** The open order to continue: the one with the form's initial values, without them the newest. */
function toGoOn({ start, open }: Pick<Options, 'start' | 'open'>): CodeOrder | null {
  const orders = open.map((order) => reopened(order, performance.now()))
  return (
    (start.phone === '' ? orders[0] : orders.find((one) => isFor(one, start.phone, start.package))) ?? null
  )
}

/** The form's initial values: those of a continued order, else `start`. */
function firstValues(order: CodeOrder | null, start: Options['start']): CodeValues {
  if (!order) return { ...start, otp: '' }
  return { phone: isMasked(order.phone) ? order.phone : showPhone(order.phone), package: order.pack, otp: '' }
}

/**
 * Focuses the next box to type in (D3-OTP-06): the code of an open order, else what the care card or the offer left
 * open.
 */
function useFirstFocus(
  form: { focus: (field: 'otp' | 'package') => void },
  sent: boolean,
  phone: string,
): void {
  const focusFirst = useEffectEvent((): void => {
    if (sent) form.focus('otp')
    else if (phone !== '') form.focus('package')
  })
  useEffect(() => focusFirst(), [])
}

/** State of the form: values, the sent code, both buttons. */
export function useCodeForm({ type, start, open, done }: Options) {
  const [sent, setSent] = useState(() => toGoOn({ start, open }))
  const { ask, confirm } = codeCalls[type]
  const reload = () => refresh(historyOf(type))
  const orderFor = (values: CodeValues): CodeOrder | null =>
    sent && isFor(sent, values.phone, values.package) ? sent : null
  const form = useForm<CodeValues>({
    start: firstValues(sent, start),
    fields: (values) => [
      ['phone', isMasked(values.phone) && orderFor(values) ? phoneBack : askedFields.phone],
      ['package', askedFields.package],
      ...(orderFor(values) ? [['otp', otpField] as const] : []),
    ],
    isDirty: ({ otp }) => otp !== '',
    save: async (values) => {
      const current = orderFor(values)
      if (!current) return
      const { phone, package: pack, otp } = values
      try {
        const code = { type, phone, package: pack, otp, transIdGetOtp: current.code }
        await sendFull(confirm, code, noRetry)
      } catch (error) {
        // The code has expired or is used up.
        if (error instanceof AppError && error.code === 'CONFLICT') setSent(null)
        form.set('otp', '')
        throw error
      } finally {
        void reload()
      }
      setSent(null)
      form.restart({ phone: '', package: '', otp: '' })
      done(current)
    },
  })
  const { phone, package: pack, otp } = form.values
  const getCode = useAction(async () => {
    try {
      const request = { type, phone, package: pack }
      const reply = await sendFull(ask, request, noRetry)
      setSent(orderOf(reply.data, phone, pack))
      form.set('otp', '')
      setTimeout(() => form.focus('otp'), 0)
    } catch (error) {
      // If a field shows the error, no toast is needed (D3-BELL-03).
      if (error instanceof AppError && error.fields && form.refuse(error.fields)) return
      throw error
    } finally {
      void reload()
    }
  })
  const order = orderFor(form.values)
  useFirstFocus(form, sent !== null, start.phone)
  return {
    form,
    order,
    getCode,
    mayAsk: !isMasked(phone) && !isEmpty(phone) && !isEmpty(pack),
    mayConfirm: order !== null && !isEmpty(otp),
  }
}

export type CodeForm = ReturnType<typeof useCodeForm>
