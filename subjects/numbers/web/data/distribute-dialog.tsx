/** 'Phân dữ liệu': gives customers of one list or all to accounts of a level, with a count each (D1-CUST-11 to 13). */
import { thousands } from '#kit/contract/thousands.ts'
import { messages } from '#platform/contract/messages.ts'
import { splitTexts } from '#subjects/numbers/contract/calls/split.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import { useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import {
  distribute,
  levelCalls,
  levelNames,
  levelsOf,
  allLists,
  type Level,
  type Source,
} from './distribute.ts'
import { readQuantity, type Draft } from './split-model.ts'
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
  `${upload === allLists ? '' : `${name}, `}${thousands(total)} số có thể phân`

/** The accounts of the chosen level, their counts, and the call. */
function useDistribution(source: Source, onClose: () => void) {
  const levels = levelsOf(useActor())
  const start: { level: Level; counts: Draft } = { level: levels[0] ?? 'sale', counts: {} }
  const form = useForm({
    start,
    follow: (_, name) => (name === 'level' ? { counts: {} } : {}),
    isDirty: ({ counts }) => Object.values(counts).some((text) => (readQuantity(text) ?? 0) > 0),
    fallback: messages.assignFailed,
    save: async ({ counts }, { key }) => {
      await distribute(itemsOf(accounts, counts, source.upload), key, false)
      onClose()
    },
  })
  const { level, counts } = form.values
  const list = useCall('users', levelCalls[level], {})
  const accounts = list.data?.values ?? []
  return { form, levels, list, accounts, ...sumOf(accounts, counts) }
}

export function DistributeDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { form, levels, list, accounts, sum, wrong } = useDistribution(source, onClose)
  const { level, counts } = form.values
  const tooMany = sum > source.total
  return (
    <FormDialog
      form={form}
      title="Phân dữ liệu"
      note={noteOf(source)}
      ready={sum > 0 && wrong === 0 && !tooMany}
      saveLabel={sum > 0 ? `Phân ${thousands(sum)} số` : 'Phân dữ liệu'}
      onClose={onClose}
    >
      <div>
        {levels.length > 1 && (
          <Levels levels={levels} chosen={level} onChoose={(next) => form.set('level', next)} />
        )}
        {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
        {list.data && accounts.length === 0 && <EmptyNote title="Không có tài khoản nào ở cấp này" />}
        <TargetCounts
          focus
          accounts={accounts}
          counts={counts}
          total={source.total}
          onChange={(next) => form.set('counts', next)}
        />
        {tooMany && (
          <p role="alert" className={css.over}>
            {splitTexts.tooMany}
          </p>
        )}
      </div>
    </FormDialog>
  )
}
