/** What the lists of sales can be narrowed by. */
import { can, type Actor } from '../../../contract/abilities.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import type { Variant } from '../../../contract/kit/row.ts'
import { without } from '../../kit/without.ts'

/** No staff filter for the restricted priorities, as on the other lists: there is nobody to choose (D1-Q-084). */
export const filteredFor = <R extends Resource>(resource: R, actor: Actor): Variant<R> =>
  can(actor, 'unrestricted') ? resource : { ...resource, filter: without(resource.filter, 'username_nv') }
