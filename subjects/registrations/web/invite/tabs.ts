/** The reader's tabs: by permission, OTP tabs also by active channel (D2-INVIT-01 to 13). */
import { codeTabs, type CodeType } from '#platform/contract/code-tabs.ts'
import { codeReports, report9332 } from '#subjects/registrations/contract/lists/invitation-reports.ts'
import { commandTabs, inviteTabs, type Command } from '#subjects/registrations/contract/calls/invite.ts'
import { useCall } from '#kit/web/query.ts'
import { useCan } from '#kit/web/session.ts'

type Report = (typeof codeReports)[number] | typeof report9332

export type Tab = { name: string; label: string; report: Report } & (
  | { type: CodeType }
  | { type: '9332'; commands: readonly Command[] }
)

const codes: readonly Tab[] = codeTabs.map(({ type, label }, index) => ({
  name: type,
  label,
  type,
  report: codeReports[index] ?? report9332,
}))

/**
 * The tabs in order; undefined while the open OTP tabs are loading: a late first tab would replace a form in use. A
 * failed look-up hides them without a message (D2-INVIT-13).
 */
export function useTabs(): readonly Tab[] | undefined {
  const can = useCan()
  const { data, isPending } = useCall('userkenhmoigoi', inviteTabs, {})
  const commands = commandTabs
    .filter(({ may }) => can(may))
    .map((tab): Tab => ({ ...tab, type: '9332', report: report9332 }))
  if (isPending) return undefined
  return [...codes.filter(({ type }) => data?.types.some((open) => open === type)), ...commands]
}
