/** A stage with rows in every resource. */
import { resources } from '#platform/contract/lists/index.ts'
import { seedOrganisation } from '#platform/app/server/seed/organisation.ts'
import { noteByHand } from '../by-hand.ts'
import { filledDatabase, type TestDatabase } from '../database.ts'
import { fillAll } from './rows.ts'
import { numberFrom } from './samples.ts'
import { openStage, type Stage } from './stage.ts'

/** Fills an empty database with the demo's accounts and rows of several owners; `more` adds to them. */
export async function fillRows(
  database: TestDatabase,
  more: (stage: Stage) => Promise<void> = async () => undefined,
): Promise<void> {
  await seedOrganisation(database.pool)
  await noteByHand(database.pool)
  const stage = await openStage({}, async () => ({ ...database, drop: async () => undefined }))
  numberFrom(0)
  await fillAll(stage, resources)
  await more(stage)
  await stage.close()
}

const rowsDatabase = (): Promise<TestDatabase> => filledDatabase('rows', fillRows)

/** A server with its cast signed in, and rows of several owners in every resource, created once per run. `env` is additional environment. */
export async function openFilledStage(env: Record<string, string> = {}): Promise<Stage> {
  const stage = await openStage(env, rowsDatabase)
  numberFrom(10_000)
  return stage
}
