/** How an answer is written on the wire (D1-Q-150): `{ status, msg?, data }`. */

const marker = Symbol('json')
/** JSON text made by PostgreSQL, passed through as it is. */
export type Json = { [marker]: string }

export const json = (text: string): Json => ({ [marker]: text })

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && marker in value

const messageOf = Symbol('msg')
type WithMsg = { [messageOf]: string; data: unknown }

/** `data` with a Vietnamese sentence for the toast. */
export const withMsg = (data: unknown, msg: string): WithMsg => ({ [messageOf]: msg, data })

const isWithMsg = (value: unknown): value is WithMsg =>
  typeof value === 'object' && value !== null && messageOf in value

const noticeOf = Symbol('notice')
export type Notice = { channel: string; message: string; status: string; data?: unknown }
type Noticed = { [noticeOf]: Notice }

/** An answer that carries `channel`, `message`, `status` at the top level. */
export const noticed = (notice: Notice): Noticed => ({ [noticeOf]: notice })

const isNoticed = (value: unknown): value is Noticed =>
  typeof value === 'object' && value !== null && noticeOf in value

/** The body text of a handler's answer. */
export function bodyOf(answer: unknown): string {
  if (isJson(answer)) return `{"status":"success","data":${answer[marker]}}`
  if (isNoticed(answer)) return JSON.stringify(answer[noticeOf])
  if (isWithMsg(answer)) {
    const data = isJson(answer.data) ? answer.data[marker] : JSON.stringify(answer.data ?? null)
    return `{"status":"success","msg":${JSON.stringify(answer[messageOf])},"data":${data}}`
  }
  return JSON.stringify({ status: 'success', data: answer ?? null })
}
