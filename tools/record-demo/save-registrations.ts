/** Writes the demo's registration results and invitation histories. */
import type { PoolClient } from '#platform/server/db/pool.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import type { DemoInvitation, DemoResult } from './registrations.ts'
import { iso } from './save-files.ts'

export async function saveRegistrations(
  results: readonly DemoResult[],
  invitations: readonly DemoInvitation[],
  client: PoolClient,
): Promise<void> {
  await copyRows(client, 'customer_message_9084', results, {
    id: ({ id }) => id,
    SubAgent: ({ channel }) => channel,
    NumberPhone: ({ phone }) => phone,
    PackageCode: (result) => result.package,
    Price: ({ price }) => price,
    Time: ({ at }) => iso(at),
    Status: ({ success }) => (success ? 1 : 0),
    Result: ({ content }) => content,
    username_nv: ({ username }) => username,
    createdAt: ({ at }) => iso(at),
  })
  const by9332 = ({ source }: DemoInvitation): boolean => source === '9332'
  await copyRows(client, 'invitation_history', invitations, {
    id: ({ id }) => id,
    source: ({ source }) => source,
    msisdn: ({ phone }) => phone,
    packCode: (invitation) => invitation.package,
    packPrice: ({ price }) => price,
    status: ({ status }) => status,
    genDate: ({ at }) => iso(at),
    resultCodeMO: (one) =>
      by9332(one) ? (one.status === 'SUCCESS' ? 'REGISTER_SUCCESS' : 'REGISTER_FAIL') : null,
    requestType: (one) => (by9332(one) ? 'DK' : null),
    resultDesMt: (one) => (by9332(one) ? `DK ${one.package}` : null),
    resultDesMO: (one) => (by9332(one) ? one.result : null),
    username_nv: ({ username }) => username,
    result: ({ result }) => result,
    createdAt: ({ at }) => iso(at),
  })
}
