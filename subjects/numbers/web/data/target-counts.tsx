/** Accounts with a count each, their sum and the remainder; used to distribute customer lists. */
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { thousands } from '#kit/contract/thousands.ts'
import type { Staff } from '#platform/contract/calls/staff.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { QuantityBox } from './quantity-box.tsx'
import { evenShares, readQuantity, type Draft } from './split-model.ts'
import css from './files.module.css'

/** Sum of the counts; `wrong` is the number of texts that are not whole numbers. */
export function sumOf(accounts: readonly Staff[], counts: Draft): { sum: number; wrong: number } {
  const read = accounts.map(({ username }) => readQuantity(counts[username] ?? ''))
  return {
    sum: read.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    wrong: read.filter((value) => value === undefined).length,
  }
}

/** The items of the assign call: account, count and list; accounts without a count are left out. */
export const itemsOf = (accounts: readonly Staff[], counts: Draft, upload: string) =>
  accounts
    .map(({ id, username }) => ({ user: id, count: readQuantity(counts[username] ?? '') ?? 0, upload }))
    .filter(({ count }) => count > 0)

type TargetCountsProps = {
  accounts: readonly Staff[]
  counts: Draft
  total: number
  /** Whether the first box takes the focus, as in a dialog. */
  focus?: boolean
  onChange: (counts: Draft) => void
}

export function TargetCounts({ accounts, counts, total, focus, onChange }: TargetCountsProps) {
  const { sum } = sumOf(accounts, counts)
  const remaining = total - sum
  return (
    <>
      <ul className={css.targets} data-boxes>
        {accounts.map(({ username, fullname }, index) => (
          <li key={username} className={css.target}>
            <span title={fullname}>{fullname}</span>
            <span className={css.quiet}>{username}</span>
            <span className={css.space} />
            <QuantityBox
              label={`Số lượng của ${username}`}
              value={counts[username] ?? ''}
              placeholder="0"
              first={focus === true && index === 0}
              invalid={readQuantity(counts[username] ?? '') === undefined}
              onChange={(text) => onChange({ ...counts, [username]: text })}
              onReset={() => onChange({ ...counts, [username]: '' })}
            />
          </li>
        ))}
      </ul>
      <div className={css.sum} data-over={remaining < 0 || undefined}>
        <Button
          small
          icon={<IconArrowsSplit2 size={14} stroke={1.9} />}
          reason={accounts.length === 0 || total === 0 ? 'Không có gì để chia' : undefined}
          onClick={() => onChange(evenShares(total, accounts).draft)}
        >
          Chia đều
        </Button>
        <span className={css.space} />
        <span>
          Đã chia <b>{thousands(sum)}</b> / {thousands(total)}
        </span>
        <span>{remaining < 0 ? `Vượt ${thousands(-remaining)}` : `Còn ${thousands(remaining)}`}</span>
      </div>
    </>
  )
}
