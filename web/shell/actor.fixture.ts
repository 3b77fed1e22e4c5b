/** A signed-in person of a level, for tests of what the shell offers. */
import type { Actor, Priority } from '../../contract/abilities.ts'

/** An actor without permissions; 5 and 7 are restricted, as an installation starts with them. */
export const actorOf = (priority: Priority): Actor => ({
  id: 'a',
  username: 'a',
  fullname: 'A',
  priority,
  roleName: 'A',
  permissions: new Set(),
  brandId: null,
  groupId: null,
  restricted: priority >= 5,
  seesRefunds: true,
})
