/** 'Theo file': which rules each file follows, switched here or given of its own (D3-REC-01). */
import { formatDate } from '#kit/contract/dates.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { isReached, recycledResults } from '#subjects/calling/contract/care-results.ts'
import type { RecycledFile } from '#subjects/calling/contract/calls/recycling.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { Switch } from './rule-cells.tsx'
import { fileText, isOn } from './rule-words.ts'
import tableCss from './rule-table.module.css'
import css from './recycle.module.css'

/** Who was not reached waits for another call. */
const shownResults = recycledResults.filter((status) => !isReached(status))
/** Of the columns after the first one, in px. */
const widths = [80, 52, 220, ...shownResults.map(() => 64), 108]
/** As many as the server answers. */
const mostFiles = 50

type FileTableProps = {
  files: readonly RecycledFile[]
  /** A default rule is active. */
  running: boolean
  busy: boolean
  onTurn: (file: RecycledFile, on: boolean) => void
  onOwn: (file: RecycledFile) => void
}

type FileRowProps = Omit<FileTableProps, 'files'> & { file: RecycledFile }

function FileRow({ file, running, busy, onTurn, onOwn }: FileRowProps) {
  const on = isOn(file)
  const { word, more } = fileText(file, running)
  return (
    <tr data-off={!on || undefined}>
      <th scope="row" title={file.FileName}>
        {file.FileName}
      </th>
      <td data-num title={formatDate(file.ngay_upload)}>
        {formatDate(file.ngay_upload).slice(0, 5)}
      </td>
      <td>
        <Switch
          on={on}
          label={`Gọi lại ${file.FileName}`}
          disabled={busy}
          onTurn={(next) => onTurn(file, next)}
        />
      </td>
      <td>
        <button
          type="button"
          className={tableCss.pick}
          aria-label={`Luật của ${file.FileName}: ${word} ${more}`.trim()}
          title="Đặt luật riêng cho file"
          onClick={() => onOwn(file)}
        >
          <span data-own={file.mode === 'own' || undefined}>{word}</span> {more}
        </button>
      </td>
      {shownResults.map((status) => (
        <td key={status} data-num>
          {thousands(file.waiting[status])}
        </td>
      ))}
      <td data-num>
        <b>{thousands(file.today)}</b>
      </td>
    </tr>
  )
}

const sumOf = (files: readonly RecycledFile[], of: (file: RecycledFile) => number): string =>
  thousands(files.reduce((sum, file) => sum + of(file), 0))

export const FileTable = ({ files, ...more }: FileTableProps) => (
  <Card
    title="Theo file"
    note={files.length < mostFiles ? files.length : `${mostFiles} file mới nhất`}
    end={`${shownResults.join(', ')}: số đang chờ gọi lại`}
    className={css.files}
  >
    {files.length === 0 ? (
      <CardNote>Chưa có file nào có số.</CardNote>
    ) : (
      <div className={tableCss.scroll} role="region" aria-label="Các file" tabIndex={0}>
        <table className={`${tableCss.rules} ${css.table}`} aria-label="Theo file">
          <colgroup>
            <col />
            {widths.map((width, at) => (
              <col key={at} style={{ width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Ngày nạp</th>
              <th scope="col">Bật</th>
              <th scope="col">Luật</th>
              {shownResults.map((status) => (
                <th key={status} scope="col">
                  {status}
                </th>
              ))}
              <th scope="col">Về hôm nay</th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <FileRow key={file.id} file={file} {...more} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Cộng</th>
              <td colSpan={3} />
              {shownResults.map((status) => (
                <td key={status} data-num>
                  {sumOf(files, ({ waiting }) => waiting[status])}
                </td>
              ))}
              <td data-num>{sumOf(files, ({ today }) => today)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    )}
    <CardNote foot>
      Số về là một lần chuyển động riêng trong sổ, tồn của từng người không đổi. Bật cho file của trước cần
      xác nhận số lượng.
    </CardNote>
  </Card>
)
