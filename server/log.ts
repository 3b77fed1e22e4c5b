/** The server's log: JSON lines that hold no customer's number and no row of a table. */
import { pino, stdSerializers, type DestinationStream, type LevelWithSilentOrString, type Logger } from 'pino'
import { redactPhones } from '../contract/phone.ts'

/** What PostgreSQL quotes of the row or the statement that it refuses. */
const quoting = ['detail', 'where', 'internalQuery']

/** An error without what it quotes of a row. */
function serializeError(error: Error): object {
  const told: object = stdSerializers.err(error)
  return Object.fromEntries(Object.entries(told).filter(([name]) => !quoting.includes(name)))
}

/** The texts of a line without phone numbers; its numbers (time, counts) are no customer's. */
const withoutPhones = (line: string): string => line.replace(/"(?:[^"\\]|\\.)*"/g, redactPhones)

/** A log from `level` on, to standard output unless told otherwise; phone numbers in its lines are masked (threats A4). */
export function openLog(level: LevelWithSilentOrString, to?: DestinationStream): Logger {
  const options = {
    level,
    redact: ['req.headers.authorization'],
    serializers: { err: serializeError },
    hooks: { streamWrite: withoutPhones },
  }
  return to ? pino(options, to) : pino(options)
}
