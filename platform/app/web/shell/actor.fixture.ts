/** An actor of a level, for tests of the shell. */
import type { Actor, Priority } from '#platform/contract/abilities.ts'

/** An actor without permissions; priorities 5 and 7 are restricted, as in a new installation. */
export const actorOf = (priority: Priority): Actor => ({
  id: 'a',
  username: 'a',
  fullname: 'A',
  priority,
  roleName: 'A',
  permissions: new Set(),
  brandId: null,
  groupId: null,
  restricted: priority === 5 || priority === 7,
  seesRefunds: true,
  deskByCode: false,
  decidesOwn: true,
})
