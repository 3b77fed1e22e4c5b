/** The preview of a file: counts by verdict, marked cells with the reason, saving. */
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { IconFile } from '@tabler/icons-react'
import { useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import {
  daysLost,
  farFromKind,
  storedAlready,
  takenBefore,
  totalRows,
  columnLetter,
} from '#kit/contract/import-words.ts'
import { importPreview, type ImportSummary } from '#platform/contract/calls/imports.ts'
import { send } from '../client.ts'
import { Pager } from '../pager.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Segments } from '../ui/segments.tsx'
import { EmptyNote, ErrorNote } from '../ui/state.tsx'
import { ErrorsButton } from './errors-button.tsx'
import { PreviewTable, verdicts } from './preview-table.tsx'
import { timeLeft } from './time-left.ts'
import { goodRows, type Import, type ImportTarget, type SaveChoice } from './use-import.ts'
import css from './import.module.css'
import { Picker } from '../ui/picker.tsx'
import { columnsOf } from './columns-of.ts'

/**
 * Sheet columns with unknown headings: asks for the field of each before anything is saved. One select per column,
 * preset by its position; 'Đọc lại' sends the file with the answers.
 */
function AskColumns({ file, summary }: { file: Import; summary: ImportSummary }) {
  const { asks, columns } = summary
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(
    new Map(asks.map(({ column, field }) => [column, field ?? ''])),
  )
  const unknownColumns = new Set(asks.map(({ column }) => column))
  const open = columns.filter(({ at }) => at === null || unknownColumns.has(at))
  const chosenNames = [...chosen.values()].filter((name) => name !== '')
  const duplicate = chosenNames.find((name, index) => chosenNames.indexOf(name) !== index)
  return (
    <div className={css.asks} role="group" aria-label="Cột chưa rõ">
      <p>File có cột mà tiêu đề chưa rõ là gì. Chọn từng cột, rồi đọc lại file.</p>
      {asks.map(({ column, heading }) => (
        <Picker
          key={column}
          name={`Cột ${columnLetter(column)}${heading === '' ? '' : ` “${heading}”`}`}
          options={open.map(({ name, label }) => ({ value: name, label }))}
          value={chosen.get(column) ?? ''}
          emptyLabel="Không đọc"
          onChange={(name) => setChosen(new Map(chosen).set(column, name))}
        />
      ))}
      <Button
        look="primary"
        busy={file.reading}
        reason={duplicate && 'Một mục được chọn cho hai cột'}
        onClick={() => void file.reread(columnsOf(summary, chosen))}
      >
        Đọc lại file
      </Button>
    </div>
  )
}

type PreviewProps = { target: ImportTarget; file: Import; summary: ImportSummary; onClose: () => void }

type VerdictTabsProps = { summary: ImportSummary; chosen: string; onChoose: (verdict: string) => void }

const tabs = [
  { verdict: '', label: 'Tất cả', rare: false },
  ...Object.entries(verdicts).map(([verdict, { label, rare = false }]) => ({ verdict, label, rare })),
]

function VerdictTabs({ summary, chosen, onChoose }: VerdictTabsProps) {
  const counts: Readonly<Record<string, number>> = { ...summary.counts, '': summary.total }
  return (
    <div className={css.tabs}>
      <Segments
        label="Lọc theo kết quả"
        options={tabs
          .map((tab) => ({ ...tab, count: counts[tab.verdict] ?? 0 }))
          .filter(({ rare, count }) => !rare || count > 0)
          .map(({ verdict, label, count }) => ({
            value: verdict,
            label,
            note: <b data-verdict={verdict}>{thousands(count)}</b>,
          }))}
        value={chosen}
        onChange={onChoose}
      />
      <span className={css.legend}>
        <i data-verdict="repaired" /> đã sửa <i data-verdict="duplicate" /> trùng, không lưu{' '}
        <i data-verdict="bad" /> lỗi, không lưu
      </span>
    </div>
  )
}

function SavingFoot({ summary, onClose }: { summary: ImportSummary; onClose: () => void }) {
  const total = summary.toSave
  const share = total === 0 ? 0 : Math.min(1, summary.done / total)
  return (
    <>
      <div
        className={css.track}
        role="progressbar"
        aria-valuenow={Math.round(share * 100)}
        aria-label="Đang lưu"
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <div className={css.foot}>
        <b data-num>
          Đang lưu {thousands(summary.done)} / {thousands(total)} dòng
        </b>
        <span className={css.quiet}>{timeLeft(summary.startedAt, summary.done, total)}</span>
        <span className={css.aside}>Đóng cửa sổ vẫn lưu tiếp, kết quả hiện ở chuông thông báo</span>
        <span data-space />
        <ErrorsButton summary={summary} label="Tải file lỗi" />
        <Button onClick={onClose}>Đóng, lưu nền</Button>
      </div>
    </>
  )
}

function noSave(summary: ImportSummary, good: number): string | undefined {
  if (summary.asks.length > 0) return 'Chọn cột rồi đọc lại file'
  if (good > 0) return undefined
  return summary.counts.stored > 0 ? 'Mọi dòng của file đã có trong danh sách' : 'Không có dòng nào lưu được'
}

function saveLabel({ counts, lost }: ImportSummary, good: number): string {
  if (counts.stored > 0) return `Lưu ${thousands(good)} dòng mới`
  return lost.length > 0 ? `Thay bằng ${thousands(good)} dòng` : `Lưu ${thousands(good)} dòng`
}

type Paging = { page: number; size: number; count: number | undefined }
type ReadyFootProps = PreviewProps & { paging: Paging; onPaging: (page: number, size: number) => void }

function ReadyFoot({ file, summary, onClose, paging, onPaging }: ReadyFootProps) {
  const [busy, setBusy] = useState(false)
  const { stored, total } = summary.counts
  const [totals, setTotals] = useState(false)
  const good = goodRows(summary) + (totals ? total : 0)
  const loses = summary.lost.length > 0
  const save = async (choice?: SaveChoice): Promise<void> => {
    setBusy(true)
    await file.save(choice, totals)
    setBusy(false)
  }
  return (
    <div className={css.foot}>
      <div className={css.pages}>
        <Pager
          page={paging.page}
          size={paging.size}
          sizes={[20, 50, 100]}
          count={paging.count}
          onPage={(page) => onPaging(page, paging.size)}
          onSize={(size) => onPaging(0, size)}
        />
      </div>
      <ErrorsButton summary={summary} label="Tải file lỗi" />
      {total > 0 && (
        <label className={css.choice}>
          <Checkbox
            label={`Lưu cả ${thousands(total)} dòng tổng`}
            checked={totals}
            onChange={(event) => setTotals(event.target.checked)}
          />
          Lưu cả {thousands(total)} dòng tổng
        </label>
      )}
      <Button onClick={onClose}>Huỷ</Button>
      {stored > 0 && summary.asks.length === 0 && (
        <Button busy={busy} onClick={() => void save('twice')}>
          Lưu cả {thousands(stored)} dòng đã có
        </Button>
      )}
      {loses && (
        <Button busy={busy} reason={noSave(summary, good)} onClick={() => void save('add')}>
          Thêm vào, giữ ngày đã lưu
        </Button>
      )}
      <Button
        look="primary"
        data-autofocus
        busy={busy}
        reason={noSave(summary, good)}
        onClick={() => void save(stored > 0 ? 'leave' : loses ? 'replace' : undefined)}
      >
        {saveLabel(summary, good)}
      </Button>
    </div>
  )
}

/** The page of the preview. */
function usePreview(id: string) {
  const [verdict, setVerdict] = useState('')
  const [paging, setPaging] = useState({ page: 0, size: 20 })
  const rows = useQuery({
    queryKey: ['imports', id, 'rows', verdict, paging],
    queryFn: ({ signal }) =>
      send(
        importPreview,
        { id, page: paging.page, count: paging.size, ...(verdict && { verdict }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const choose = (next: string): void => {
    setVerdict(next)
    setPaging({ page: 0, size: paging.size })
  }
  return { verdict, choose, paging, setPaging, rows }
}

const Title = ({ filename }: { filename: string }) => (
  <span className={css.title}>
    <IconFile size={16} stroke={1.9} aria-hidden /> {filename}
  </span>
)

/** The full-screen step between reading and the summary. */
export function Preview(props: PreviewProps) {
  const { target, file, summary, onClose } = props
  const { verdict, choose, paging, setPaging, rows } = usePreview(summary.id)
  const { seenBefore, counts } = summary
  const note = `${thousands(summary.total)} dòng, ${summary.columns.length} cột, trang tính 1`
  return (
    <Dialog full bare title={<Title filename={summary.filename} />} note={note} onClose={onClose}>
      <VerdictTabs summary={summary} chosen={verdict} onChoose={choose} />
      {seenBefore && (
        <p className={css.seen} role="status">
          {takenBefore(seenBefore, summary.toSave)}
        </p>
      )}
      {!seenBefore && counts.stored > 0 && (
        <p className={css.seen} role="status">
          {storedAlready(counts.stored)}
        </p>
      )}
      {[
        ...summary.doubts.map(({ text }) => text),
        ...(summary.closed === null ? [] : [summary.closed]),
        ...(summary.uncompared === null ? [] : [summary.uncompared]),
        ...(summary.lost.length > 0 ? [daysLost(summary.lost)] : []),
        ...(summary.far > 0 ? [farFromKind(summary.far)] : []),
        ...(counts.total > 0 ? [totalRows(counts.total)] : []),
      ].map((text) => (
        <p key={text} className={css.seen} role="status">
          {text}
        </p>
      ))}
      {summary.asks.length > 0 && <AskColumns key={summary.id} file={file} summary={summary} />}
      <div className={css.grid} tabIndex={0} role="group" aria-label="Các dòng của file">
        <PreviewTable target={target} summary={summary} rows={rows.data?.values} />
        {rows.error && <ErrorNote error={rows.error} retry={() => void rows.refetch()} />}
        {rows.data?.values.length === 0 && <EmptyNote />}
      </div>
      {summary.state === 'saving' ? (
        <SavingFoot summary={summary} onClose={onClose} />
      ) : (
        <ReadyFoot
          {...props}
          paging={{ ...paging, count: rows.data?.count }}
          onPaging={(page, size) => setPaging({ page, size })}
        />
      )}
    </Dialog>
  )
}
