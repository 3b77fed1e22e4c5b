/** The API description (OpenAPI 3.1), generated from the same declarations as the routes. */
import { sheetAnswer } from '#kit/contract/call.ts'
import { register, type Api } from '#kit/server/handle.ts'
import {
  descriptionsOf,
  documentAnswer,
  fileAnswers,
  pageAnswer,
  fileBody,
  keyOf,
  pathNames,
  type Declared,
  type Description,
  type Policy,
} from './routes.ts'
import { envelopeSchema, errorSchema, jsonSchema, type Schema } from './schema.ts'

const refusals: Readonly<Record<number, string>> = {
  400: 'Not valid',
  401: 'No live session',
  403: 'Not allowed',
  404: 'Unknown or out of scope',
  405: 'A report is only read',
  409: 'Conflict',
  413: 'Too much at once',
  415: 'Not the kind of content that is taken',
  429: 'Too often: again after the seconds of `retry-after`',
}
const refusal = (description: string): Schema => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function refusalsOf({ method, may }: Policy, { refuses = [] }: Description): number[] {
  const sends = method === 'POST' || method === 'PUT'
  return [
    ...new Set([
      400,
      401,
      403,
      404,
      ...(method === 'GET' ? [] : [409]),
      ...(sends ? [413, 415] : []),
      ...(may === 'public' ? [] : [429]),
      ...refuses,
    ]),
  ].toSorted((a, b) => a - b)
}

const reauthText =
  'Answers 403 REAUTH until POST /api/v1/session/confirm was given in this session within 10 minutes'

/** Media types of answers other than JSON. */
const mediaTypes = new Map<Description['answer'], string>([
  [sheetAnswer, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [pageAnswer, 'text/html'],
  [fileAnswers.png, 'image/png'],
  [fileAnswers.xml, 'application/xml'],
  [fileAnswers.text, 'text/plain'],
])

/** Collects the named schemas that answers refer to. */
type Components = Record<string, Schema>

function answerContent(description: Description, components: Components): Schema {
  const { answer } = description
  if (answer === null) return {}
  const mediaType = mediaTypes.get(answer)
  if (mediaType !== undefined) return { [mediaType]: {} }
  const { schema, named } = jsonSchema(answer)
  Object.assign(components, named)
  if (answer === documentAnswer) return { 'application/json': { schema } }
  return { 'application/json': { schema: envelopeSchema(schema, description) } }
}

const fileName = {
  name: 'x-file-name',
  in: 'header',
  required: true,
  description: 'Percent-encoded',
  schema: { type: 'string' },
}

const bodyContent = (body: Schema | typeof fileBody): Schema =>
  body === fileBody
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: body } }

function operation(route: Policy, description: Description, components: Components): Schema {
  const inPath = pathNames(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const content = answerContent(description, components)
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/\W+(\w)?/g, (_, letter: string = '') => letter.toUpperCase())}`,
    summary: description.summary,
    ...(route.reauth && { description: reauthText, 'x-reauth': true }),
    tags: [description.tag],
    'x-may': route.may,
    ...(route.may === 'public' && { security: [] }),
    parameters: [...inPath, ...description.parameters, ...(description.body === fileBody ? [fileName] : [])],
    ...(description.body && { requestBody: { required: true, content: bodyContent(description.body) } }),
    responses: {
      ...(description.answer && { 200: { description: 'Done', content } }),
      ...Object.fromEntries(
        refusalsOf(route, description).map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
    },
  }
}

/** OpenAPI 3.1 document of the described routes in `policy`; operational routes are omitted. */
function describeApi(policy: readonly Policy[], declared: Declared): Schema {
  const descriptions = descriptionsOf(declared)
  const components: Components = {}
  const paths: Record<string, Schema> = {}
  for (const route of policy) {
    const description = descriptions.get(keyOf(route))
    if (!description) continue
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, description, components) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'VASDesk', version: '1' },
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access_token of POST auth/login' },
      },
      schemas: { ...components, Error: errorSchema },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, text]) => [status, refusal(text)]),
      ),
    },
  }
}

/** Registers GET /api/docs, for every user with a session. Register it last: it describes the routes that exist when first requested. */
export function serveDescription(api: Api, declared: Declared): void {
  let text: string | undefined
  register(api, {
    method: 'GET',
    path: '/api/docs',
    may: 'any',
    mode: 'read',
    parse: () => null,
    run: async () => null,
    reply: async (_ctx, _input, reply) => {
      text ??= JSON.stringify(describeApi(api.policy, declared))
      return reply.type('application/json; charset=utf-8').send(text)
    },
  })
}
