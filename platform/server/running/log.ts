/** The server's log: JSON lines without customers' numbers and table rows. */
import {
  pino,
  stdSerializers,
  type DestinationStream,
  type LevelWithSilentOrString,
  type LogFn,
  type Logger,
} from 'pino'
import { isObject } from '#kit/contract/is-object.ts'
import { redactPhones } from '#kit/contract/phone.ts'

/** Logged properties of an error: neither what PostgreSQL quotes of the refused row or statement, nor driver internals attached to a lost connection. */
const telling = ['type', 'message', 'stack', 'code', 'severity', 'schema', 'table', 'column', 'constraint']

function serializeError(error: Error): object {
  const serialized: object = stdSerializers.err(error)
  return Object.fromEntries(Object.entries(serialized).filter(([name]) => telling.includes(name)))
}

/** Time between two lines of the same fault, in ms: retries twice a second fail as often without a database. */
const between = 60_000
const mostKept = 1_000
const warning = 40

/**
 * Deduplicates faults: logs one at once, then at most once a minute. Returns the number of lines suppressed since the
 * last one, or null to suppress this one.
 */
function openFolding(): (fault: string) => number | null {
  const faults = new Map<string, { loggedAt: number; untold: number }>()
  return (fault) => {
    const last = faults.get(fault)
    const now = Date.now()
    if (last && now - last.loggedAt < between) {
      last.untold += 1
      return null
    }
    if (faults.size >= mostKept) faults.clear()
    faults.set(fault, { loggedAt: now, untold: 0 })
    return last?.untold ?? 0
  }
}

/** Ids of rows, jobs and requests are needed to find a line, so their digits are kept. */
const identifier = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i

const redactText = (text: string): string =>
  text
    .split(identifier)
    .map((part, index) => (index % 2 === 1 ? part : redactPhones(part)))
    .join('')

/** A client's address: groups of digits that are not a phone. */
const network = /^"address":"(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f.]*:[\da-f:.]*)"$/

/** The strings of a line without phone numbers; its numbers (time, counts) are never phones. */
const withoutPhones = (line: string): string =>
  line.replace(/(?:"address":)?"(?:[^"\\]|\\.)*"/g, (text) => (network.test(text) ? text : redactText(text)))

/** A log from `level` on, to standard output by default; phone numbers in its lines are masked (threats A4). */
export function openLog(level: LevelWithSilentOrString, to?: DestinationStream): Logger {
  const suppressedBefore = openFolding()
  function fold(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [details, message] = args as [unknown, string?]
    const fault = isObject(details) && typeof details.error === 'string' ? details.error : null
    if (fault === null || level < warning) return method.apply(this, args)
    const suppressed = suppressedBefore(`${message} ${fault}`)
    if (suppressed === 0) method.apply(this, args)
    else if (suppressed !== null) method.call(this, { ...(details as object), untold: suppressed }, message)
  }
  const options = {
    level,
    redact: ['req.headers.authorization'],
    serializers: { err: serializeError },
    hooks: { streamWrite: withoutPhones, logMethod: fold },
  }
  return to ? pino(options, to) : pino(options)
}
