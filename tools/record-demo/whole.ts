/** Plays the demo's quarter in an empty database and records it. */
import { migrate } from '#platform/server/db/migrate.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { seedBase } from '#platform/app/server/seed/base.ts'
import { seedOrganisation } from '#platform/app/server/seed/organisation.ts'
import { addClock, setClock } from '#test/clock.ts'
import { playDemo, recordedOn } from './play.ts'
import { recordDemo } from './record.ts'

/** Writes the recording into `folder`; returns its bytes. */
export async function playAndRecord(pool: Pool, folder: string): Promise<number> {
  await addClock(pool)
  await setClock(pool, recordedOn)
  await migrate(pool)
  await seedBase(pool)
  await seedOrganisation(pool)
  await playDemo(pool, recordedOn)
  return recordDemo(pool, recordedOn, folder)
}
