/** The hand-overs of the people in scope, and undoing one (D3-ORG-04). */
import { IconArrowBackUp, IconArrowsExchange } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import {
  handoverList,
  handoverPaging,
  texts,
  undoHandover,
  type Handover,
} from '#subjects/people/contract/calls/handovers.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { newKey, send } from '#kit/web/client.ts'
import { confirm, showError } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { ListScreen } from '#kit/web/resource/list-screen.tsx'
import { listOfCall } from '#kit/web/resource-api.ts'
import type { Column } from '#kit/web/table/column.ts'
import { Button } from '#kit/web/ui/button.tsx'

const HandoverDialog = lazyPart(() => named(import('./handover-dialog.tsx'), 'HandoverDialog'))

const text = (
  key: keyof Handover & string,
  title: string,
  width: number,
  of: (row: Handover) => string,
): Column<Handover> => ({ key, title, width, cell: of, text: of })

const person = ({ username, fullname }: Handover['from']): string => `${fullname} (${username})`

const columns: readonly Column<Handover>[] = [
  text('at', 'Thời gian', 160, ({ at }) => formatInstant(at)),
  { ...text('from', 'Người bàn giao', 208, ({ from }) => person(from)), card: 'key' },
  text('to', 'Người nhận', 208, ({ to }) => person(to)),
  { ...text('numbers', 'Số', 88, ({ numbers }) => formatMoney(numbers)), numeric: true },
  { ...text('appointments', 'Lịch hẹn', 88, ({ appointments }) => formatMoney(appointments)), numeric: true },
  text('by_username', 'Người thực hiện', 160, (row) => row.by_username),
  text('undone_at', 'Hoàn tác', 240, ({ undone_at, undone_by }) =>
    undone_at === null ? '' : `${formatInstant(undone_at)} bởi ${undone_by ?? ''}`,
  ),
]

const source = listOfCall('bangiao', handoverList)
const icon = { size: 16, stroke: 1.5 }

async function undo(row: Handover): Promise<void> {
  const body = `${formatMoney(row.numbers)} số và ${formatMoney(row.appointments)} lịch hẹn trở lại với ${person(row.from)}.`
  if (!(await confirm({ title: 'Hoàn tác bàn giao', body, confirmLabel: 'Hoàn tác', danger: true }))) return
  try {
    await send(undoHandover, { id: row.id }, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error, texts.undoFailed)
  } finally {
    await Promise.all([refresh('bangiao'), refresh('customer')])
  }
}

/** The screen. */
export default function HandoverList() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ListScreen
        source={source}
        name={handoverList.path}
        title="Bàn giao số"
        noun="lần bàn giao"
        search={{ name: 'username', label: 'Nhân viên', placeholder: 'Tìm tên đăng nhập' }}
        columns={columns}
        paging={handoverPaging}
        make={
          <Button look="primary" icon={<IconArrowsExchange {...icon} />} onClick={() => setOpen(true)}>
            Bàn giao
          </Button>
        }
        actions={(row) => [
          {
            label: 'Hoàn tác',
            icon: <IconArrowBackUp {...icon} />,
            inRow: true,
            run: () => void undo(row),
            ...(row.why !== null && { reason: row.why }),
          },
        ]}
      />
      {open && (
        <Suspense fallback={null}>
          <HandoverDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
