/** One line of a payslip: amount, state, comments, and its actions. */
import { IconCheck, IconHelp, IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import type { Tone } from '#kit/contract/field.ts'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import type { PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import {
  lineStates,
  longestMessage,
  type LineState,
  type Slip,
  type SlipRow,
} from '#subjects/pay/contract/calls/payslip.ts'
import { useAction } from '#kit/web/use-action.ts'
import { useUnsaved } from '#kit/web/tab-state.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { TextArea } from '#kit/web/ui/field.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { sendConfirm, sendComment } from './slip-calls.ts'
import { noteOf, signed } from './slip-figures.ts'
import css from './payslip.module.css'

const icon = { size: 16, stroke: 1.9 }
const tones: Readonly<Record<LineState, Tone>> = {
  chua: 'grey',
  xac_nhan: 'green',
  da_doi: 'amber',
  thac_mac: 'amber',
  tra_loi: 'blue',
}

const Thread = ({ row: { trao_doi } }: { row: SlipRow }) => (
  <ol className={css.thread}>
    {trao_doi.map(({ id, ten, hoi, noi_dung, luc }) => (
      <li key={id} data-asks={hoi || undefined}>
        <p>{noi_dung}</p>
        <small data-num>
          {ten}, {formatInstant(luc)}
        </small>
      </li>
    ))}
  </ol>
)

type CommentBoxProps = { slip: Slip; row: SlipRow; label: string; close: () => void }

/** The box of a comment; the text stays if sending fails. */
function CommentBox({ slip, row, label, close }: CommentBoxProps) {
  const [text, setText] = useState('')
  const { run, busy } = useAction(sendComment)
  useUnsaved(text.trim() !== '')
  const submit = async (): Promise<void> => {
    if (await run(slip, row.cot, text.trim())) close()
  }
  return (
    <form
      className={css.words}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextArea
        aria-label={label}
        placeholder={slip.cua_minh ? 'Bạn thắc mắc điều gì ở dòng này' : 'Trả lời'}
        rows={3}
        maxLength={longestMessage}
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
      />
      <Button onClick={close}>Huỷ</Button>
      <Button
        type="submit"
        look="primary"
        busy={busy}
        reason={text.trim() === '' ? 'Chưa có nội dung' : undefined}
      >
        Gửi
      </Button>
    </form>
  )
}

type ActionsProps = { slip: Slip; row: SlipRow; comment: () => void }

/** The employee confirms and asks; managers answer. */
function Actions({ slip, row, comment }: ActionsProps) {
  const confirm = useAction(sendConfirm)
  const hasComments = row.trao_doi.length > 0
  if (!slip.cua_minh)
    return hasComments && row.trang_thai !== 'xac_nhan' ? (
      <div className={css.actions}>
        <Button icon={<IconMessage {...icon} />} onClick={comment}>
          Trả lời
        </Button>
      </div>
    ) : null
  return (
    <div className={css.actions}>
      {row.trang_thai !== 'xac_nhan' && !slip.tam_tinh && (
        <Button
          icon={<IconCheck {...icon} />}
          busy={confirm.busy}
          onClick={() => void confirm.run(slip, [row])}
        >
          Xác nhận
        </Button>
      )}
      <Button icon={hasComments ? <IconMessage {...icon} /> : <IconHelp {...icon} />} onClick={comment}>
        {hasComments ? 'Hỏi tiếp' : 'Thắc mắc'}
      </Button>
    </div>
  )
}

type LineProps = { slip: Slip; row: SlipRow; less: boolean; explain: (figure: PayFigure) => void }

export function Line({ slip, row, less, explain }: LineProps) {
  const [typing, setTyping] = useState(false)
  const { cot, gia_tri, trang_thai } = row
  const { label } = tinhluong.fields[cot]
  const note = noteOf(slip, cot)
  return (
    <li className={css.line} aria-label={label}>
      <p>
        <span>{label}</span>
        <b data-num data-zero={gia_tri === 0 || undefined}>
          {signed(gia_tri, less)}
        </b>
      </p>
      <p>
        <span className={css.note}>
          {note}
          <button type="button" className={css.how} onClick={() => explain(cot)}>
            Cách tính
          </button>
        </span>
        <Pill tone={tones[trang_thai]} plain={trang_thai === 'chua' || trang_thai === 'xac_nhan'}>
          {lineStates[trang_thai]}
        </Pill>
      </p>
      {row.trao_doi.length > 0 && <Thread row={row} />}
      {typing ? (
        <CommentBox
          slip={slip}
          row={row}
          label={`${slip.cua_minh ? 'Thắc mắc' : 'Trả lời'}: ${label}`}
          close={() => setTyping(false)}
        />
      ) : (
        <Actions slip={slip} row={row} comment={() => setTyping(true)} />
      )}
    </li>
  )
}
