/** Routes of declared resources: every offered operation, with overrides. */
import type { Sql } from 'sql-template-tag'
import type { ZodMiniType } from 'zod/mini'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import type { CellsAnswer, UndoAnswer } from '#kit/contract/cells.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { operationsOf, type OperationName } from '#kit/contract/operations.ts'
import { pastes } from '#kit/contract/pasted.ts'
import type { Resource } from '#kit/contract/resource.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { serveActions } from './actions.ts'
import { rowOf, type Reply } from './answer.ts'
import { assign, assignList, countAssign, readAssign } from './assign.ts'
import type { Ctx } from './context.ts'
import { readCells, undoStep, writeCells, type CellWrites } from './cells.ts'
import { exportRows } from './export.ts'
import { unpaged } from './export-slots.ts'
import { register, type Api, type Raw, type Route } from './handle.ts'
import { history } from './history.ts'
import { importRows, readChunk, type Saved, type SaveRows } from './import.ts'
import { offerSearches, type OwnSearch } from './kinds.ts'
import { findPackage, isExport, list, readOne, requireId } from './list.ts'
import { countPhoneSearches } from './phone-searches.ts'
import { requirePricedIn } from './priced.ts'
import { sendWhole } from './whole-list.ts'
import { refuseUntaken, requireTaken, takenByCreate, takenByForms, untakenIn } from './untaken.ts'
import { create, readBody, remove, update, type Effect } from './write.ts'

type Rows = { values: Row[]; count: number }
/** Answers of the handlers; the schemas in `openapi/operation-answers.ts` describe these types. */
export type OperationAnswers = Record<'list' | 'listNoLimit' | 'assignList', Rows> &
  Record<'findPackage' | 'one' | 'create' | 'update', Row> & {
    history: { values: HistoryEntry[] }
    countAssign: { total: number }
    import: Saved
    assign: { saved: number }
    cells: CellsAnswer
    undo: UndoAnswer
    export: unknown
    remove: null
  }

/** Additional columns of list rows: their schemas, and the `… AS name, …` that reads (and masks) them. */
export type ListExtra = {
  shape: Readonly<Record<string, ZodMiniType>>
  select: (ctx: Ctx) => Sql | Promise<Sql>
}

type Run<Answer> = (ctx: Ctx, raw: Raw) => Promise<Reply<Answer>>
/** A declared action, or a plain operation that has effects. */
type EffectName<R extends Resource> = (keyof NonNullable<R['actions']> & string) | 'create' | 'remove'
/** Replacements of a resource's standard operations, and additions to them; session, right, transaction and answer stay in the envelope. */
export type Overrides<R extends Resource = Resource> = { [N in OperationName]?: Run<OperationAnswers[N]> } & {
  /** Additional effects of an action or operation. */
  effects?: Readonly<Partial<Record<EffectName<R>, Effect>>>
  extra?: ListExtra
  /** Operations that answer REAUTH until the session was confirmed (D3-SEC-07). */
  reauth?: readonly OperationName[]
  /** Row that the text in a path refers to, if it is not just an id; NOT_FOUND without one. */
  findId?: (text: string | undefined, ctx: Ctx) => Promise<string>
  /** How parsed rows of an import are saved, for the call and for an upload. */
  save?: SaveRows
  /** The resource's own filters (operator `own`), by parameter. */
  searches?: Readonly<Record<string, OwnSearch>>
  /** The declaration for new rows, if they take fewer fields than existing ones. */
  entered?: Resource
  /** The declaration for a reader's sheet, with its own headings. */
  sheetFor?: (actor: Actor) => Resource
}

/** Operations that write rows through the resource's own update. */
type Late = 'cells' | 'undo'

const plain = (
  resource: Resource,
  { effects, extra, save, findId = async (text) => requireId(text) }: Overrides,
): {
  [N in Exclude<OperationName, Late | 'export' | 'listNoLimit' | 'findPackage'>]: Run<OperationAnswers[N]>
} => ({
  list: async (ctx, raw) => list(resource, raw.query, ctx, await extra?.select(ctx)),
  assignList: (ctx, raw) => assignList(resource, raw.query, ctx),
  countAssign: (ctx) => countAssign(resource, ctx),
  one: async (ctx, raw) => readOne(resource, await findId(raw.params.id, ctx), ctx),
  history: async (ctx, raw) => history(resource, await findId(raw.params.id, ctx), ctx),
  create: (ctx, raw) =>
    create(resource, readBody(resource, raw.body, ctx.actor, 'create'), ctx, effects?.create),
  import: (ctx, raw) => importRows(resource, readChunk(raw.body), ctx, save),
  assign: (ctx, raw) => assign(resource, readAssign(raw.body), ctx),
  update: async (ctx, raw) => update(resource, await findId(raw.params.id, ctx), raw.body, ctx),
  remove: async (ctx, raw) => remove(resource, await findId(raw.params.id, ctx), ctx, effects?.remove),
})

/** A list call for more than a page is an export: refused, or audited as one (D1-Q-155). */
function guardExport(resource: Resource, ctx: Ctx, raw: Raw): void {
  if (!isExport(raw.query)) return
  if (!resource.may.export || !can(ctx.actor, resource.may.export)) {
    throw new AppError('FORBIDDEN', refusals.noExport)
  }
}

/** Handlers of the operations; findPackage without a name reads by id, like GET one. */
function runsOf(
  resource: Resource,
  overrides: Overrides,
): { [N in Exclude<OperationName, 'export' | 'listNoLimit'>]: Route<Raw>['run'] } {
  const { findBy } = resource
  const { findId = async (text?: string) => requireId(text) } = overrides
  const runs = { ...plain(resource, overrides), ...overrides }
  const writes: CellWrites = { resource, update: runs.update, effects: overrides.effects ?? {} }
  const named: Run<Row> = (ctx, { params: { name = '' }, ...raw }) =>
    findBy ? findPackage(resource, findBy, name, ctx) : runs.one(ctx, { ...raw, params: { id: name } })
  return {
    findPackage: named,
    cells: (ctx, raw) => writeCells(writes, readCells(raw), ctx),
    undo: (ctx) => undoStep(writes, ctx),
    ...runs,
    create: async (ctx, raw) => {
      const answer = await runs.create(ctx, raw)
      await requirePricedIn(resource, raw.body, ctx)
      const names = untakenIn(resource, takenByCreate(overrides.entered ?? resource), raw.body, ctx.actor)
      if (names.length > 0 && isObject(raw.body)) refuseUntaken(resource, names, raw.body, rowOf(answer))
      return answer
    },
    // A manual edit, which its author may undo.
    update: async (ctx, raw) => {
      const id = await findId(raw.params.id, ctx)
      await requireTaken(resource, takenByForms(resource), raw.body, id, ctx)
      await requirePricedIn(resource, raw.body, ctx, id)
      return runs.update(pastes(resource) ? { step: 'hand', ...ctx } : ctx, raw)
    },
  }
}

type Sender = Pick<Route<Raw>, 'limit' | 'refusal' | 'reply'>

/** Handlers that stream their response. */
function sendersOf(resource: Resource, { sheetFor }: Overrides): Record<'export' | 'listNoLimit', Sender> {
  const counted =
    (send: NonNullable<Sender['reply']>): NonNullable<Sender['reply']> =>
    async (ctx, raw, ...rest) => {
      await countPhoneSearches(resource, raw.query, ctx)
      return send(ctx, raw, ...rest)
    }
  return {
    export: {
      limit: 'export',
      refusal: refusals.noExport,
      reply: counted((ctx, { query }, reply) =>
        exportRows(sheetFor?.(ctx.actor) ?? resource, query, ctx, reply),
      ),
    },
    listNoLimit: {
      // An unrestricted list fills pickers and is not an export (D2-Q-44).
      ...(resource.listNoLimit === 'unrestricted' && { limit: 'export' }),
      reply: counted((ctx, { query }, reply) => sendWhole(resource, query, ctx, reply)),
    },
  }
}

export function serveResource(api: Api, resource: Resource, overrides: Overrides = {}): void {
  const runs = runsOf(resource, overrides)
  const senders = sendersOf(resource, overrides)
  serveActions(api, resource, overrides.effects)
  if (overrides.searches) offerSearches(resource.path, overrides.searches)
  for (const operation of operationsOf(resource)) {
    const { name, method, path, may } = operation
    if (name === 'export' || name === 'listNoLimit') {
      const route = {
        method,
        path,
        may,
        mode: 'read',
        parse: (raw: Raw) => raw,
        run: async () => null,
      } as const
      register(api, { ...route, ...senders[name] })
      continue
    }
    const run: Route<Raw>['run'] = runs[name]
    register(api, {
      method,
      path,
      may,
      ...(name === 'cells' && { limit: 'bulk' }),
      ...(overrides.reauth?.includes(name) && { reauth: true }),
      ...(overrides.reauth && method !== 'GET' && { decides: 'atOnce' }),
      mode: method === 'GET' ? 'read' : name === 'update' ? 'single' : 'write',
      parse: (raw: Raw) => raw,
      run: async (ctx, raw) => {
        const isList = name === 'list' || name === 'assignList'
        if (isList) guardExport(resource, ctx, raw)
        if (method === 'GET') await countPhoneSearches(resource, raw.query, ctx)
        if (!isList || !isExport(raw.query)) return run(ctx, raw)
        await api.rates.take('export', ctx.actor.id)
        return unpaged({ resource, query: raw.query }, ctx, (within) => run(within, raw))
      },
    })
  }
}
