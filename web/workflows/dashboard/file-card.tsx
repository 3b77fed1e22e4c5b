/** What is left of the newest subscriber files; a file opens where it is split. */
import type { FileLeft } from '../../../contract/workflows/dashboard.ts'
import { openSplit } from '../data/index.ts'
import { Calm, Card } from './card.tsx'
import { thousands } from './dashboard-figures.ts'
import css from './dashboard.module.css'
import list from './rows.module.css'

const FileRow = ({ file }: { file: FileLeft }) => (
  <li>
    <button type="button" className={list.file} onClick={() => openSplit(file.FileName)}>
      <span className={list.name} title={file.FileName}>
        {file.FileName}
      </span>
      <span className={list.thinBar} data-off={!file.active || undefined}>
        <i style={{ width: `${(file.left / file.received) * 100}%` }} />
      </span>
      <span className={list.left} data-num>
        {thousands(file.left)} / {thousands(file.received)}
      </span>
    </button>
  </li>
)

/** The card. */
export const FileCard = ({ files }: { files: readonly FileLeft[] }) => (
  <Card title="Số còn lại theo file" end="còn / đã có" className={css.four}>
    {files.length === 0 ? (
      <Calm>Chưa có file nào có số.</Calm>
    ) : (
      <ul className={list.files}>
        {files.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    )}
  </Card>
)
