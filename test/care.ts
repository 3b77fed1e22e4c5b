/** Care calls for tests of handing out customers. */
import type { CareCustomer } from '#subjects/calling/contract/calls/care.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import type { Answer, TestServer } from './server.ts'

export type Care = { value: CareCustomer | null; count: number }

/** A result without consequences. */
export const refuse = { status: 'REJECTED', note: 'Không có nhu cầu' }

/** An appointment in that many minutes. */
export const appointment = (minutes: number) => ({
  status: 'APPOINTMENT',
  package: 'VD90',
  appointmentAt: new Date(Date.now() + minutes * 60_000).toISOString(),
  note: 'Gọi lại',
})

/** Value of `care.daysOff` that excludes every day of the week. */
export const everyDay = ['Thứ hai', 'Thứ ba', 'Thứ tư', 'Thứ năm', 'Thứ sáu', 'Thứ bảy', 'Chủ nhật']

/** Claiming the next customer and recording a result, as any account. */
export function careCalls(server: () => TestServer) {
  const next = async (username: string): Promise<Care> => {
    const answer = await (await server().as(username)).get('/api/v1/customer/new-care')
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.data as Care
  }
  /** Claims a customer; fails without one. */
  const take = async (username: string): Promise<CareCustomer> => {
    const { value } = await next(username)
    if (!value) throw new Error(`nothing was handed to ${username}`)
    return value
  }
  const record = async (username: string, id: string, body: object): Promise<Answer> =>
    (await server().as(username)).post(`/api/v1/customer/${id}/care`, body)
  /** Records a result, which must be accepted; returns the id of its log row. */
  const recorded = async (username: string, id: string, body: object): Promise<string> => {
    const answer = await record(username, id, body)
    if (answer.status !== 200) throw new Error(answer.text)
    return (answer.data as { id: string }).id
  }
  return { next, take, record, recorded }
}

/** Moves every call and every appointment back by this many hours. */
export const callsLater = (pool: Pool, hours: number) =>
  pool.query(`
    BEGIN;
    SET LOCAL statement_timeout = '60s';
    UPDATE care_history SET created_at = created_at - interval '${hours} hours';
    UPDATE customer SET rank = rank - ${hours * 3_600_000} WHERE rank >= 1000000000000000;
    UPDATE customer SET appointment_at = appointment_at - interval '${hours} hours' WHERE appointment_at IS NOT NULL;
    COMMIT`)
