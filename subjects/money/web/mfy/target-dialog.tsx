/** 'Tra cứu ĐTCT': the carrier's answer on a number appears below it (D2-MFY-02, D2-MFY-03). */
import { useState } from 'react'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { lookUpTarget, mfyTexts } from '#subjects/money/contract/calls/mfy.ts'
import { sendFull } from '#kit/web/client.ts'
import { alertText } from '#kit/web/feedback.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import css from './mfy.module.css'

const fields = [['phone', mfy.fields.so_dien_thoai]] as const

/** The dialog stays open for the next number. */
export function TargetDialog({ onClose }: { onClose: () => void }) {
  const [answer, setAnswer] = useState('')
  const form = useForm({
    start: { phone: '' },
    fields: () => fields,
    fallback: mfyTexts.unknownError,
    save: async ({ phone }, { key }) => {
      setAnswer('')
      const { msg } = await sendFull(
        lookUpTarget,
        { phone },
        { idempotencyKey: key, quiet: true, impatient: true },
      )
      if (msg === undefined) alertText(mfyTexts.unknownError)
      else setAnswer(msg)
      // After the answer closing loses nothing.
      form.restart({ phone })
    },
  })
  return (
    <FormDialog
      narrow
      form={form}
      title="Tra cứu đối tượng chương trình"
      saveLabel="Tra cứu"
      onClose={onClose}
    >
      <FormField form={form} name="phone" autoFocus />
      <p className={css.found} role="status">
        {answer}
      </p>
    </FormDialog>
  )
}
