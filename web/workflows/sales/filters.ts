/** Filters of the sales lists by reader. */
import { can, type Actor } from '../../../contract/abilities.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import type { Variant } from '../../../contract/kit/row.ts'
import { without } from '../../kit/without.ts'

/** Restricted priorities have no filter by person, as on the other lists (D1-Q-084). */
export const filteredFor = <R extends Resource>(resource: R, actor: Actor): Variant<R> =>
  can(actor, 'unrestricted') ? resource : { ...resource, filter: without(resource.filter, 'username_nv') }
