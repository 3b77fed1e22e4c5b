/** What a resource's screen gives to what is put into it. */
import type { Resource } from '../../../contract/kit/resource.ts'
import type { ListState } from '../filters/list-state.ts'
import type { ListAnswer, Row } from '../resource-api.ts'

/** What a slot is given. */
export type ScreenContext = {
  resource: Resource
  state: ListState
  answer: ListAnswer | undefined
  rows: readonly Row[]
  refresh: () => Promise<void>
}

/** What the actions for several rows are given; `clear` takes the ticks away. */
export type BulkContext = ScreenContext & { ids: ReadonlySet<string>; all: boolean; clear: () => void }
