/** 'Duyệt tin ngân hàng': what waits for a decision, worked through with the keyboard (D1-ROUTE-21, D1-Q-016). */
import { useEffect, useState } from 'react'
import type { Variant } from '../../../contract/kit/row.ts'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import { useList } from '../../kit/query.ts'
import { listOf } from '../../kit/resource-api.ts'
import { useTab } from '../../kit/tab-state.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { BankList, bankMessages } from './bank-list.tsx'
import css from './bank.module.css'

const { message, nhan_dang } = mesbank.filter

const { sheet: _, ...deciding } = bankMessages

/** A message may wait longer than a month, so the period begins open. */
const waiting: Variant<typeof mesbank> = {
  ...deciding,
  filter: { message, nhan_dang },
  periods: mesbank.periods.map(({ on, from, to, label }) => ({ on, from, to, label })),
}

/** What can be approved, and what could not be read and is filled in or rejected by hand (D3-DEC-07). */
const queues = {
  waiting: { label: 'Chờ duyệt', fixed: { cho_duyet: '1' } },
  unread: { label: 'Không đọc được', fixed: { chua_doc: '1' } },
} as const
type Queue = keyof typeof queues
const names = Object.keys(queues) as Queue[]

/** A queue by its name and how many wait in it. */
function QueueButton({ name, now, choose }: { name: Queue; now: Queue; choose: (name: Queue) => void }) {
  const { label, fixed } = queues[name]
  const { data } = useList(listOf(mesbank), { ...fixed, page: '0', count: '1' })
  return (
    <Button aria-pressed={name === now} onClick={() => choose(name)}>
      {data ? `${label} ${data.count.toLocaleString('en-US')}` : label}
    </Button>
  )
}

/** The screen; the table has the keyboard from the beginning. */
export default function ApprovalScreen() {
  const { search } = useTab()
  const [queue, setQueue] = useState<Queue>(
    new URLSearchParams(search).get('chua_doc') === '1' ? 'unread' : 'waiting',
  )
  useEffect(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('#work [role="grid"]')?.focus()
  }, [])
  const toolbar = () => (
    <span className={css.queues} role="group" aria-label="Hàng chờ">
      {names.map((name) => (
        <QueueButton key={name} name={name} now={queue} choose={setQueue} />
      ))}
    </span>
  )
  return (
    <BankList
      key={queue}
      resource={waiting}
      title="Duyệt tin ngân hàng"
      fixed={queues[queue].fixed}
      toolbar={toolbar}
    />
  )
}
