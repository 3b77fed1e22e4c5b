/** Names of the staff for pickers and cells: read once, searched without diacritics (D1-ACC-54). */
import { useQuery } from '@tanstack/react-query'
import { allStaff, type Staff } from '#platform/contract/calls/staff.ts'
import { send } from './client.ts'

export type StaffMember = { username: string; fullname: string; role_priority?: number }

const tenMinutes = 600_000

const useStaffQuery = () =>
  useQuery({
    queryKey: ['users', 'findAllNoLimit'],
    queryFn: async ({ signal }) => {
      const { values } = await send(allStaff, {}, { signal })
      return new Map(values.map((member) => [member.username, member]))
    },
    staleTime: tenMinutes,
  })

/** Every staff member the caller may pick, in the order of the tree; empty while loading. */
export const useStaff = (): Staff[] => [...(useStaffQuery().data?.values() ?? [])]

/** The full name of a username, or undefined when unknown. */
export const useStaffName = (username: string): string | undefined =>
  useStaffQuery().data?.get(username)?.fullname

const indents: Record<number, string> = { 4: '-- ', 5: '---- ' }

/** '-- ' before leaders and '---- ' before salespeople (D1-LIST-13, D1-LIST-14). */
export const staffLabel = (member: StaffMember): string =>
  `${indents[member.role_priority ?? 0] ?? ''}${member.fullname}`
