/** Format of responses on the wire (D1-Q-150): `{ status, msg?, data }`. */

import { isObject } from '#kit/contract/is-object.ts'

const marker = Symbol('json')
declare const shape: unique symbol
/** JSON text of a `T` built by PostgreSQL, passed through unchanged. */
export type Json<T> = { [marker]: string; [shape]?: T }

/** Declares the type of a query's JSON text; the compiler cannot check SQL, so the tests check every response. */
export const json = <T>(text: string): Json<T> => ({ [marker]: text })

const isJson = (value: unknown): value is Json<unknown> =>
  typeof value === 'object' && value !== null && marker in value

const messageOf = Symbol('msg')
type WithMsg<T> = { [messageOf]: string; data: T | Json<T> }

/** `data` with a Vietnamese message for the toast. */
export const withMsg = <T>(data: T | Json<T>, msg: string): WithMsg<T> => ({ [messageOf]: msg, data })

const isWithMsg = (value: unknown): value is WithMsg<unknown> =>
  typeof value === 'object' && value !== null && messageOf in value

const noticeOf = Symbol('notice')
type Said = { channel: string; message: string; status: string }
type Notice<T> = Said & (null extends T ? { data?: T } : { data: T })
type Noticed<T> = { [noticeOf]: Notice<T> }

/** A response with `channel`, `message`, `status` at the top level. */
export const noticed = <T = null>(notice: Notice<T>): Noticed<T> => ({ [noticeOf]: notice })

const isNoticed = (value: unknown): value is Noticed<unknown> =>
  typeof value === 'object' && value !== null && noticeOf in value

const mesOf = Symbol('mes')
type WithMes<T> = { [mesOf]: string; data: T | Json<T> }

/** `data` as `{ result: 'success', mes, data }`, for calls whose contract has that form. */
export const withMes = <T>(data: T | Json<T>, mes: string): WithMes<T> => ({ [mesOf]: mes, data })

const isWithMes = (value: unknown): value is WithMes<unknown> =>
  typeof value === 'object' && value !== null && mesOf in value

/** What a handler may return for a call that answers `T`. */
export type Reply<T> = T | Json<T> | WithMsg<T> | WithMes<T> | Noticed<T>

const textOf = (data: unknown): string => (isJson(data) ? data[marker] : JSON.stringify(data ?? null))

export function bodyOf(answer: unknown): string {
  if (isNoticed(answer)) return JSON.stringify(answer[noticeOf])
  if (isWithMsg(answer))
    return `{"status":"success","msg":${JSON.stringify(answer[messageOf])},"data":${textOf(answer.data)}}`
  if (isWithMes(answer))
    return `{"result":"success","mes":${JSON.stringify(answer[mesOf])},"data":${textOf(answer.data)}}`
  return `{"status":"success","data":${textOf(answer)}}`
}

/** The row in an answer; empty if it has none. */
export function rowOf(answer: unknown): Readonly<Record<string, unknown>> {
  const { data } = JSON.parse(bodyOf(answer)) as { data?: unknown }
  return isObject(data) ? data : {}
}
