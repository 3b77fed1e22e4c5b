/**
 * 'Hoàn tiền gói cước': requests a package refund; from the list with a top-up if wanted (D2-REFUND-40,
 * D2-RFREP-08).
 */
import type { FormStart } from '#kit/web/errand.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import type { Place } from './order.ts'
import { BothQuestion, KindFields, WhoseFields } from './order-fields.tsx'
import { refundFieldsOf, refundQuestion } from './refund-form.ts'
import { useOrder, useRefundSettings } from './use-order.ts'
import css from './dialogs.module.css'

type RefundDialogProps = { place: Place; start?: FormStart | undefined; onClose: () => void }

/** The dialog. */
export function RefundDialog({ place, start, onClose }: RefundDialogProps) {
  const { percentOf } = useRefundSettings()
  const asks = place === 'requestrefund'
  const form = useOrder({
    place,
    from: 'refund',
    percentOf,
    onClose,
    fields: refundFieldsOf,
    start: { ...start, ...(!asks && { cho_len_don: '0' }) },
    ...(asks && { check: refundQuestion }),
  })
  const withBoth = form.values.cho_len_don === '1'
  return (
    <FormDialog
      form={form}
      title="Hoàn tiền gói cước"
      saveLabel={withBoth ? 'Tạo 2 đơn' : 'Tạo đơn'}
      onClose={onClose}
    >
      <WhoseFields form={form} />
      <KindFields form={form} />
      <div className={css.third}>
        <FormField form={form} name="other_refund" label="Hoàn thêm" />
        <FormField form={form} name="other_reason" label="Lý do hoàn thêm" />
      </div>
      {asks && <BothQuestion form={form} label="Có lên đơn chiết khấu không?" />}
      {withBoth && (
        <div className={css.nested}>
          <FormField form={form} name="refund_price" />
        </div>
      )}
    </FormDialog>
  )
}
