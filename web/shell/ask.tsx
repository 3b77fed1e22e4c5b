/** The dialog of a question. */
import type { OpenQuestion } from '../kit/feedback.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'

/** The focus begins where Enter does no harm. */
const focusMark = (here: boolean) => (here ? { 'data-autofocus': true } : {})

/** Asks, and passes the answer on. */
export function Ask({ asked }: { asked: OpenQuestion }) {
  const { title, body, confirmLabel = 'Xác nhận', cancelLabel = 'Huỷ', danger, answer } = asked
  return (
    <Dialog
      title={title}
      narrow
      above
      onClose={() => answer(false)}
      footer={
        <>
          <span style={{ flex: 1 }} />
          <Button {...focusMark(danger === true)} onClick={() => answer(false)}>
            {cancelLabel}
          </Button>
          <Button look={danger ? 'danger' : 'primary'} {...focusMark(!danger)} onClick={() => answer(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {body && <p style={{ whiteSpace: 'pre-line' }}>{body}</p>}
    </Dialog>
  )
}
