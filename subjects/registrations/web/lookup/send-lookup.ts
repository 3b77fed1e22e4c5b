/** Sends look-ups to the carrier over the live channel when connected, else over HTTP (D1-Q-098, D1-Q-099). */
import type { DoNotCallEntry } from '#platform/contract/do-not-call.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { AppError, codes, type Code } from '#kit/contract/error.ts'
import { lookupEvents, type LookupEvent } from '#platform/contract/live.ts'
import { messages } from '#platform/contract/messages.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import { channel, type Channel } from '#kit/web/live.ts'

/** An answer, with whether its customer may be called (D3-RULE-03). */
export type Told<T> = T & { khong_goi: DoNotCallEntry | null }

export type LookupCall<T> = {
  /** The last 9 digits of the phone, or the typed text when it is no phone: the server explains the error. */
  phone: string
  /** Event and data for the live channel; left out for look-ups without one. */
  live?: { event: LookupEvent; data: Record<string, string | number> }
  http: (signal: AbortSignal) => Promise<Told<T>>
}

const noAnswer = (): AppError => new AppError('UPSTREAM', lookupTexts.noAnswer)

const codeOf = (raw: unknown): Code => (typeof raw === 'string' && raw in codes ? (raw as Code) : 'INTERNAL')

type LookupReply = { ok: true; data: unknown } | { ok: false; error: AppError }

/** The answer to this request; null for one to another request, by client id or number (D1-Q-095). */
export function readReply(reply: unknown, clientId: string, phone: string): LookupReply | null {
  if (!isObject(reply) || reply.client_id !== clientId) return null
  if ('code' in reply) {
    const msg = typeof reply.msg === 'string' && reply.msg !== '' ? reply.msg : messages.unknownError
    return { ok: false, error: new AppError(codeOf(reply.code), msg) }
  }
  const { data } = reply
  return isObject(data) && readPhone(data.NUMBER_PHONE) === readPhone(phone) ? { ok: true, data } : null
}

type LiveEvent = NonNullable<LookupCall<unknown>['live']>

/** One request over `line`; rejects after `waitMs` or when the connection is cut, and stops listening. */
function sendLive(line: Channel, live: LiveEvent, phone: string, waitMs: number): Promise<unknown> {
  const clientId = crypto.randomUUID()
  const reply = lookupEvents[live.event]
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      line.off(reply, onReply)
      line.off('disconnect', giveUp)
    }
    const onReply = (payload: unknown): void => {
      const read = readReply(payload, clientId, phone)
      if (!read) return
      end()
      if (read.ok) resolve(read.data)
      else reject(read.error)
    }
    // The answer goes only to the requesting connection: once that is cut, no answer can come.
    const giveUp = (): void => {
      end()
      reject(noAnswer())
    }
    const timer = setTimeout(giveUp, waitMs)
    line.on(reply, onReply)
    line.on('disconnect', giveUp)
    line.emit(live.event, {
      host: location.host,
      token: line.token,
      client_id: clientId,
      data: live.data,
    })
  })
}

/** Resolves to the answer. Throws AppError: the server's message, or that no answer came within `waitMs`. */
export async function sendLookup<T>({ phone, live, http }: LookupCall<T>, waitMs: number): Promise<Told<T>> {
  const line = live && channel.get()
  // The server answers each event with the fields of its look-up (subjects/registrations/contract/calls/lookup.ts).
  if (line) return (await sendLive(line, live, phone, waitMs)) as Told<T>
  try {
    return await http(AbortSignal.timeout(waitMs))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') throw noAnswer()
    throw error
  }
}
