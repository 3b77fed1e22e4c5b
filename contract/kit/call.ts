/** A call of a workflow: method, path, right, input and answer, declared once for server, web and API description. */
import * as z from 'zod/mini'
import type { Ability } from '../abilities.ts'
import type { Method } from './operations.ts'

/** Which input is the phone, and what becomes of the call beyond the day's number. */
export type PhoneAsked = { of: string; beyond: 'refused' | 'untold' }

export type Call<I extends z.ZodMiniType = z.ZodMiniType, A extends z.ZodMiniType = z.ZodMiniType> = {
  method: Method
  /** Full path, with `:name` parameters that are part of the input. */
  path: string
  /** The ability needed; `public` is for the few calls without a session. */
  may: Ability | 'public'
  summary: string
  /** Path parameters, query and body together, checked before the handler runs. */
  input: I
  /**
   * Input that names a phone of which the call tells something: a masked role's takes from the day's number. Beyond it the
   * call is refused, or goes on and tells nothing of it (D3-SEC-05).
   */
  phone?: PhoneAsked
  /** What `data` of the answer is: nothing more and nothing less. */
  answer: A
  /** Answers `{ channel, message, status }` in place of `{ status, msg }`, `data` beside it where there is some. */
  notice?: true
  /** Answers `{ result: 'success', mes, data }` (D2-Q-10). */
  mes?: true
}

/** Declares a call. */
export const defineCall = <I extends z.ZodMiniType, A extends z.ZodMiniType>(call: Call<I, A>): Call<I, A> =>
  call

/** The answer of a call that sends an .xlsx file: there is no `data`. */
export const sheetAnswer = z.never()

export type InputOf<C extends Call> = z.input<C['input']>
export type ParsedOf<C extends Call> = z.output<C['input']>
export type AnswerOf<C extends Call> = z.output<C['answer']>
