/** The icon of each result of a call: the same on tile, dialog, history and log. */
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconAntennaBarsOff,
  IconPhone,
  IconPhoneOff,
  IconRepeat,
} from '@tabler/icons-react'
import { careResults, isReached, type CareResult } from '#subjects/calling/contract/care-results.ts'
import css from './result-icon.module.css'

/** All other results have a telephone, crossed out if nobody was reached. */
const icons: Partial<Record<CareResult, typeof IconClock>> = {
  APPROVED: IconCircleCheck,
  REJECTED: IconCircleX,
  APPOINTMENT: IconClock,
  KLLĐ: IconAntennaBarsOff,
  KEEP: IconArrowBackUp,
  'RE-REGISTER': IconRepeat,
}

/** Type guard of the results. */
export const isResult = (value: unknown): value is CareResult =>
  careResults.some((result) => result.value === value)

/** The Vietnamese label of a result; an unknown one as it is. */
const resultLabel = (value: unknown): string =>
  careResults.find((result) => result.value === value)?.label ?? String(value ?? '')

/** Only the icon, coloured for the decisive results. */
export function ResultIcon({ status }: { status: CareResult }) {
  const Icon = icons[status] ?? (isReached(status) ? IconPhone : IconPhoneOff)
  return <Icon className={css.icon} data-result={status} size={16} stroke={1.9} aria-hidden />
}

/** Icon and label. */
export const ResultMark = ({ status }: { status: unknown }) => (
  <span className={css.mark}>
    {isResult(status) && <ResultIcon status={status} />}
    {resultLabel(status)}
  </span>
)
