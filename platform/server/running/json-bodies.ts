/** JSON bodies: an object with a duplicate key is refused, as parsers differ in which value they take. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'

/** Strings and structural characters; numbers and literals are between them. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gs

/** The first duplicate key in an object of a valid JSON text, in any escaping; undefined if there is none. */
export function repeatedKey(text: string): string | undefined {
  /** Keys of the enclosing objects; null for an array. */
  const around: (Set<string> | null)[] = []
  let beginsKey = false
  for (const [token] of text.matchAll(tokens)) {
    const keys = around.at(-1)
    if (token === '{' || token === '[') around.push(token === '{' ? new Set() : null)
    else if (token === '}' || token === ']') around.pop()
    else if (token !== ',' && beginsKey && keys) {
      const key = JSON.parse(token) as string
      if (keys.has(key)) return key
      keys.add(key)
    }
    beginsKey = token === '{' || token === ','
  }
  return undefined
}

/** Throws VALIDATION with the duplicate key of a body. */
export function refuseRepeated(text: string): void {
  const key = repeatedKey(text)
  if (key === undefined) return
  const name = key.slice(0, 100)
  throw new AppError('VALIDATION', `${refusals.sentTwice}: ${name}`, {
    fields: { [name]: refusals.sentTwice },
  })
}

/** Parses every JSON body of `app`, except in scopes with parsers of their own. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    void parse(request, text, (error, body) => {
      if (error) return done(error)
      try {
        refuseRepeated(text)
        done(null, body)
      } catch (refusal) {
        done(refusal as Error)
      }
    })
  })
}
