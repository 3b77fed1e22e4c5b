/** 'Theo file': which rules each file follows, switched here or its own (D3-REC-01). */
import { formatDate } from '#kit/contract/dates.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { isReached, recycledResults } from '#subjects/calling/contract/care-results.ts'
import type { RecycledFile } from '#subjects/calling/contract/calls/recycling.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { Table, TableScroll, type TableColumn } from '#figures/table.tsx'
import { Switch } from './rule-cells.tsx'
import { fileText, followsRules } from './rule-words.ts'
import tableCss from './rule-table.module.css'
import css from './recycle.module.css'

/** People who were not reached wait for another call. */
const shownResults = recycledResults.filter((status) => !isReached(status))
/** The most files that the server returns. */
const mostFiles = 50

type FileTableProps = {
  files: readonly RecycledFile[]
  /** A default rule is active. */
  running: boolean
  busy: boolean
  onTurn: (file: RecycledFile, on: boolean) => void
  onOwn: (file: RecycledFile) => void
}

const sumOf = (files: readonly RecycledFile[], of: (file: RecycledFile) => number): string =>
  thousands(files.reduce((sum, file) => sum + of(file), 0))

type RuleButtonProps = Pick<FileTableProps, 'running' | 'onOwn'> & { file: RecycledFile }

function RuleButton({ file, running, onOwn }: RuleButtonProps) {
  const { word, more } = fileText(file, running)
  return (
    <button
      type="button"
      className={tableCss.pick}
      aria-label={`Luật của ${file.FileName}: ${word} ${more}`.trim()}
      title="Đặt luật riêng cho file"
      onClick={() => onOwn(file)}
    >
      {file.mode === 'own' ? <b>{word}</b> : word} {more}
    </button>
  )
}

const columnsOf = ({ files, running, busy, onTurn, onOwn }: FileTableProps): TableColumn<RecycledFile>[] => [
  {
    title: 'File',
    heads: true,
    cell: ({ FileName }) => FileName,
    tip: ({ FileName }) => FileName,
    sum: 'Cộng',
  },
  {
    title: 'Ngày nạp',
    width: 80,
    cell: ({ ngay_upload: uploadedAt }) => formatDate(uploadedAt).slice(0, 5),
    tip: ({ ngay_upload: uploadedAt }) => formatDate(uploadedAt),
  },
  {
    title: 'Bật',
    width: 52,
    cell: (file) => (
      <Switch
        on={followsRules(file)}
        label={`Gọi lại ${file.FileName}`}
        disabled={busy}
        onTurn={(next) => onTurn(file, next)}
      />
    ),
  },
  {
    title: 'Luật',
    width: 220,
    cell: (file) => <RuleButton file={file} running={running} onOwn={onOwn} />,
  },
  ...shownResults.map((status) => ({
    title: status,
    width: 64,
    numeric: true as const,
    cell: ({ waiting }: RecycledFile) => thousands(waiting[status]),
    sum: sumOf(files, ({ waiting }) => waiting[status]),
  })),
  {
    title: 'Về hôm nay',
    width: 108,
    numeric: true,
    cell: (file) => (followsRules(file) ? <b>{thousands(file.today)}</b> : thousands(file.today)),
    sum: sumOf(files, ({ today }) => today),
  },
]

export const FileTable = (props: FileTableProps) => (
  <Card
    title="Theo file"
    note={props.files.length < mostFiles ? props.files.length : `${mostFiles} file mới nhất`}
    end={`${shownResults.join(', ')}: số đang chờ gọi lại`}
    className={css.files}
  >
    {props.files.length === 0 ? (
      <CardNote>Chưa có file nào có số.</CardNote>
    ) : (
      <TableScroll label="Các file">
        <Table
          label="Theo file"
          columns={columnsOf(props)}
          rows={props.files}
          keyOf={({ id }) => id}
          lookOf={(file) => (followsRules(file) ? undefined : 'over')}
        />
      </TableScroll>
    )}
    <CardNote foot>
      Số quay lại được ghi riêng, không cộng vào số đã nhận. Bật cho file của trước cần xác nhận số lượng.
    </CardNote>
  </Card>
)
