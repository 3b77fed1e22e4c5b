/**
 * A Directus (REST API of its items) as a peer: the requests of the measures, and its collection filled with the
 * bench's rows.
 */
import { exchange, type Sent } from '#tools/player/exchange.ts'
import { http } from './load.ts'

/** Why nothing is measured, in one sentence. */
export class NotMeasured extends Error {}

/** The needed part of a JSON answer; anything else ends the run with `refusal` and the actual answer. */
async function needed<Body, T>(
  refusal: string,
  url: string,
  sent: Sent,
  read: (body: Body) => T,
): Promise<T> {
  try {
    const { status, text } = await exchange(url, { timeout: 60_000, ...sent })
    if (status !== 200) throw new Error(`answered ${status}`)
    return read(JSON.parse(text) as Body)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new NotMeasured(`${refusal} (${code ?? message})`)
  }
}

export type Contact = { phone: string; note: string }
export type Account = { email: string; password: string; collection: string }
export type Directus = ReturnType<typeof directus>

/** Rows per filling call; 1,000 stay below the 1 MB that a Directus accepts by default. */
const batch = 1_000

export function directus(address: string, { email, password, collection }: Account) {
  const url = address.replace(/\/+$/, '')
  const items = `${url}/items/${encodeURIComponent(collection)}`
  const login = { method: 'POST', body: { email, password } } as const
  let token = ''
  // A session lasts a quarter of an hour, less than a million rows take.
  const open = async (): Promise<void> => {
    token = await needed(
      `No Directus at ${url} that signs ${email} in`,
      `${url}/auth/login`,
      login,
      (body: { data: { access_token: string } }) => body.data.access_token,
    )
  }
  const asked = <Body, T>(query: string, read: (body: Body) => T): Promise<T> =>
    needed(
      `${url} has no collection '${collection}' with id, phone and note as text that ${email} may read`,
      `${items}?fields=id,phone,note&${query}`,
      { token },
      read,
    )
  const list = (query: Readonly<Record<string, string>>): Promise<string> =>
    http(
      `${items}?${new URLSearchParams({ limit: '50', sort: '-id', meta: 'filter_count', ...query })}`,
      token,
    )
  return {
    /** Signs in and resolves with the number of rows. */
    async open(): Promise<number> {
      await open()
      await asked('limit=1&filter[phone][_ends_with]=1&filter[note][_icontains]=a', () => null)
      return asked(
        'limit=1&meta=total_count',
        (body: { meta: { total_count: number } }) => body.meta.total_count,
      )
    },
    async fill(rows: readonly Contact[]): Promise<void> {
      for (let offset = 0; offset < rows.length; offset += batch) {
        await open()
        await needed(
          `${email} may not create rows of '${collection}' at ${url}`,
          items,
          { method: 'POST', token, body: rows.slice(offset, offset + batch) },
          () => null,
        )
      }
    },
    /** The keys of the newest rows. */
    newest: (many: number): Promise<(string | number)[]> =>
      asked(`limit=${many}&sort=-id`, (body: { data: { id: string | number }[] }) =>
        body.data.map(({ id }) => id),
      ),
    signIn: () => http(`${url}/auth/login`, '', login),
    /** Our first page is 0 too. */
    page: (n: number) => list({ page: String(n + 1) }),
    phoneEnd: (digits: string) => list({ 'filter[phone][_ends_with]': digits }),
    word: (text: string) => list({ 'filter[note][_icontains]': text }),
    edit: (id: string | number, note: string) =>
      http(`${items}/${id}`, token, { method: 'PATCH', body: { note } }),
  }
}
