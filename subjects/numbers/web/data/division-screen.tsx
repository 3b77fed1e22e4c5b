/** 'Chia data cho các chi nhánh': a customer list split among branches at once (D1-SPLIT-02, D1-SPLIT-17, D1-Q-122). */
import { IconAlertTriangle, IconFile } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { messages } from '#platform/contract/messages.ts'
import { countAssign, customerListTexts, uploads } from '#subjects/numbers/contract/calls/customer-lists.ts'
import { splitTexts } from '#subjects/numbers/contract/calls/split.ts'
import { alertText, toast } from '#kit/web/feedback.ts'
import { useKeys } from '#kit/web/keys.ts'
import { useUnsaved } from '#kit/web/tab-state.tsx'
import { useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import { useAction } from '#kit/web/use-action.ts'
import { distribute, levelCalls, levelsOf, type Item } from './distribute.ts'
import { ShareBar } from './share-bar.tsx'
import { readQuantity, unsaved, type Draft } from './split-model.ts'
import { itemsOf, sumOf, TargetCounts } from './target-counts.tsx'
import css from './split.module.css'

/** Sends the distribution and reports success (D1-SPLIT-18). */
const useSaving = () =>
  useAction(
    useCallback(async (key: string, items: readonly Item[]) => {
      await distribute(items, key, true)
      toast('success', splitTexts.splitSaved)
    }, []),
    messages.assignFailed,
  )

/** The chosen list, the accounts and their typed counts. */
function useDivision() {
  const [upload, setUpload] = useState('')
  const [counts, setCounts] = useState<Draft>({})
  const level = levelsOf(useActor())[0] ?? 'sale'
  const lists = useCall('upload', uploads, { page: '1', count: '1000' })
  const people = useCall('users', levelCalls[level], {})
  const total = useCall('customer', countAssign, upload === '' ? null : { id: upload })
  const accounts = people.data?.values ?? []
  const { sum, wrong } = sumOf(accounts, counts)
  const available = total.data?.total ?? 0
  const saving = useSaving()
  const fault = sum > available ? splitTexts.tooMany : wrong > 0 ? `Sửa ${wrong} lỗi để lưu` : undefined
  const save = async (): Promise<void> => {
    const items = itemsOf(accounts, counts, upload)
    if (upload === '' || items.length === 0) alertText(customerListTexts.noData)
    else if (await saving.run(items)) setCounts((now) => unsaved(now, counts))
  }
  const choose = (id: string): void => {
    setUpload(id)
    setCounts({})
  }
  const shares = accounts.map(({ id, fullname, username }) => ({
    key: id,
    label: fullname,
    value: readQuantity(counts[username] ?? '') ?? 0,
  }))
  return {
    upload,
    choose,
    counts,
    setCounts,
    lists,
    people,
    total,
    available,
    accounts,
    sum,
    saving,
    fault,
    save,
    shares,
  }
}

type Division = ReturnType<typeof useDivision>

function Bar({ division }: { division: Division }) {
  const { upload, choose, lists, total, available } = division
  const chosen = lists.data?.values.find(({ id }) => id === upload)
  const options = (lists.data?.values ?? []).map(({ id, filename, remaining }) => ({
    value: id,
    label: filename,
    note: `còn ${thousands(remaining)}`,
  }))
  return (
    <div className={css.bar}>
      <div className={css.file}>
        <Picker
          label="Danh sách"
          icon={<IconFile size={16} stroke={1.9} aria-hidden />}
          options={options}
          value={upload}
          placeholder="Chọn danh sách để chia"
          onChange={choose}
        />
      </div>
      {chosen && total.data && (
        <span className={css.can} data-num>
          Có thể chia <b>{thousands(available)}</b> trong {thousands(chosen.totalCustomers)} số
        </span>
      )}
    </div>
  )
}

function Body({ division }: { division: Division }) {
  const { upload, people, accounts, counts, setCounts, available, sum, shares } = division
  if (upload === '') {
    return (
      <div className={css.instead}>
        <EmptyNote
          icon={<IconFile size={24} stroke={1.5} />}
          title="Chưa chọn danh sách"
          text="Chọn danh sách khách hàng ở trên để chia."
        />
      </div>
    )
  }
  if (people.error) {
    return (
      <div className={css.instead}>
        <ErrorNote error={people.error} retry={() => void people.refetch()} />
      </div>
    )
  }
  return (
    <div className={css.split}>
      <div className={css.people}>
        <TargetCounts accounts={accounts} counts={counts} total={available} onChange={setCounts} />
      </div>
      <aside className={css.side} aria-label="Tóm tắt" tabIndex={0}>
        <ShareBar shares={shares} distributed={sum} total={available} />
      </aside>
    </div>
  )
}

export default function DivisionScreen() {
  const division = useDivision()
  const { sum, fault, saving, save } = division
  useUnsaved(sum > 0)
  useKeys({ 'Ctrl+S': () => !fault && void save() })
  return (
    <>
      <ScreenHead title="Chia data cho các chi nhánh">
        {fault && (
          <span className={css.fault} role="alert">
            <IconAlertTriangle size={14} stroke={2} aria-hidden /> {fault}
          </span>
        )}
        <Button look="primary" keys="Ctrl S" busy={saving.busy} reason={fault} onClick={() => void save()}>
          Lưu
        </Button>
      </ScreenHead>
      <Bar division={division} />
      <Body division={division} />
    </>
  )
}
