/**
 * `npm run bench peers -- URL`: everyday requests of a Directus installed beside the bench, and ours on as many
 * rows in the same run. Prints the rows and writes no page. `usage` says what it needs.
 */
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { signIn } from '#tools/player/person.ts'
import { byTurns, compare } from './compare.ts'
import { numbers } from './data.ts'
import { onBench } from './database.ts'
import { http } from './load.ts'
import { directus, NotMeasured, type Contact, type Directus } from './peers-directus.ts'
import type { Bench } from './types.ts'

const usage = `PEER_EMAIL=… PEER_PASSWORD=… PEER_COLLECTION=… npm run bench peers -- http://127.0.0.1:8055
The address of a Directus; an account of it that may read, create and change the rows of the collection; and a collection for the
bench alone with the fields id, phone (string) and note (text). It is filled up to BENCH_ROWS rows (a million) by calls of 1,000, about 500 rows a second; they stay for the next run.`

/** Words of notes with diacritics, which a peer may not ignore: in every fifth row down to hardly any. */
const words = ['khiếu nại', 'Zalo', 'giá cao', 'biên bản', 'Cần Thơ', 'Lê Phúc']
const size = 50

type Ask = (worker: number, n: number) => Promise<unknown>
type Work = readonly [work: string, workers: number, both: { ours: Ask; peer: Ask }, note?: string]

async function works({ url, admin, pool }: Bench, peer: Directus): Promise<Work[]> {
  const { rows: ownRows } = await pool.query<{ id: string }>(
    'SELECT id FROM blacklist ORDER BY id DESC LIMIT 500',
  )
  const others = await peer.newest(500)
  const list = (query: string): Promise<string> => http(`${url}/api/v1/${query}&count=${size}`, admin)
  const deepest = Math.min(2_000, Math.floor(numbers / size / 2))
  const farPage = (n: number): number => Math.max(0, deepest - (n % 200))
  const digits = (worker: number, n: number) => String(10_000 + ((worker * 7_919 + n * 104_729) % 89_999))
  const word = (worker: number, n: number) => words[(worker * 3 + n) % words.length] ?? ''
  const idFor = <T>(ids: readonly T[], worker: number, n: number) => ids[(worker * 31 + n) % ids.length] as T
  const total = 'our total is up to 5 s old'
  // New on each call: a write without changes leaves no audit entry.
  let edits = Date.now()
  const note = (): string => `Hẹn gọi lại ${(edits += 1)}`
  return [
    [
      `first page of ${size} with its count`,
      16,
      { ours: () => list('blacklist?page=0'), peer: () => peer.page(0) },
      total,
    ],
    [
      `one of 200 pages up to page ${deepest}, with its count`,
      16,
      { ours: (_, n) => list(`blacklist?page=${farPage(n)}`), peer: (_, n) => peer.page(farPage(n)) },
      total,
    ],
    [
      'phone by last digits',
      16,
      {
        ours: (...turn) => list(`customer?phone=${digits(...turn)}`),
        peer: (...turn) => peer.phoneEnd(digits(...turn)),
      },
    ],
    [
      'a word in a note',
      16,
      {
        ours: (...turn) => list(`blacklist?description=${encodeURIComponent(word(...turn))}`),
        peer: (...turn) => peer.word(word(...turn)),
      },
      'ours finds it without marks too and counts to 10,000',
    ],
    [
      'edit of one row with trail',
      16,
      {
        ours: (worker, n) =>
          http(`${url}/api/v1/blacklist/${idFor(ownRows, worker, n).id}`, admin, {
            method: 'PUT',
            body: { description: note() },
          }),
        peer: (worker, n) => peer.edit(idFor(others, worker, n), note()),
      },
    ],
    [
      'sign-in',
      2,
      { ours: () => signIn(url, 'sale111', demoPassword), peer: () => peer.signIn() },
      'a Directus lets each wait for LOGIN_STALL_TIME, 500 ms unless it is set',
    ],
  ]
}

/** Phones of the customers, notes of the blacklist: the rows from the `from`-th on. */
async function missing({ pool }: Bench, from: number): Promise<Contact[]> {
  const { rows } = await pool.query<Contact>(
    `SELECT '0' || c.phone AS phone, b.description AS note
     FROM (SELECT phone, row_number() OVER (ORDER BY rank) AS n FROM customer) c
     JOIN (SELECT description, row_number() OVER (ORDER BY phone_number) AS n FROM blacklist) b USING (n)
     WHERE n > $1 ORDER BY n`,
    [from],
  )
  return rows
}

async function measure(bench: Bench, peer: Directus): Promise<void> {
  const has = await peer.open()
  if (has < numbers) console.log(`filling the peer with ${numbers - has} rows …`)
  await peer.fill(await missing(bench, has))
  await peer.open()
  for (const [work, workers, both, note = ''] of await works(bench, peer)) {
    const { ours, peer: its } = await byTurns(workers, both)
    // The peer's processor time is unknown, so neither is shown.
    const { value, limit, ratio, note: times } = compare(work, ours, { ...its, spent: null }, '-')
    const itsTimes = compare(work, its, { ...ours, spent: null }, '-').note
    console.log(
      `${work}, ${workers}: ours ${value}, peer ${limit}, ours / peer ${ratio}; ours ${times}; peer ${itsTimes}; ${numbers.toLocaleString('en-US')} rows${note && `; ${note}`}`,
    )
  }
}

export async function peers(address: string | undefined): Promise<void> {
  const { PEER_EMAIL: email, PEER_PASSWORD: password, PEER_COLLECTION: collection } = process.env
  try {
    if (!address || !email || !password || !collection) throw new NotMeasured(usage)
    const peer = directus(address, { email, password, collection })
    const has = await peer.open()
    if (has > numbers)
      throw new NotMeasured(
        `'${collection}' has ${has} rows, more than the ${numbers} of the bench: set BENCH_ROWS=${has}, or name another collection.`,
      )
    console.log(`filling ${numbers} rows …`)
    await onBench(numbers, (bench) => measure(bench, peer))
  } catch (error) {
    if (!(error instanceof NotMeasured)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
