/** 'Nạp tiền chiết khấu': requests a discounted top-up, with a refund if wanted (D2-REFUND-51 to 63, D2-RFREP-06). */
import { f } from '#kit/contract/field.ts'
import { readMoney, formatMoney } from '#kit/contract/money.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import type { Form } from '#kit/web/form/use-form.ts'
import { FieldInput } from '#kit/web/kinds/input.tsx'
import { useCan } from '#kit/web/session.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import type { Place } from './order.ts'
import { BothQuestion, KindFields, WhoseFields } from './order-fields.tsx'
import { topUpFieldsOf, unanswered, type OrderValues } from './refund-form.ts'
import { useOrder, useRefundSettings } from './use-order.ts'
import css from './dialogs.module.css'
import { readPhone } from '#kit/contract/phone.ts'
import { transferContent, transferNote } from '#subjects/money/contract/refund-amounts.ts'
import { PayCard } from '../transfers/pay-card.tsx'

/**
 * The customer's transfer for the top-up being entered (D2-REFUND-62, D2-REFUND-63, D3-QR-01); follows the typed
 * values.
 */
function TransferCard({ values }: { values: OrderValues }) {
  const phone = readPhone(values.number_phone)
  const whole = phone !== null && values.package_code.trim() !== ''
  const amount = readMoney(values.transfer) ?? 0
  return (
    <PayCard
      content={whole ? transferContent(phone, values.package_code) : ''}
      note={whole && amount > 0 ? transferNote(phone, values.package_code, amount) : ''}
      amount={amount}
      wanted="Nhập số điện thoại, gói cước và số tiền để có mã VietQR"
    />
  )
}

const transferField = f.money({ label: 'Khách chuyển' })
const whose = { '1': 'trả trước', '2': 'trả sau' } as const

/** 'Chiết khấu trả trước 7%, bớt 6,300' */
function discountOf({ number_type: of, refund_price, transfer }: OrderValues, percent: number): string {
  if (of !== '1' && of !== '2') return 'Chọn loại thuê bao để tính chiết khấu'
  const less = (readMoney(refund_price) ?? 0) - (readMoney(transfer) ?? 0)
  return `Chiết khấu ${whose[of]} ${percent}%${less > 0 ? `, bớt ${formatMoney(less)}` : ''}`
}

/** Amount and transfer, each filling in the other. */
const Sums = ({ form, percent }: { form: Form<OrderValues>; percent: number }) => (
  <div className={css.pair}>
    <FormField form={form} name="refund_price" />
    <FormField
      form={form}
      name="transfer"
      label={transferField.label}
      hint={discountOf(form.values, percent)}
    >
      {(field) => <FieldInput {...field} field={transferField} />}
    </FormField>
  </div>
)

/** Set by managers only (D2-Q-77). */
const Paid = ({ form }: { form: Form<OrderValues> }) => (
  <label className={css.paid}>
    <Checkbox
      label="Khách đã chuyển khoản"
      checked={form.values.is_transfer === '1'}
      onChange={(event) => form.set('is_transfer', event.target.checked ? '1' : '0')}
    />
    Khách đã chuyển khoản
  </label>
)

/** The dialog. */
export function TopUpDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const { percentOf } = useRefundSettings()
  const manages = useCan()(requestrefund.actions.setTransferStatus.may)
  const form = useOrder({
    place,
    from: 'topUp',
    percentOf,
    onClose,
    fields: topUpFieldsOf,
    check: unanswered(),
  })
  const withBoth = form.values.cho_len_don === '1'
  return (
    <FormDialog
      form={form}
      title="Nạp tiền chiết khấu"
      saveLabel={withBoth ? 'Tạo 2 đơn' : 'Tạo đơn'}
      onClose={onClose}
    >
      <WhoseFields form={form} />
      <Sums form={form} percent={percentOf(form.values.number_type)} />
      <TransferCard values={form.values} />
      {manages && <Paid form={form} />}
      <BothQuestion form={form} label="Có lên đơn hoàn tiền gói cước không?" />
      {withBoth && (
        <div className={css.nested}>
          <KindFields form={form} />
        </div>
      )}
    </FormDialog>
  )
}
