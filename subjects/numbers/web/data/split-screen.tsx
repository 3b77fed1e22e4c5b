/** 'Chia data': how many numbers of a file each account may receive, with a trial before saving (D1-SPLIT-01 to 18). */
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsSplit2,
  IconFile,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { filesNoLimit } from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { useKeyHelp, useKeys } from '#kit/web/keys.ts'
import { useUnsaved } from '#kit/web/tab-state.tsx'
import { useCall } from '#kit/web/query.ts'
import { useStore } from '#kit/web/store.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { NoticeBar } from '#kit/web/ui/notice-bar.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { EmptyNote, ErrorNote } from '#kit/web/ui/state.tsx'
import { WhyButton } from '#subjects/calling/web/index.ts'
import { switchFile } from './file-actions.ts'
import { ShareBar } from './share-bar.tsx'
import { evenShares } from './split-model.ts'
import { SplitTable } from './split-table.tsx'
import { splitTarget } from './split-target.ts'
import { TrialPanel } from './trial-panel.tsx'
import { stoppedNote, useSplit, type Split } from './use-split.ts'
import css from './split.module.css'

const help = [
  { keys: 'Ctrl+S', what: 'Lưu' },
  { keys: 'Enter / ↓', what: 'Ô số lượng tiếp theo' },
  { keys: '↑', what: 'Ô số lượng trước' },
  { keys: 'Esc', what: 'Trả ô về số đã lưu' },
]

function Head({ split }: { split: Split }) {
  const { file, fault, save, tryOut, saveNow, options } = split
  return (
    <ScreenHead title="Chia data">
      {fault && (
        <span className={css.fault} role="alert">
          <IconAlertTriangle size={14} stroke={2} aria-hidden /> {fault}
        </span>
      )}
      <Button
        icon={<IconPlayerPlay size={16} stroke={1.9} />}
        busy={tryOut.busy}
        reason={options.data ? undefined : file === '' ? 'Chọn file trước' : 'Đang tải'}
        onClick={() => void tryOut.run()}
      >
        Chia thử
      </Button>
      <Button look="primary" keys="Ctrl S" busy={save.busy} reason={fault} onClick={saveNow}>
        Lưu
      </Button>
    </ScreenHead>
  )
}

/** Files with their remaining numbers, searchable without diacritics. */
function FilePicker({ split }: { split: Split }) {
  const files = useCall('uploadchiadata', filesNoLimit, {})
  const options = (files.data?.values ?? []).map(({ FileName, tong, tong_da_dung, is_activated }) => ({
    value: FileName,
    label: FileName,
    note: `còn ${thousands(tong - tong_da_dung)}${is_activated ? '' : ', đã dừng'}`,
  }))
  return (
    <div className={css.file}>
      <Picker
        label="File"
        icon={<IconFile size={16} stroke={1.9} aria-hidden />}
        options={options}
        value={split.file}
        placeholder="Chọn file để chia"
        onChange={(name) => void split.choose(name)}
      />
    </div>
  )
}

/** Even shares for the accounts the caller splits among: its branches, or the people of its own branch or group. */
function evenOver({ budget, put }: Split): void {
  const targets = budget.parts.map(({ node }) => node).filter(({ locked }) => !locked)
  const { draft, remainder } = evenShares(budget.total, targets)
  put(draft, remainder)
}

function UndoButton({ split }: { split: Split }) {
  const last = split.options.data?.last
  // A branch does not see the splits of others, so it gets no button rather than 'none yet'.
  if (!last) return null
  return (
    <Button
      look="ghost"
      icon={<IconArrowBackUp size={16} stroke={1.9} />}
      reason={last.undoable ? undefined : (last.why ?? undefined)}
      busy={split.undo.busy}
      onClick={() => void split.undo.run()}
    >
      Hoàn tác
    </Button>
  )
}

function Bar({ split }: { split: Split }) {
  const { options, budget, free, remainder } = split
  const { data } = options
  const nothingToShare = budget.parts.length === 0 || budget.total === 0
  return (
    <div className={css.bar}>
      <FilePicker split={split} />
      {data && (
        <span className={css.can} data-num>
          Có thể chia <b>{thousands(data.total)}</b> trong {thousands(data.tong)} số
        </span>
      )}
      {remainder !== null && remainder > 0 && (
        <span className={css.rest}>Dư {thousands(remainder)} số không chia hết</span>
      )}
      <span data-space />
      <WhyButton />
      {data && (
        <>
          <Button
            look="ghost"
            icon={<IconArrowsSplit2 size={16} stroke={1.9} />}
            reason={nothingToShare ? 'Không có gì để chia' : undefined}
            title={free ? 'Chia đều cho chi nhánh' : 'Chia đều cho cấp dưới'}
            onClick={() => evenOver(split)}
          >
            Chia đều
          </Button>
          <UndoButton split={split} />
        </>
      )}
    </div>
  )
}

function Body({ split }: { split: Split }) {
  const { options, budget, file } = split
  if (file === '') {
    return (
      <div className={css.instead}>
        <EmptyNote
          icon={<IconFile size={24} stroke={1.5} />}
          title="Chưa chọn file"
          text="Chọn file ở trên để xem số lượng của từng chi nhánh."
        />
      </div>
    )
  }
  if (options.error) {
    return (
      <div className={css.instead}>
        <ErrorNote error={options.error} title="Chưa tải được file" retry={() => void options.refetch()} />
      </div>
    )
  }
  if (!options.data) return <div className={css.instead} aria-busy="true" />
  const shares = budget.parts.map(({ node, after }) => ({ key: node.id, label: node.fullname, value: after }))
  return (
    <div className={css.split}>
      <SplitTable key={file} split={split} />
      <aside className={css.side} aria-label="Tóm tắt" tabIndex={0}>
        <ShareBar shares={shares} distributed={budget.distributed} total={budget.total} />
        <TrialPanel split={split} />
      </aside>
    </div>
  )
}

export default function SplitScreen() {
  const split = useSplit()
  const target = useStore(splitTarget)
  useUnsaved(split.dirty)
  useKeys({ 'Ctrl+S': split.saveNow })
  useKeyHelp('Chia data', help)
  const takeUp = useEffectEvent((name: string) => {
    splitTarget.set(null)
    void split.choose(name)
  })
  useEffect(() => {
    if (target !== null) takeUp(target)
  }, [target])
  return (
    <>
      <Head split={split} />
      <Bar split={split} />
      {split.stopped && (
        <NoticeBar
          icon={<IconAlertTriangle size={16} stroke={1.9} aria-hidden />}
          action={
            split.starts
              ? {
                  label: 'Kích hoạt lấy số',
                  run: () => void switchFile({ FileName: split.file, is_activated: 0 }),
                }
              : undefined
          }
        >
          {stoppedNote}
        </NoticeBar>
      )}
      <Body split={split} />
    </>
  )
}
