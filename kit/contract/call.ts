/** Calls of workflows: method, path, right, input and answer, declared once for server, web and API description. */
import * as z from 'zod/mini'
import type { Ability } from '#platform/contract/abilities.ts'
import type { Field } from './field.ts'
import type { Method } from './operations.ts'

/** Name of the input with the phone, and what happens beyond the daily limit. */
export type PhoneInput = { of: string; beyond: 'refused' | 'untold' }

/**
 * When a call that decides money, or changes accounts, roles, bank accounts or secrets, checks again, under a lock,
 * that its caller still has the right (D3-SEC-12): at the start of its transaction, or in the queue of changes to
 * accounts and roles.
 */
export type Decides = 'atOnce' | 'inTurn'

type Schema = z.ZodMiniType
type Asks = Readonly<Record<string, Field>>

type Declared<I, A> = {
  method: Method
  /** Full path, with `:name` parameters that are part of the input. */
  path: string
  /** The ability needed; `public` is for the few calls without a session. */
  may: Ability | 'public'
  summary: string
  /** Path parameters, query and body together, checked before the handler runs. */
  input: I
  /**
   * Input with a phone that the response reveals something about: masked roles have a daily limit of phones. Beyond it
   * the call is refused, or continues without revealing anything (D3-SEC-05).
   */
  phone?: PhoneInput
  /** Answers REAUTH until the session was confirmed by password or code within 10 minutes (D3-SEC-07). */
  reauth?: true
  /** By default a call with `reauth` checks at once, and other calls do not check again. */
  decides?: Decides
  /** Schema of the answer's `data`; additional properties are errors. */
  answer: A
  /** Answers `{ channel, message, status }` instead of `{ status, msg }`, with `data` if there is any. */
  notice?: true
  /** Answers `{ result: 'success', mes, data }` (D2-Q-10). */
  mes?: true
}

/** With what its form asks for of the input, in this order, with labels and bounds as the server's refusals have them. */
export type Call<I extends Schema = Schema, A extends Schema = Schema, F extends Asks = Asks> = Declared<
  I,
  A
> & { asks: F }

/** `asks` names parts of its input alone. */
export const defineCall = <I extends Schema, A extends Schema, const F extends Asks = Record<never, never>>(
  call: Declared<I, A> & { asks?: F & Record<Exclude<keyof F, keyof z.input<I>>, never> },
): Call<I, A, F> => ({ asks: {} as F, ...call })

/** Answer of a call that sends an .xlsx file, without `data`. */
export const sheetAnswer = z.never()

export type InputOf<C extends Call> = z.input<C['input']>
export type ParsedOf<C extends Call> = z.output<C['input']>
export type AnswerOf<C extends Call> = z.output<C['answer']>
