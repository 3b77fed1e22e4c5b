/** A call of a workflow: method, path, right and input, declared once for server, web and API description. */
import type * as z from 'zod/mini'
import type { Ability } from '../abilities.ts'
import type { Method } from './operations.ts'

export type Call<I extends z.ZodMiniType = z.ZodMiniType, O = unknown> = {
  method: Method
  /** Full path, with `:name` parameters that are part of the input. */
  path: string
  /** The ability needed; `public` is for the few calls without a session. */
  may: Ability | 'public'
  summary: string
  /** Path parameters, query and body together, checked before the handler runs. */
  input: I
  /** Never set: carries the type of the answer's `data`. */
  answer?: O
}

/** Declares a call. `answers<T>()` names the type of `data` in the answer. */
export function defineCall<I extends z.ZodMiniType>(
  call: Omit<Call<I>, 'answer'>,
): {
  answers: <O>() => Call<I, O>
} {
  return { answers: <O>() => call as Call<I, O> }
}

export type InputOf<C> = C extends Call<infer I> ? z.input<I> : never
export type ParsedOf<C> = C extends Call<infer I> ? z.output<I> : never
export type AnswerOf<C> = C extends Call<z.ZodMiniType, infer O> ? O : never
