/** Bodies in JSON: an object that says a key twice is refused, as readers differ in which of the two counts. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'

/** Texts and what stands around them; numbers and literals lie between. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gs

/** The first key that an object of a valid JSON text has twice, however it is spelled; undefined when there is none. */
export function repeatedKey(text: string): string | undefined {
  /** Keys of the objects around; null for a list. */
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

/** Throws VALIDATION that names the key which a body says twice. */
export function refuseRepeated(text: string): void {
  const key = repeatedKey(text)
  if (key === undefined) return
  const name = key.slice(0, 100)
  throw new AppError('VALIDATION', `${refusals.sentTwice}: ${name}`, {
    fields: { [name]: refusals.sentTwice },
  })
}

/** Reads every JSON body of `app`, but for the scopes that read bodies their own way. */
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
