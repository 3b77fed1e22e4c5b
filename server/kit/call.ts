/** Registers a declared call; its zod schema parses the input. */
import type * as z from 'zod/mini'
import { config, safeParse } from 'zod/mini'
import type { AnswerOf, Call } from '../../contract/kit/call.ts'
import { AppError } from '../../contract/kit/error.ts'
import { messages } from '../../contract/messages.ts'
import type { Reply } from './answer.ts'
import type { Ctx } from './context.ts'
import { register, type Api, type Mode, type Raw } from './handle.ts'

// Default message for everything that a schema has no text for.
config({ localeError: () => messages.invalidValue })

/** Path parameters, query and body as one object; the path wins over the body, so ids cannot disagree. */
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
  const own = result.error.issues.find((issue) => issue.code === 'custom')?.message
  throw new AppError('VALIDATION', own ?? messages.invalid, { fields })
}

/** Checks the type of `answer` against `call`, for calls registered by hand. */
export const answerTo = <C extends Call>(_call: C, answer: Reply<AnswerOf<C>>): Reply<AnswerOf<C>> => answer

/** Registers `call` with its handler. GET is a read; others run in one transaction unless 'single'. */
export function handle<I extends z.ZodMiniType, A extends z.ZodMiniType>(
  api: Api,
  call: Call<I, A>,
  run: (ctx: Ctx, input: z.output<I>) => Promise<Reply<z.output<A>>>,
  mode?: Mode,
): void {
  if (call.may === 'public') throw new Error(`${call.path} is public: register it by hand`)
  register(api, {
    method: call.method,
    path: call.path,
    may: call.may,
    ...(call.phone && { phone: call.phone }),
    ...(call.reauth && { reauth: true }),
    ...(call.decides && { decides: call.decides }),
    mode: mode ?? (call.method === 'GET' ? 'read' : 'write'),
    parse: (raw) => readInput(call.input, raw),
    run,
  })
}
