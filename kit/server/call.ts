/** Registers a declared call; its zod schema parses the input. */
import * as z from 'zod/mini'
import { config, safeParse } from 'zod/mini'
import type { AnswerOf, Call } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { isObject } from '#kit/contract/is-object.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { rowOf, type Reply } from './answer.ts'
import type { Ctx } from './context.ts'
import { register, type Api, type Mode, type Raw } from './handle.ts'
import { refuseUntaken, requireTaken, untakenIn } from './untaken.ts'

// Default message for all issues without a text of their own.
config({ localeError: () => messages.invalidValue })

/** Path parameters, query and body as one object; the path takes precedence over the body, so that ids cannot disagree. */
function together(raw: Raw): unknown {
  if (Array.isArray(raw.body)) return { data: raw.body, ...raw.params }
  const body = typeof raw.body === 'object' && raw.body !== null ? raw.body : {}
  return { ...raw.query, ...body, ...raw.params }
}

/** Reads `raw` by a zod schema; throws VALIDATION with a field path for each problem. */
export function readInput<S extends z.ZodMiniType>(schema: S, raw: Raw): z.output<S> {
  const result = safeParse(schema, together(raw))
  if (result.success) return result.data
  const fields = Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
  const customMessage = result.error.issues.find((issue) => issue.code === 'custom')?.message
  throw new AppError('VALIDATION', customMessage ?? messages.invalid, { fields })
}

/** Type-checks `answer` against `call`, for calls registered by hand. */
export const answerTo = <C extends Call>(_call: C, answer: Reply<AnswerOf<C>>): Reply<AnswerOf<C>> => answer

/** The declared list whose path the call extends. */
const listOf = ({ path }: Call): Resource | undefined =>
  resources.find((one) => path.startsWith(`/api/v1/${one.path}/`))

type Run<I, A> = (ctx: Ctx, input: I) => Promise<Reply<A>>

/**
 * Refuses fields of the call's list that its input does not have (D3-ACC-09): if the call has an id, by comparison with
 * the stored row before it runs, else with the row it created; without either, all of them.
 */
function refusing<A>({ input }: Call, list: Resource, run: Run<object, A>, plain: boolean): Run<Sent, A> {
  const inputNames = input instanceof z.ZodMiniObject ? Object.keys(input.def.shape) : []
  const takenFields = inputNames.filter((name) => name in list.fields)
  return async (ctx, { [body]: sent, ...values }) => {
    const names = untakenIn(list, takenFields, sent, ctx.actor)
    if (names.length === 0 || !isObject(sent)) return run(ctx, values)
    const { id } = values as { id?: unknown }
    if (inputNames.includes('id')) await requireTaken(list, takenFields, sent, String(id), ctx)
    else if (!plain) refuseUntaken(list, names, sent, {})
    const answer = await run(ctx, values)
    if (!inputNames.includes('id')) refuseUntaken(list, names, sent, rowOf(answer))
    return answer
  }
}

const body = Symbol('body')
type Sent = { [body]?: unknown }

/** Registers `call` with its handler. GET only reads; others run in one transaction unless 'single'. */
export function handle<I extends z.ZodMiniType, A extends z.ZodMiniType>(
  api: Api,
  call: Call<I, A>,
  run: Run<z.output<I>, z.output<A>>,
  mode?: Mode,
): void {
  if (call.may === 'public') throw new Error(`${call.path} is public: register it by hand`)
  const list = call.method === 'GET' ? undefined : listOf(call)
  const common = {
    method: call.method,
    path: call.path,
    may: call.may,
    ...(call.phone && { phone: call.phone }),
    ...(call.reauth && { reauth: true as const }),
    ...(call.decides && { decides: call.decides }),
    mode: mode ?? (call.method === 'GET' ? 'read' : 'write'),
  }
  if (list === undefined || !(call.input instanceof z.ZodMiniObject)) {
    register(api, { ...common, parse: (raw) => readInput(call.input, raw), run })
    return
  }
  register(api, {
    ...common,
    parse: (raw): Sent => ({ ...(readInput(call.input, raw) as object), [body]: raw.body }),
    run: refusing(call, list, run as Run<object, z.output<A>>, mode === undefined),
  })
}
