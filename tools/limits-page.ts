/** Table of limits in docs/operations-reference.md, generated from the code; a test compares the page. */
import { credentialLength } from '#platform/contract/calls/session.ts'
import { defaultOf } from '#platform/contract/settings/catalogue.ts'
import { readConfig } from '#platform/server/running/config.ts'
import { limitsOf, strangers } from '#platform/server/running/request-limits.ts'
import { processLimits as process } from '#platform/server/running/limits.ts'
import { limits as sheet } from '#platform/server/sheet/limits.ts'

const many = (n: number): string => n.toLocaleString('en-US')
const seconds = (ms: number): string => `${ms / 1000} s`
const minutes = (ms: number): string => `${ms / 60_000} minutes`

/** 'N in a period' in the table of rates. */
function rateOf(name: 'signIn' | 'export' | 'upload' | 'bulk' | 'live' | 'shop' | 'badToken'): string {
  const { points, seconds: stretch } = limitsOf(readConfig({}).rate)?.[name] ?? { points: 0, seconds: 0 }
  return `${many(points)} in ${stretch} s`
}

/** 'N connections and N MB of bodies'. */
const boundOf = (unit: 'address' | 'network'): string =>
  `${many(strangers[unit].connections)} connections and ${strangers[unit].bytes / 1e6} MB of bodies`

const rows: [what: string, limit: string][] = [
  ['Uploaded file', `${sheet.file / 2 ** 20} MB, ${many(sheet.rows)} rows, first ${sheet.columns} columns`],
  [
    'Unpacked upload',
    `${sheet.inflated / 2 ** 30} GB; ${sheet.ratio} times its packed size; ${minutes(sheet.workerMs)} of reading`,
  ],
  [
    'JSON body',
    `${process.bodyBytes / 1e6} MB, without a session ${process.publicBodyBytes / 1000} kB; 200 records in one import call`,
  ],
  [
    'Held by callers without a session, of one process',
    `${boundOf('address')} of one address, ${boundOf('network')} of its /24 (IPv6: /56)`,
  ],
  [
    'Head of a request',
    `${process.headBytes / 1024} kB, else 431; whole within ${seconds(process.headersMs)}, looked after every 3 s, else 408`,
  ],
  [
    'Body of a request',
    `at least ${many(process.bodyBytesInStretch)} bytes in every ${seconds(process.bodyStretchMs)} until it is whole, else 408`,
  ],
  ['One request', seconds(process.requestMs)],
  [
    'Requests under way at once, of one process',
    `${many(process.requestsUnderWay)}, then 503 with \`Retry-After\``,
  ],
  [
    'Wait for a place',
    `${seconds(process.writeWaitMs)} of a write, ${seconds(process.readWaitMs)} of a read, ${seconds(process.backgroundWaitMs)} of what a screen reads again by itself; at most ${process.readsWaiting} reads, and ${process.readsWaiting / 2} of screens by themselves; then 503 with \`Retry-After\``,
  ],
  [
    'Sockets of the live channel',
    `${process.socketsOfToken} a session, ${many(process.socketsOfAddress)} an address; one that does not say whose it is: ${seconds(process.socketSilenceMs)}`,
  ],
  ['Events of the live channel', `${rateOf('live')} of one user`],
  ['User name and password', `${credentialLength} characters`],
  [
    'Wrong passwords',
    `${defaultOf('signIn.tries')} in ${defaultOf('signIn.minutes')} minutes for one user name and source, then wait`,
  ],
  ['Sign-ins, dead tokens', `${rateOf('signIn')}, ${rateOf('badToken')} from one address`],
  [
    'Exports, uploads, writes of many rows',
    `${rateOf('export')}, ${rateOf('upload')}, ${rateOf('bulk')} of one user`,
  ],
  ['Pages of the shop, tries to order, pictures and sitemap', `${rateOf('shop')} from one address`],
  [
    'Wrong pairs of order code and phone',
    'in 24 hours 10 of a code, a phone and a browser, 30 of an address',
  ],
  [
    'One statement of a request',
    `${seconds(process.statementMs)}; waiting for a lock ${seconds(process.lockMs)}; waiting for a connection ${seconds(process.connectionMs)}`,
  ],
  ['Answers to a repeated `Idempotency-Key`', `kept ${process.answersKeptHours} hours`],
  ['Rows of an upload that was not saved', 'kept 7 days'],
  ['Rows of feeds that were set aside', `kept until somebody decides, then ${process.rejectsKeptDays} days`],
  [
    'Entries of the look-up log',
    'deleted every night (03:40 Vietnamese time) after `LOOKUP_LOG_MONTHS` months',
  ],
]

/** The table as in the page. */
export const limitsTable = (): string =>
  ['| What | Limit |', '| --- | --- |', ...rows.map(([what, limit]) => `| ${what} | ${limit} |`)].join('\n')
