/** The API description (OpenAPI 3.1), made from the declarations that the routes themselves are made from. */
import type * as z from 'zod/mini'
import { toJSONSchema } from 'zod/mini'
import { actionPath, isSteps, paramOf, type Action } from '../../contract/kit/action.ts'
import type { Call } from '../../contract/kit/call.ts'
import type { Field } from '../../contract/kit/field.ts'
import { operationsOf, type OperationName } from '../../contract/kit/operations.ts'
import { reportCalls, reportPath, type Report, type ReportCall } from '../../contract/kit/report.ts'
import { fieldOf, type Resource } from '../../contract/kit/resource.ts'
import { bothWays } from '../../contract/kit/sort.ts'
import { register, type Api } from './handle.ts'
import {
  answerSchema,
  bodySchema,
  chunkSchema,
  errorSchema,
  fieldSchema,
  pageSchema,
  rowSchema,
  type Schema,
} from './openapi-schema.ts'

/** What is known of a route besides its method, path and right. */
type Description = {
  summary: string
  tag: string
  parameters: Schema[]
  body?: Schema
  answer: Schema | 'sheet'
}
type Declared = {
  resources: readonly Resource[]
  reports: readonly Report[]
  calls: readonly Call[]
  byHand: Readonly<Record<string, string>>
}
type Policy = Api['policy'][number]

const keyOf = ({ method, path }: Pick<Policy, 'method' | 'path'>): string => `${method} ${path}`
const inQuery = (name: string, schema: Schema, required = false): Schema => ({
  name,
  in: 'query',
  required,
  schema,
})
const paging = [
  inQuery('page', { type: 'integer', minimum: 0 }),
  inQuery('count', { type: 'integer', minimum: 1 }),
]

const filterDay = { type: 'string', pattern: '^\\d{2}/\\d{2}/\\d{4}$' }
const filters = (resource: Resource): Schema[] => [
  ...Object.entries(resource.filter).map(([name, { on, op }]) => {
    const { see, label } = fieldOf(resource, on)
    const schema = op === 'equals' ? fieldSchema(fieldOf(resource, on)) : { type: 'string', title: label }
    return inQuery(name, { ...schema, ...(see !== undefined && { 'x-see': see }) })
  }),
  ...(resource.periods ?? []).flatMap(({ from, to }) => [inQuery(from, filterDay), inQuery(to, filterDay)]),
]

const sorts = ({ sort }: Resource): Schema[] =>
  sort ? [inQuery('sort', { type: 'string', enum: bothWays(sort) })] : []

const assignBody: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { user: { type: 'string' }, count: { type: 'integer', minimum: 0 } },
    required: ['user', 'count'],
  },
}

type Parts = Pick<Description, 'answer'> & Partial<Pick<Description, 'parameters' | 'body'>>

function partsOf(resource: Resource): Record<OperationName, Parts> {
  const row = { $ref: `#/components/schemas/${resource.path.replaceAll('/', '.')}` }
  const total = { type: 'object', properties: { total: { type: 'integer' } } }
  const saved = { type: 'object', properties: { saved: { type: 'integer' } } }
  return {
    list: {
      parameters: [...paging, ...sorts(resource), ...filters(resource)],
      answer: pageSchema(row, resource),
    },
    listNoLimit: {
      parameters: [...sorts(resource), ...filters(resource)],
      answer: pageSchema(row, resource),
    },
    export: { parameters: [...sorts(resource), ...filters(resource)], answer: 'sheet' },
    assignList: { parameters: paging, answer: pageSchema(row) },
    countAssign: { answer: total },
    findPackage: { answer: row },
    one: { answer: row },
    history: { answer: pageSchema({ type: 'object' }) },
    create: { body: bodySchema(resource, 'create'), answer: row },
    import: { body: chunkSchema(resource), answer: saved },
    assign: { body: assignBody, answer: saved },
    update: { body: bodySchema(resource, 'update'), answer: row },
    remove: { answer: {} },
  }
}

/** What an action takes: the new value where there is a choice, the row without `:id`, the version it was seen in. */
function actionBody(resource: Resource, action: Action): Schema {
  const param = paramOf(action)
  const value = isSteps(action)
    ? { enum: action.steps.map(({ to }) => to) }
    : fieldSchema(fieldOf(resource, action.field))
  const inBody = !action.path.endsWith('/:id')
  return {
    type: 'object',
    properties: {
      ...(inBody && { id: { type: 'string', format: 'uuid' } }),
      ...(param !== null && { [param]: value }),
      version: { type: 'integer', description: 'A row that changed since is refused' },
    },
    required: [...(inBody ? ['id'] : []), ...(param === null ? [] : [param])],
  }
}

function ofResource(resource: Resource): [string, Description][] {
  const parts = partsOf(resource)
  const actions = Object.values(resource.actions ?? {})
  return [
    ...operationsOf(resource).map((operation): [string, Description] => [
      keyOf(operation),
      { summary: operation.summary, tag: resource.path, parameters: [], ...parts[operation.name] },
    ]),
    ...actions.map((action): [string, Description] => [
      keyOf({ method: action.method, path: actionPath(resource, action) }),
      {
        summary: action.summary,
        tag: resource.path,
        parameters: action.method === 'GET' ? [inQuery('version', { type: 'integer' })] : [],
        ...(action.method !== 'GET' && { body: actionBody(resource, action) }),
        answer: parts.one.answer,
      },
    ]),
  ]
}

function ofReport(report: Report): [string, Description][] {
  const filters = [
    ...Object.entries(report.filter).map(([name, { field }]) => inQuery(name, fieldSchema(field))),
    ...report.periods.flatMap(({ from, to }) => [inQuery(from, filterDay), inQuery(to, filterDay)]),
  ]
  const row = {
    type: 'object',
    properties: Object.fromEntries(
      report.list.map((name) => [name, fieldSchema(report.fields[name] as Field)]),
    ),
  }
  const page = pageSchema(row)
  const figures = Object.fromEntries(Object.keys(report.totals).map((name) => [name, { type: 'number' }]))
  const rows = { ...page, properties: { ...(page.properties as object), ...figures } }
  const parts: Partial<Record<ReportCall, Parts>> = {
    list: { parameters: [...paging, ...filters], answer: rows },
    listExport: { parameters: filters, answer: rows },
    export: { parameters: filters, answer: 'sheet' },
    assignList: { answer: page },
    countAssign: { answer: { type: 'object', properties: { total: { type: 'integer' } } } },
  }
  return (Object.keys(reportCalls) as ReportCall[]).map((call) => [
    keyOf({ method: reportCalls[call].method, path: reportPath(report, call) }),
    { summary: reportCalls[call].summary, tag: report.path, parameters: [], answer: {}, ...parts[call] },
  ])
}

const tagOf = (path: string): string => path.replace('/api/v1/', '').split('/')[0] ?? ''
const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')

function ofCall(call: Call): [string, Description] {
  const input = toJSONSchema(call.input as z.ZodMiniType, { io: 'output', unrepresentable: 'any' }) as Schema
  const own = pathNames(call.path)
  const properties = Object.entries((input.properties ?? {}) as Record<string, Schema>).filter(
    ([name]) => !own.includes(name),
  )
  const required = ((input.required ?? []) as string[]).filter((name) => !own.includes(name))
  const byBody = call.method === 'POST' || call.method === 'PUT'
  const body: Schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
  return [
    keyOf(call),
    {
      summary: call.summary,
      tag: tagOf(call.path),
      parameters: byBody
        ? []
        : properties.map(([name, schema]) => inQuery(name, schema, required.includes(name))),
      ...(byBody && properties.length > 0 && { body }),
      answer: {},
    },
  ]
}

const refusals = {
  400: 'Not valid',
  401: 'No live session',
  403: 'Not allowed',
  404: 'Unknown or out of scope',
  409: 'Conflict',
}
const refusal = (description: string): Schema => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function operation(route: Policy, known: Description): Schema {
  const sheet = { 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {} }
  const content =
    known.answer === 'sheet' ? sheet : { 'application/json': { schema: answerSchema(known.answer) } }
  const statuses = Object.keys(refusals).filter((status) => status !== '409' || route.method !== 'GET')
  const inPath = pathNames(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/\W+(\w)?/g, (_, letter: string = '') => letter.toUpperCase())}`,
    summary: known.summary,
    tags: [known.tag],
    'x-may': route.may,
    ...(route.may === 'public' && { security: [] }),
    parameters: [...inPath, ...known.parameters],
    ...(known.body && {
      requestBody: { required: true, content: { 'application/json': { schema: known.body } } },
    }),
    responses: {
      200: { description: 'Done', content },
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  }
}

/** The OpenAPI 3.1 document of the routes in `policy`: everything that is registered is in it. */
function describeApi(policy: readonly Policy[], { resources, reports, calls, byHand }: Declared): Schema {
  const known = new Map([
    ...resources.flatMap(ofResource),
    ...reports.flatMap(ofReport),
    ...calls.map(ofCall),
  ])
  const paths: Record<string, Schema> = {}
  for (const route of policy) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const plain = {
      summary: byHand[keyOf(route)] ?? keyOf(route),
      tag: tagOf(route.path),
      parameters: [],
      answer: {},
    }
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operation(route, known.get(keyOf(route)) ?? plain),
    }
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
      schemas: {
        ...Object.fromEntries(
          resources.map((resource) => [resource.path.replaceAll('/', '.'), rowSchema(resource)]),
        ),
        Error: errorSchema,
      },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, text]) => [status, refusal(text)]),
      ),
    },
  }
}

/** Registers GET /api/docs, for everybody with a session. Register it last: it describes what is there when first asked. */
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
