/** Writes the demo's blacklist, refund prices, management costs and channels. */
import sql from 'sql-template-tag'
import { channels } from '#subjects/registrations/contract/calls/channels.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import type { BlacklistEntry } from './blacklist.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { priceColumns, priceOf } from './packages.ts'
import type { Cost, Price } from './plain.ts'
import { pricesEntered } from './prices.ts'
import { iso } from './save-files.ts'

/** Branches sell through half of the channels; users can choose the others (D1-CHAN). */
async function chooseChannels(client: PoolClient): Promise<void> {
  const chosen = channels.filter((_, n) => n % 2 === 0)
  await client.query(sql`
    INSERT INTO userkenhmoigoi (staff_username, kenh)
    SELECT u.username, kenh FROM users u JOIN roles r ON r.id = u.role_id, unnest(${chosen}::text[]) kenh
    WHERE r.priority = 3`)
}

/** Writes blacklist, prices, costs and chosen channels; the blacklist before the customers, whose numbers it would otherwise move. */
export async function savePlain(
  blacklist: readonly BlacklistEntry[],
  prices: readonly Price[],
  costs: Readonly<Record<string, readonly Cost[]>>,
  client: PoolClient,
): Promise<void> {
  await chooseChannels(client)
  await copyRows(client, 'blacklist', blacklist, {
    id: ({ id }) => id,
    phone_number: ({ phone }) => phone,
    description: ({ description }) => description,
    // Same author as in demo-audit.ts.
    nguoi_tao: () => 'quanly',
    createdAt: ({ at }) => iso(at),
  })
  await copyRows<Price>(client, 'giahoantien', prices, {
    id: ({ id }) => id,
    ten_goi_cuoc: ({ item }) => item.code,
    ...Object.fromEntries(priceColumns.map((column) => [column, ({ item }: Price) => priceOf(item, column)])),
    createdAt: ({ at }) => iso(at),
  })
  await pricesEntered('giahoantien', client)
  for (const [table, spent] of Object.entries(costs)) {
    await copyRows(client, table, spent, {
      id: ({ id }) => id,
      nguoi_thuc_hien: ({ performer }) => performer,
      ngay_nhap: ({ day }) => day,
      noi_dung: ({ content }) => content,
      don_gia: ({ price }) => price,
      so_luong: ({ quantity }) => quantity,
      note: ({ note }) => note,
      createdAt: ({ at }) => iso(at),
    })
  }
}
