/** Notices of an account, as it reads them. */
import type { BellNotice } from '#platform/contract/calls/bell.ts'
import type { TestServer } from './server.ts'

export const bellOf = async (server: TestServer, username: string): Promise<BellNotice[]> =>
  ((await (await server.as(username)).get('/api/v1/thongbao')).data as { values: BellNotice[] }).values

/** Titles, newest first. */
export const titlesOf = async (server: TestServer, username: string): Promise<string[]> =>
  (await bellOf(server, username)).map(({ title }) => title)

/** Deletes all notices. */
export const quietBell = (server: TestServer): Promise<unknown> => server.pool.query('TRUNCATE bell_notices')
