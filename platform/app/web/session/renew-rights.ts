/** Rights that change while the page is open. */
import { can } from '#platform/contract/abilities.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { me } from '#platform/contract/calls/session.ts'
import { send } from '#kit/web/client.ts'
import { queryClient } from '#kit/web/query.ts'
import { session, type Session } from '#kit/web/session.ts'
import { showFront } from '#platform/web/navigation.ts'
import { closeTabs, tabs } from '#platform/web/tabs.ts'
import { sessionOf } from './sign-in.ts'

const rightsOf = ({ actor, bar, hasFactor }: Session): string =>
  JSON.stringify([{ ...actor, permissions: [...actor.permissions].toSorted() }, bar, hasFactor])

/**
 * Loads the account's present rights when a role or an account has changed: screens without a right close, cached
 * data is dropped.
 */
export async function renewRights(): Promise<void> {
  const before = session.get()
  if (before.status !== 'in') return
  const next = sessionOf(await send(me, {}, { quiet: true }))
  if (session.get() !== before || rightsOf(next) === rightsOf(before)) return
  const closed = tabs.get().open.filter((name) => !can(next.actor, screenOf(name).may))
  if (closed.length > 0) {
    closeTabs(closed)
    showFront()
  }
  session.set({ status: 'in', ...next })
  await queryClient.resetQueries()
}
