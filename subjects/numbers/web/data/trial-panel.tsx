/** The result of a trial: warnings with figures, one-click repairs, and the time. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import type { TrialWarning } from '#subjects/numbers/contract/calls/split.ts'
import { fitBelow, moveBeside, type Branch } from './split-model.ts'
import type { Split } from './use-split.ts'
import css from './split-side.module.css'

const icons = { error: IconAlertTriangle, warning: IconAlertTriangle, info: IconInfoCircle } as const

type Repair = { label: string; draft: Record<string, string> }

/** The repair of a warning; null if a person has to decide. */
function repairOf(warning: TrialWarning, { branches, roots }: Split): Repair | null {
  const branch = branches.find(({ node }) => node.username === warning.username)
  if (!branch || warning.level === 'info') return null
  if (branch.distributed > branch.after && branch.hasQuantity) {
    const people = branch.below.every(({ node }) => node.level === 'sale') ? 'nhân viên' : 'đơn vị bên dưới'
    return { label: `Giảm đều ${branch.below.length} ${people}`, draft: fitBelow(branch) }
  }
  if (!branch.node.locked || branch.after === 0) return null
  const above = branches.find(({ below }) => below.includes(branch))
  const beside: readonly Branch[] = above ? above.below : roots
  const draft = moveBeside(branch, beside)
  const names = Object.keys(draft).filter((name) => name !== branch.node.username)
  if (names.length === 0) return null
  const receivers = names.length > 3 ? `${names.length} tài khoản cùng cấp` : names.join(', ')
  return { label: `Chuyển cho ${receivers}`, draft }
}

function Warning({ warning, split }: { warning: TrialWarning; split: Split }) {
  const Icon = icons[warning.level]
  const repair = repairOf(warning, split)
  return (
    <li data-level={warning.level}>
      <Icon size={16} stroke={1.9} aria-hidden />
      <div>
        <b>{warning.title}</b>
        <p>{warning.detail}</p>
        {repair && (
          <button type="button" className={css.repair} onClick={() => split.put(repair.draft)}>
            {repair.label}
          </button>
        )}
      </div>
    </li>
  )
}

function TrialResult({ split }: { split: Split }): ReactNode {
  const { trial, stale, remainder } = split
  if (!trial) return <p data-quiet>Nhấn 'Chia thử' để xem trước kết quả và cảnh báo.</p>
  const { warnings, ok } = trial.answer
  return (
    <>
      {stale && <p className={css.stale}>Số lượng đã đổi sau lần chia thử này.</p>}
      {remainder === null && warnings.length === 0 && ok && (
        <p className={css.fine}>
          <IconCircleCheck size={16} stroke={1.9} aria-hidden /> Không có cảnh báo
        </p>
      )}
      <ul className={css.warnings} data-stale={stale || undefined}>
        {warnings.map((warning) => (
          <Warning key={`${warning.username ?? ''} ${warning.title}`} warning={warning} split={split} />
        ))}
      </ul>
    </>
  )
}

export function TrialPanel({ split }: { split: Split }) {
  const { trial } = split
  return (
    <section className={css.trial} aria-label="Kết quả chia thử" aria-live="polite">
      <h2>
        Kết quả chia thử
        {trial && <time dateTime={trial.answer.at}>{formatInstant(trial.answer.at).slice(11)}</time>}
      </h2>
      <TrialResult split={split} />
      <p className={css.promise}>Chia thử không lưu gì.</p>
    </section>
  )
}
