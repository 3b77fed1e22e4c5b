/** The server's log: JSON lines that hold no customer's number and no row of a table. */
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

/**
 * What is told of an error: neither what PostgreSQL quotes of the row or the statement that it refuses, nor the insides of
 * the driver that hang on a lost connection.
 */
const telling = ['type', 'message', 'stack', 'code', 'severity', 'schema', 'table', 'column', 'constraint']

function serializeError(error: Error): object {
  const told: object = stdSerializers.err(error)
  return Object.fromEntries(Object.entries(told).filter(([name]) => telling.includes(name)))
}

/** Between two lines of the same fault, in ms: what is tried twice a second without a database fails as often. */
const between = 60_000
const mostKept = 1_000
const warning = 40

/** Whether a line is told, and of how many untold ones before it: the same fault is told at once, then once a minute. */
function openFolding(): (fault: string) => number | null {
  const told = new Map<string, { at: number; untold: number }>()
  return (fault) => {
    const known = told.get(fault)
    const now = Date.now()
    if (known && now - known.at < between) {
      known.untold += 1
      return null
    }
    if (told.size >= mostKept) told.clear()
    told.set(fault, { at: now, untold: 0 })
    return known?.untold ?? 0
  }
}

/** Of a row, a job or a request: by it a line is found again, so its digits stay. */
const identifier = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i

const redactText = (text: string): string =>
  text
    .split(identifier)
    .map((part, at) => (at % 2 === 1 ? part : redactPhones(part)))
    .join('')

/** Where a caller came from: groups of digits that are no phone. */
const network = /^"address":"(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f.]*:[\da-f:.]*)"$/

/** The texts of a line without phone numbers; its numbers (time, counts) are no customer's. */
const withoutPhones = (line: string): string =>
  line.replace(/(?:"address":)?"(?:[^"\\]|\\.)*"/g, (text) => (network.test(text) ? text : redactText(text)))

/** A log from `level` on, to standard output unless told otherwise; phone numbers in its lines are masked (threats A4). */
export function openLog(level: LevelWithSilentOrString, to?: DestinationStream): Logger {
  const untoldOf = openFolding()
  function fold(this: Logger, args: Parameters<LogFn>, method: LogFn, at: number): void {
    const [details, message] = args as [unknown, string?]
    const fault = isObject(details) && typeof details.error === 'string' ? details.error : null
    if (fault === null || at < warning) return method.apply(this, args)
    const untold = untoldOf(`${message} ${fault}`)
    if (untold === 0) method.apply(this, args)
    else if (untold !== null) method.call(this, { ...(details as object), untold }, message)
  }
  const options = {
    level,
    redact: ['req.headers.authorization'],
    serializers: { err: serializeError },
    hooks: { streamWrite: withoutPhones, logMethod: fold },
  }
  return to ? pino(options, to) : pino(options)
}
