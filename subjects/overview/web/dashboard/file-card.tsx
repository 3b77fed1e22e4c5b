/** Numbers left of the newest subscriber files; a file opens where it is split. */
import { thousands } from '#kit/contract/thousands.ts'
import type { FileLeft } from '#subjects/overview/contract/calls/dashboard.ts'
import { AmountList } from '#figures/amount-list.tsx'
import { Card, CardNote } from '#figures/card.tsx'
import { openSplit } from '#subjects/numbers/web/index.ts'
import css from './dashboard.module.css'

export const FileCard = ({ files }: { files: readonly FileLeft[] }) => (
  <Card title="Số còn lại theo file" end="còn / đã có" className={css.four}>
    {files.length === 0 ? (
      <CardNote>Chưa có file nào có số.</CardNote>
    ) : (
      <AmountList
        lines={files.map(({ id, FileName, left, received, active }) => ({
          key: id,
          name: FileName,
          amount: `${thousands(left)} / ${thousands(received)}`,
          bars: [{ to: left / received, tone: active ? undefined : 'quiet' }],
          onClick: () => openSplit(FileName),
        }))}
      />
    )}
  </Card>
)
