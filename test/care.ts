/** The care calls as the tests of the hand-out make them. */
import type { CareCustomer } from '../contract/workflows/care.ts'
import type { Answer, TestServer } from './server.ts'

export type Care = { value: CareCustomer | null; count: number }

/** A result that nothing follows from. */
export const refuse = { status: 'REJECTED', note: 'Không có nhu cầu' }

/** An appointment in so many minutes. */
export const appointment = (minutes: number) => ({
  status: 'APPOINTMENT',
  package: 'VD90',
  appointmentAt: new Date(Date.now() + minutes * 60_000).toISOString(),
  note: 'Gọi lại',
})

/** Asking for the next customer and recording a result, in the name of anybody. */
export function careCalls(server: () => TestServer) {
  const next = async (username: string): Promise<Care> => {
    const answer = await (await server().as(username)).get('/api/v1/customer/new-care')
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.data as Care
  }
  /** Asks and must be given one. */
  const take = async (username: string): Promise<CareCustomer> => {
    const { value } = await next(username)
    if (!value) throw new Error(`nothing was handed to ${username}`)
    return value
  }
  const record = async (username: string, id: string, body: object): Promise<Answer> =>
    (await server().as(username)).post(`/api/v1/customer/${id}/care`, body)
  /** The id of the log's row of a result that must be taken. */
  const recorded = async (username: string, id: string, body: object): Promise<string> => {
    const answer = await record(username, id, body)
    if (answer.status !== 200) throw new Error(answer.text)
    return (answer.data as { id: string }).id
  }
  return { next, take, record, recorded }
}
