/** Checks every answer of a test server against the API description, for missing and additional properties. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { sheetAnswer } from '#kit/contract/call.ts'
import { declared } from '#platform/app/server/calls.ts'
import { descriptionsOf, documentAnswer, pageAnswer } from '#platform/server/openapi/routes.ts'

const descriptions = descriptionsOf(declared)

/** Schema of the whole body of a route's answer; null if it sends a file or only refuses. */
function bodyOf(route: string): z.ZodMiniType | null | undefined {
  const description = descriptions.get(route)
  if (!description) return undefined
  const { answer, notice, mes } = description
  if (answer === null || answer === sheetAnswer || answer === pageAnswer) return null
  if (answer === documentAnswer) return answer
  if (mes) return z.strictObject({ result: z.literal('success'), mes: z.string(), data: answer })
  if (!notice)
    return z.strictObject({ status: z.literal('success'), msg: z.optional(z.string()), data: answer })
  const noticeShape = { channel: z.string(), message: z.string(), status: z.string() }
  const empty = z.safeParse(answer, null).success
  return z.strictObject({ ...noticeShape, data: empty ? z.optional(answer) : answer })
}

const bodies = new Map<string, z.ZodMiniType | null | undefined>()

function problemOf(route: string, payload: string): string | null {
  if (!bodies.has(route)) bodies.set(route, bodyOf(route))
  const schema = bodies.get(route)
  if (schema === undefined) return `${route} answers, and nothing says what`
  if (schema === null) return `${route} answers JSON, and should not: ${payload.slice(0, 200)}`
  const result = z.safeParse(schema, JSON.parse(payload))
  if (result.success) return null
  const { path, ...issue } = result.error.issues[0] ?? { path: [] }
  return `${route} at ${path.join('.')}: ${JSON.stringify(issue)} in ${payload.slice(0, 300)}`
}

/** Registers the check before `app` is ready; the returned function gives the violations so far. */
export function watchAnswers(app: FastifyInstance): () => string[] {
  const problems = new Map<string, string>()
  app.addHook('onSend', async (request, reply, payload) => {
    // A HEAD has no body.
    if (request.method === 'HEAD') return
    const type = String(reply.getHeader('content-type'))
    if (reply.statusCode !== 200 || !type.includes('json') || typeof payload !== 'string') return
    const route = `${request.method} ${request.routeOptions.url}`
    const problem = problemOf(route, payload)
    if (problem !== null) problems.set(route, problem)
  })
  return () => [...problems.values()]
}
