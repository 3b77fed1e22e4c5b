/** 'Phân dữ liệu': customers of one list or of all go to accounts of a level, so many each (D1-CUST-11 to 13). */
import { useCallback, useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { texts } from '../../../contract/workflows/data.ts'
import { useCall } from '../../kit/query.ts'
import { useActor } from '../../kit/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { EmptyNote, ErrorNote } from '../../kit/ui/state.tsx'
import { useAction } from '../../kit/use-action.ts'
import { FormDialog } from '../../kit/resource/form-dialog.tsx'
import {
  distribute,
  levelCalls,
  levelNames,
  levelsOf,
  allLists,
  type Level,
  type Source,
} from './distribute.ts'
import { grouped, type Draft } from './split-model.ts'
import { itemsOf, sumOf, TargetCounts } from './target-counts.tsx'
import css from './files.module.css'

type LevelsProps = { levels: readonly Level[]; chosen: Level; onChoose: (level: Level) => void }

const Levels = ({ levels, chosen, onChoose }: LevelsProps) => (
  <div className={css.levels} role="group" aria-label="Cấp nhận">
    Phân cho
    {levels.map((level) => (
      <Button
        key={level}
        small
        aria-pressed={level === chosen}
        look={level === chosen ? 'outline' : 'ghost'}
        onClick={() => onChoose(level)}
      >
        {levelNames[level]}
      </Button>
    ))}
  </div>
)

const noteOf = ({ upload, name, total }: Source): string =>
  `${upload === allLists ? '' : `${name}, `}${grouped(total)} số có thể phân`

/** The accounts of the chosen level, what each is to get, and the sending. */
function useDistribution(source: Source) {
  const levels = levelsOf(useActor())
  const [level, setLevel] = useState<Level>(levels[0] ?? 'sale')
  const [counts, setCounts] = useState<Draft>({})
  const list = useCall('users', levelCalls[level], {})
  const accounts = list.data?.values ?? []
  const items = itemsOf(accounts, counts, source.upload)
  const send = useAction(
    useCallback((key: string, of: typeof items) => distribute(of, key, false), []),
    messages.assignFailed,
  )
  const choose = (next: Level): void => {
    setLevel(next)
    setCounts({})
  }
  return { levels, level, choose, counts, setCounts, list, accounts, items, send, ...sumOf(accounts, counts) }
}

/** The dialog. */
export function DistributeDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { levels, level, choose, counts, setCounts, list, accounts, items, send, sum, wrong } =
    useDistribution(source)
  const over = sum > source.total
  return (
    <FormDialog
      title="Phân dữ liệu"
      note={noteOf(source)}
      dirty={sum > 0}
      busy={send.busy}
      ready={sum > 0 && wrong === 0 && !over}
      saveLabel={sum > 0 ? `Phân ${grouped(sum)} số` : 'Phân dữ liệu'}
      onSubmit={async () => {
        if (await send.run(items)) onClose()
      }}
      onClose={onClose}
    >
      <div>
        {levels.length > 1 && <Levels levels={levels} chosen={level} onChoose={choose} />}
        {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
        {list.data && accounts.length === 0 && <EmptyNote title="Không có tài khoản nào ở cấp này" />}
        <TargetCounts accounts={accounts} counts={counts} total={source.total} focus onChange={setCounts} />
        {over && (
          <p role="alert" className={css.over}>
            {texts.tooMany}
          </p>
        )}
      </div>
    </FormDialog>
  )
}
