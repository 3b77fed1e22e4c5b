/** The icon of each result of a call: the same on tile, dialog, history and log. */
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

/** Type guard of the seven results. */
export const isResult = (value: unknown): value is CareResult =>
  careResults.some((result) => result.value === value)

/** The Vietnamese label of a result; an unknown one as it is. */
const resultLabel = (value: unknown): string =>
  careResults.find((result) => result.value === value)?.label ?? String(value ?? '')

/** The icon alone, coloured for the deciding results. */
export function ResultIcon({ status }: { status: CareResult }) {
  const Icon = icons[status]
  return <Icon className={css.icon} data-result={status} size={16} stroke={1.9} aria-hidden />
}

/** Icon and label. */
export const ResultMark = ({ status }: { status: unknown }) => (
  <span className={css.mark}>
    {isResult(status) && <ResultIcon status={status} />}
    {resultLabel(status)}
  </span>
)
