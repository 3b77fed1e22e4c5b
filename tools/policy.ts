/** `npm run policy`: who may call what, every route × every role, as a page of Markdown. */
import { pino } from 'pino'
import {
  can,
  priorityNames,
  settledRights,
  type Ability,
  type Actor,
  type Priority,
} from '#platform/contract/abilities.ts'
import { buildApp } from '#platform/app/server/app.ts'
import { readConfig } from '#platform/server/running/config.ts'
import { createPool } from '#platform/server/db/pool.ts'
import { primaryOnly } from '#platform/server/db/read-side.ts'
import { rightsIn } from '#platform/server/db/settings.ts'
import type { Api } from '#kit/server/handle.ts'
import { openFloorChanges } from '#platform/server/floor-changes.ts'
import { openTotalMemory } from '#kit/server/total-memory.ts'
import { baseRoles } from '#platform/app/server/seed/base.ts'

type Column = { heading: string; actor: Actor }

const actorOf = (priority: Priority, permissions: readonly string[], username: string): Actor => ({
  id: '',
  username,
  fullname: '',
  priority,
  roleName: priorityNames[priority],
  permissions: new Set(permissions),
  brandId: null,
  groupId: null,
  ...settledRights({ priority, username }, rightsIn(null)),
})

/** The initial roles, and an account whose name removes a right. */
const columns: Column[] = [
  ...baseRoles.map(({ name, priority, permissions }) => ({
    heading: `${priority} ${name}`,
    actor: actorOf(priority, permissions, 'somebody'),
  })),
  { heading: '5 HNIMB…', actor: actorOf(5, [], 'HNIMB01') },
]

const abilityText = (may: Ability | 'public'): string =>
  typeof may === 'string' ? may : [...new Set(may)].join(' + ')

/** The page for the routes of `policy`: one line each, by path; '✓' if the role has the ability. */
export function policyPage(policy: Api['policy']): string {
  const routes = policy.toSorted((a, b) => (a.path + a.method < b.path + b.method ? -1 : 1))
  const lines = routes.map(({ method, path, may, reauth }) => {
    const marks = columns.map(({ actor }) => (may === 'public' || can(actor, may) ? '✓' : '·'))
    return `| ${method} | ${path} | ${abilityText(may)}${reauth ? ', confirmed' : ''} | ${marks.join(' | ')} |`
  })
  return `# Who may call what

Made from the routes themselves. A tick means that
the role gets past the door: which rows it then reads or changes is its scope (docs/decisions/policy.md). Roles stand
here with the permissions that an installation starts with; more can be granted to a role or an account.
\`confirmed\` routes answer 403 REAUTH until the session was confirmed within 10 minutes (subjects/people/decisions/second-factor.md),
as exports above \`export.confirmRows\` and settings that say so do. \`public\` routes need no session; every other answers 401 without one, before anything of the request is read.

| method | path | right | ${columns.map(({ heading }) => heading).join(' | ')} |
|---|---|---|${columns.map(() => '---|').join('')}
${lines.join('\n')}

${routes.length} routes.
`
}

/** The product's routes, from a router built without a database connection. */
async function routesOfProduct(): Promise<Api['policy']> {
  const log = pino({ level: 'silent' })
  const pool = createPool('postgres://nobody@127.0.0.1:1/none', { max: 1, applicationName: 'policy', log })
  const services = {
    pool,
    longPool: pool,
    readers: pool,
    reads: primaryOnly(pool),
    log,
    dataDir: '',
    totals: openTotalMemory(pool, log),
    floorChanges: openFloorChanges(),
    publish: () => undefined,
    notify: () => undefined,
    announce: () => undefined,
    jobs: { enqueue: async () => undefined },
    lookup: readConfig({}).lookup,
  }
  const sessions = {
    idleSeconds: 0,
    find: async () => null,
    living: async () => new Map(),
    onChange: () => undefined,
    onRows: () => undefined,
    onBell: () => undefined,
    close: async () => undefined,
  }
  const api = await buildApp(readConfig({}), services, sessions)
  await api.app.ready()
  await api.app.close()
  return api.policy
}

if (import.meta.main) console.log(policyPage(await routesOfProduct()))
