/** The sign of each result of a call: the same on tile, dialog, history and log. */
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconAntennaBarsOff,
  IconPhoneOff,
  IconRepeat,
} from '@tabler/icons-react'
import { careResults, type CareResult } from '../../../contract/care-results.ts'
import css from './result-icon.module.css'

const icons: Record<CareResult, typeof IconClock> = {
  APPROVED: IconCircleCheck,
  REJECTED: IconCircleX,
  APPOINTMENT: IconClock,
  KBM: IconPhoneOff,
  KLLĐ: IconAntennaBarsOff,
  KEEP: IconArrowBackUp,
  'RE-REGISTER': IconRepeat,
}

/** Whether a text of the wire is one of the seven. */
export const isResult = (value: unknown): value is CareResult =>
  careResults.some((result) => result.value === value)

/** The Vietnamese word of a result; the text itself for one that nothing documents. */
const resultLabel = (value: unknown): string =>
  careResults.find((result) => result.value === value)?.label ?? String(value ?? '')

/** The sign alone, in its colour where it decides something. */
export function ResultIcon({ status }: { status: CareResult }) {
  const Icon = icons[status]
  return <Icon className={css.icon} data-result={status} size={16} stroke={1.9} aria-hidden />
}

/** Sign and word. */
export const ResultMark = ({ status }: { status: unknown }) => (
  <span className={css.mark}>
    {isResult(status) && <ResultIcon status={status} />}
    {resultLabel(status)}
  </span>
)
