/** Turns declarations into routes: every operation a resource offers, overridden where the resource differs. */
import type { FastifyReply } from 'fastify'
import { can, type Actor } from '../../contract/abilities.ts'
import { AppError } from '../../contract/kit/error.ts'
import { operationsOf, type OperationName } from '../../contract/kit/operations.ts'
import type { Resource } from '../../contract/kit/resource.ts'
import { messages } from '../../contract/messages.ts'
import { serveActions } from './actions.ts'
import type { Reply } from './answer.ts'
import { assign, assignList, countAssign, readAssign } from './assign.ts'
import type { Ctx } from './context.ts'
import { exportRows } from './export.ts'
import { unpaged } from './export-slots.ts'
import { register, type Api, type Raw, type Route } from './handle.ts'
import { history } from './history.ts'
import { importRows, readChunk, type SaveRows } from './import.ts'
import { offerSearches, type OwnSearch } from './kinds.ts'
import { findPackage, isExport, list, one, requireId } from './list.ts'
import type { ListExtra, OperationAnswer } from './operation-answers.ts'
import { countPhoneSearches } from './phone-searches.ts'
import { create, readBody, remove, update, type Effect } from './write.ts'

export type Run<N extends OperationName = OperationName> = (
  ctx: Ctx,
  raw: Raw,
) => Promise<Reply<OperationAnswer<N>>>
/** What a resource does in place of its plain operations, or beside them; session, right, transaction and answer stay with the envelope. */
export type Overrides = { [N in OperationName]?: Run<N> } & {
  /** What else happens, by the name of an action, or of a plain `create` or `remove`. */
  effects?: Readonly<Record<string, Effect>>
  /** What the rows of its plain list bring beside their declared fields. */
  extra?: ListExtra
  /** Which row the text of a path means, where that is not its id alone; NOT_FOUND for none. */
  findId?: (text: string | undefined, ctx: Ctx) => Promise<string>
  /** How rows of an import are saved once they are read, by its call and by an upload. */
  save?: SaveRows
  /** What the filters `own` find, by parameter. */
  searches?: Readonly<Record<string, OwnSearch>>
  /** The declaration as a reader's sheet has it: headings of their own. */
  sheetFor?: (actor: Actor) => Resource
}

const plain = (
  resource: Resource,
  { effects, extra, save, findId = async (text) => requireId(text) }: Overrides,
): { [N in Exclude<OperationName, 'export' | 'findPackage'>]: Run<N> } => ({
  list: async (ctx, raw) => list(resource, raw.query, ctx, await extra?.select(ctx)),
  listNoLimit: (ctx, raw) => list(resource, { ...raw.query, page: '0', count: '9999999999' }, ctx),
  assignList: (ctx, raw) => assignList(resource, raw.query, ctx),
  countAssign: (ctx) => countAssign(resource, ctx),
  one: async (ctx, raw) => one(resource, await findId(raw.params.id, ctx), ctx),
  history: async (ctx, raw) => history(resource, await findId(raw.params.id, ctx), ctx),
  create: (ctx, raw) =>
    create(resource, readBody(resource, raw.body, ctx.actor, 'create'), ctx, effects?.create),
  import: (ctx, raw) => importRows(resource, readChunk(raw.body), ctx, save),
  assign: (ctx, raw) => assign(resource, readAssign(raw.body), ctx),
  update: async (ctx, raw) => update(resource, await findId(raw.params.id, ctx), raw.body, ctx),
  remove: async (ctx, raw) => remove(resource, await findId(raw.params.id, ctx), ctx, effects?.remove),
})

/** A list call that asks for more than pages is an export: refused or logged as one (D1-Q-155). */
function guardExport(resource: Resource, ctx: Ctx, raw: Raw): void {
  if (!isExport(raw.query)) return
  if (!resource.may.export || !can(ctx.actor, resource.may.export)) {
    throw new AppError('FORBIDDEN', messages.noExport)
  }
}

/** Whether a call answers everything at once. An unrestricted listNoLimit feeds a picker and is none (D2-Q-44). */
const isUnpaged = (resource: Resource, name: OperationName, raw: Raw): boolean =>
  name === 'list' || name === 'assignList'
    ? isExport(raw.query)
    : name === 'listNoLimit' && resource.listNoLimit === 'unrestricted'

/** What answers each operation; a row without a package name is found by its id, as GET one finds it. */
function runsOf(resource: Resource, overrides: Overrides): { [N in Exclude<OperationName, 'export'>]: Run } {
  const { findBy } = resource
  const runs = { ...plain(resource, overrides), ...overrides }
  const named: Run<'findPackage'> = (ctx, { params: { name = '' }, ...raw }) =>
    findBy ? findPackage(resource, findBy, name, ctx) : runs.one(ctx, { ...raw, params: { id: name } })
  return { findPackage: named, ...runs }
}

/** Registers all operations of `resource`. */
export function serveResource(api: Api, resource: Resource, overrides: Overrides = {}): void {
  const runs = runsOf(resource, overrides)
  serveActions(api, resource, overrides.effects)
  if (overrides.searches) offerSearches(resource.path, overrides.searches)
  for (const operation of operationsOf(resource)) {
    const { name, method, path, may } = operation
    if (name === 'export') {
      register(api, {
        method,
        path,
        may,
        mode: 'read',
        limit: 'export',
        refusal: messages.noExport,
        parse: (raw) => raw,
        run: async () => null,
        reply: async (ctx, raw, reply: FastifyReply) => {
          await countPhoneSearches(resource, raw.query, ctx)
          return exportRows(overrides.sheetFor?.(ctx.actor) ?? resource, raw.query, ctx, reply)
        },
      })
      continue
    }
    const run: Route<Raw>['run'] = runs[name]
    register(api, {
      method,
      path,
      may,
      mode: method === 'GET' ? 'read' : name === 'update' ? 'single' : 'write',
      parse: (raw: Raw) => raw,
      run: async (ctx, raw) => {
        if (name === 'list' || name === 'assignList') guardExport(resource, ctx, raw)
        if (method === 'GET') await countPhoneSearches(resource, raw.query, ctx)
        if (!isUnpaged(resource, name, raw)) return run(ctx, raw)
        await api.rates.take('export', ctx.actor.id)
        return unpaged({ resource: resource.path, query: raw.query }, ctx, (within) => run(within, raw))
      },
    })
  }
}
