/**
 * How cost grows: everyday requests of one person at 10,000 rows, ten times as many, and so on up to the size of
 * the bench (`BENCH_ROWS=10000000 npm run bench -- growthOfLists` for ten million), as lines of the table and as a
 * picture.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { numbers } from './data.ts'
import { onBench } from './database.ts'
import { http, loop } from './load.ts'
import type { Bench, Row } from './types.ts'

const smallest = 10_000
const steps = Math.max(1, Math.round(Math.log10(numbers / smallest)) + 1)
const sizes = Array.from({ length: steps }, (_, n) => numbers / 10 ** (steps - 1 - n))
/** Duration of one measurement, in ms. */
const stretch = 2_000

/** Each call takes the next customer or records a result, in turn. */
function caller({ url, tokens }: Bench) {
  let customer: { id: string; token: string } | null = null
  let calls = 0
  return async (): Promise<void> => {
    if (customer) {
      const { id, token } = customer
      customer = null
      const body = { status: 'REJECTED', note: 'Không có nhu cầu' }
      await http(`${url}/api/v1/customer/${id}/care`, token, { method: 'POST', body })
      return
    }
    const token = tokens[(calls += 1) % 400] ?? ''
    const answer = JSON.parse(await http(`${url}/api/v1/customer/new-care`, token)) as {
      data: { value: { id: string } }
    }
    customer = { id: answer.data.value.id, token }
  }
}

const requests: Record<string, (bench: Bench) => (worker: number, n: number) => Promise<unknown>> = {
  'first page of the customers':
    ({ url, admin }) =>
    () =>
      http(`${url}/api/v1/customer?count=50`, admin),
  'one caller’s results':
    ({ url, admin }) =>
    (_, n) =>
      http(`${url}/api/v1/care/history?count=50&username=bench${1 + (n % 500)}`, admin),
  'phone by last digits':
    ({ url, admin }) =>
    (_, n) =>
      http(`${url}/api/v1/customer?count=50&phone=${10_000 + ((n * 104_729) % 89_999)}`, admin),
  'a word in a note':
    ({ url, admin }) =>
    (_, n) =>
      http(
        `${url}/api/v1/blacklist?count=50&description=${encodeURIComponent(n % 2 ? 'không gọi lại' : 'trần bình')}`,
        admin,
      ),
  'next customer and result': caller,
}

/** Median ms of each request. */
async function timed(bench: Bench): Promise<number[]> {
  const all: number[] = []
  for (const ask of Object.values(requests)) {
    const one = ask(bench)
    await loop(1, 500, one)
    all.push((await loop(1, stretch, one)).p50)
  }
  return all
}

const colours = ['#1c7ed6', '#2f9e44', '#e8590c', '#9c36b5', '#e03131']

/** Lines by number of rows (each step ten times as many), in ms. */
function picture(times: readonly number[][]): string {
  const most = Math.ceil(Math.max(...times.flat()))
  const x = (n: number): number => 60 + (n * 520) / (sizes.length - 1)
  const y = (ms: number): number => 300 - (ms * 270) / most
  const names = Object.keys(requests)
  const label = (n: number, text: string): string =>
    `<text x="${x(n)}" y="320" text-anchor="middle">${text}</text>`
  const lines = names.map((name, index) => {
    const points = times.map((row, n) => `${x(n)},${y(row[index] ?? 0).toFixed(1)}`).join(' ')
    const colour = colours[index % colours.length]
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>
<text x="600" y="${40 + index * 20}" fill="${colour}">${name}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 340" font-family="sans-serif" font-size="12">
<rect width="800" height="340" fill="#fff"/>
<path d="M60 30V300H580" fill="none" stroke="#868e96"/>
<text x="52" y="34" text-anchor="end">${most} ms</text><text x="52" y="304" text-anchor="end">0</text>
${sizes.map((rows, n) => label(n, rows.toLocaleString('en-US'))).join('\n')}
${lines.join('\n')}
</svg>
`
}

export async function growthOfLists(bench: Bench): Promise<Row[]> {
  const times: number[][] = []
  for (const rows of sizes.slice(0, -1)) times.push(await onBench(rows, timed))
  times.push(await timed(bench))
  writeFileSync(join(import.meta.dirname, '../docs/growth.svg'), picture(times))
  return Object.keys(requests).map((name, index) => {
    const [small = 0, ...more] = times.map((row) => row[index] ?? 0)
    const large = more.pop() ?? small
    const between = more.map((ms) => ms.toFixed(1)).join(' / ')
    return {
      work: `${name}, ${sizes.map((rows) => rows.toLocaleString('en-US')).join(' / ')} rows`,
      value: `${large.toFixed(1)} ms`,
      limit: `${small.toFixed(1)} ms`,
      ratio: `${(large / small).toFixed(1)} ×`,
      reach: '≤ 3 ×',
      note: `one reader, p50; ${between} ms between; the limit: the smallest size`,
    }
  })
}
