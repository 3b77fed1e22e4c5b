/** The care log: filters, table with editing in the row, 'Mời lại' for one or all, export (D1-CARE-35 to 54). */
import { IconPhoneCall } from '@tabler/icons-react'
import { can } from '#platform/contract/abilities.ts'
import { messages } from '#platform/contract/messages.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { handedTo, inviteAgain, texts } from '#subjects/calling/contract/calls/care.ts'
import { newKey, send } from '#kit/web/client.ts'
import { confirm, showError, blockWhile } from '#kit/web/feedback.ts'
import type { ListState } from '#kit/web/filters/list-state.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { refresh } from '#kit/web/query.ts'
import { ListBody, ListFilters } from '#kit/web/resource/list-parts.tsx'
import { ResourceBar } from '#kit/web/resource/resource-screen.tsx'
import { useResourceScreen } from '#kit/web/resource/screen-state.tsx'
import { useActor } from '#kit/web/session.ts'
import { useListScreenKeys } from '#kit/web/resource/use-list-screen.tsx'
import type { RowAction } from '#kit/web/table/table-types.ts'
import { refreshCare, useOwnFilter } from './care-data.ts'
import { historySaver } from './edit-history.ts'
import { logColumns, logs, type LogRow } from './log-columns.ts'
import type { PackageQuestion } from './package-dialog.tsx'
import { useQuestion, type OpenQuestion } from './use-question.ts'
import { Suspense, useState } from 'react'
import { countReinvite, type ReinviteStep } from '#subjects/calling/contract/calls/reinvite-all.ts'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'

const ReinviteDialog = lazyPart(() => named(import('./reinvite-dialog.tsx'), 'ReinviteDialog'))
const ReinviteHistory = lazyPart(() => named(import('./reinvite-history.tsx'), 'ReinviteHistory'))

/** 'Mời lại' for the whole filter in the head of the care log: counted first, then one step (D3-REC-04). */
function ReinviteButton({ state }: { state: ListState }) {
  const [open, setOpen] = useState<ReinviteStep | 'history' | null>(null)
  const { run, busy } = useAction(async () => {
    const { page: _, count: __, ...filter } = state.query
    setOpen(await blockWhile(() => send(countReinvite, { filter }, { quiet: true })))
  })
  const close = (): void => setOpen(null)
  return (
    <>
      <Button icon={<IconPhoneCall size={16} stroke={1.9} />} busy={busy} onClick={() => void run()}>
        Mời lại
      </Button>
      <Suspense fallback={null}>
        {open === 'history' && <ReinviteHistory onClose={close} />}
        {open !== null && open !== 'history' && (
          <ReinviteDialog step={open} onClose={close} onHistory={() => setOpen('history')} />
        )}
      </Suspense>
    </>
  )
}

const drop =
  <Q, A>({ answer }: OpenQuestion<Q, A>) =>
  () =>
    answer(null)
const TimeDialog = lazyPart(() => named(import('./time-dialog.tsx'), 'TimeDialog'), drop)
const PackageDialog = lazyPart(() => named(import('./package-dialog.tsx'), 'PackageDialog'), drop)

const phoneOf = ({ phone }: LogRow): string => showPhone(phone ?? '')

/** 'Mời lại': puts the customer next in line for its owner (D1-CARE-54, D1-Q-089). */
async function invite(row: LogRow): Promise<void> {
  const confirmed = await confirm({ title: 'Mời lại', body: `${texts.reinviteConfirm}\n${phoneOf(row)}` })
  if (!confirmed) return
  try {
    await send(inviteAgain, { id: row.id }, { idempotencyKey: newKey() })
    await refresh(careHistory.path)
    void refreshCare()
  } catch (error) {
    showError(error)
  }
}

/** Why the reader may not use 'Mời lại'; the call itself checks whether the customer is free. */
function whyNotAgain({ handed_over, reinvitable }: LogRow): string | undefined {
  if (handed_over === true) return handedTo()
  return reinvitable === true ? undefined : messages.forbidden
}

const rowActions = (row: LogRow): RowAction[] => [
  {
    label: 'Mời lại',
    icon: <IconPhoneCall size={16} stroke={1.9} />,
    inRow: true,
    inMenu: true,
    run: () => void invite(row),
    reason: whyNotAgain(row),
  },
]

const toolbar = ({ state }: { state: ListState }) => <ReinviteButton state={state} />

const columns = { own: logColumns(true), all: logColumns(false) }

/** The log with its head, or the caller's own rows without it, for the care screen. */
export function CareLog({ ownOnly }: { ownOnly: boolean }) {
  const ownFilter = useOwnFilter()
  const leads = can(useActor(), 'below5')
  const timeQuestion = useQuestion<LogRow, string>((open) => <TimeDialog key={open.question.id} {...open} />)
  const packageQuestion = useQuestion<PackageQuestion, true>((open) => (
    <PackageDialog key={open.question.row.id} {...open} />
  ))
  const screen = useResourceScreen({
    resource: ownOnly ? logs.own : logs.all,
    columns: ownOnly ? columns.own : columns.all,
    rowActions,
    rowName: phoneOf,
    save: historySaver({ time: timeQuestion.ask, agreement: packageQuestion.ask }),
    ...(ownOnly && { name: 'care/history/own', fixed: ownFilter }),
    ...(!ownOnly && leads && { toolbar }),
  })
  useListScreenKeys(screen.list)
  return (
    <>
      {ownOnly ? <ListFilters list={screen.list} unlinked /> : <ResourceBar screen={screen} />}
      <ListBody list={screen.list} />
      {timeQuestion.dialog}
      {packageQuestion.dialog}
    </>
  )
}

/** The screen of tab CustomerCareHistoryList. */
export const CareLogScreen = () => <CareLog ownOnly={false} />
