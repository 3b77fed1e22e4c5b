/** The demo's accounts of other systems; their invented secrets are encrypted like real ones. */
import type { PoolClient } from '#platform/server/db/pool.ts'
import type { Secrets } from '#platform/server/running/secrets.ts'
import { copyRows } from './demo-copy.ts'
import { randomOf } from './demo-random.ts'

const places = [
  ['Hoàn tiền', 2],
  ['Mời gói 9084', 3],
  ['Mời gói 9332', 2],
  ['Tra cứu thông tin', 2],
  ['Tra cứu 999', 1],
  ['Quét data', 3],
  ['Quét đối tượng chương trình', 1],
] as const

type Account = {
  id: string
  position: string
  account: string
  password: string
  api: string
  content: string | null
}

/** The accounts in the order of their systems. */
function accountsOf(now: Date): Account[] {
  const random = randomOf('system accounts')
  return places.flatMap(([position, count]) =>
    Array.from({ length: count }, (_, n) => ({
      id: random.uuid(now.getTime() - 90 * 86_400_000),
      position,
      account: `09${random.int(10, 89)}000${String(random.int(0, 999)).padStart(3, '0')}`,
      password: `mat-khau-mau-${random.int(100, 999)}`,
      api: `https://may-chu-mau-${n + 1}.example/api?key=${random.int(100_000, 999_999)}`,
      content: random.chance(0.6) ? JSON.stringify({ thread: n + 1, ghi_chu: `máy mẫu ${n + 1}` }) : null,
    })),
  )
}

export async function saveSystemAccounts(now: Date, { seal }: Secrets, client: PoolClient): Promise<void> {
  const accounts = accountsOf(now)
  await copyRows(client, 'systemaccount', accounts, {
    id: ({ id }) => id,
    position: ({ position }) => position,
    account: ({ account }) => account,
    additional_content: ({ content }) => content,
  })
  await copyRows(client, 'systemaccount_secret', accounts, {
    account_id: ({ id }) => id,
    password: ({ password }) => seal('password', password),
    api: ({ api }) => seal('api', api),
  })
}
