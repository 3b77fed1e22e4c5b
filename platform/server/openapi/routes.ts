/** Description of every route: from declared resources and calls, and of routes registered by hand. */
import { looseObject, never, string, toJSONSchema, type z } from 'zod/mini'
import { actionPath, isSteps, paramOf, type Action } from '#kit/contract/action.ts'
import { cellsInput } from '#kit/contract/cells.ts'
import type { Call } from '#kit/contract/call.ts'
import { operationsOf, type OperationName } from '#kit/contract/operations.ts'
import { reportCalls, reportPath, type Report, type ReportCall } from '#kit/contract/report.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { bothWays } from '#kit/contract/sort.ts'
import type { Api } from '#kit/server/handle.ts'
import { bodySchema, chunkSchema, fieldSchema, jsonSchema, type Schema } from './schema.ts'
import type { ListExtra } from '#kit/server/routes.ts'
import { operationAnswers, reportAnswers } from './operation-answers.ts'

/** A file as body, with its name in a header. */
export const fileBody = 'file'

/** Answer of GET /api/docs, which has no envelope. */
export const documentAnswer = looseObject({ openapi: string() })

/** Answer of a route that is an HTML page. */
export const pageAnswer = never()

/** Answers that are images, sitemaps or plain text, by format. */
export const fileAnswers = { png: never(), xml: never(), text: never() } as const

/** Description of a route besides method, path and right. */
export type Description = {
  summary: string
  tag: string
  parameters: Schema[]
  body?: Schema | typeof fileBody
  /** Schema of `data`; `sheetAnswer` for a file; null for a route that always refuses. */
  answer: z.ZodMiniType | null
  notice?: true
  mes?: true
  /** Statuses of refusals besides those common to its kind of route. */
  refuses?: readonly number[]
}
export type ByHand = Pick<Description, 'summary' | 'body' | 'answer' | 'refuses'>
export type Declared = {
  resources: readonly Resource[]
  reports: readonly Report[]
  /** Additional columns of list rows, by the resource's path. */
  extraOf: (path: string) => ListExtra | undefined
  calls: readonly Call[]
  /** Method and path → description of a route that no resource or call declares. */
  byHand: Readonly<Record<string, ByHand>>
  /** Calls without a session that are rate-limited. */
  limited: readonly Call[]
}
export type Policy = Api['policy'][number]

/** Method and path of a route, as one text. */
export const keyOf = ({ method, path }: Pick<Policy, 'method' | 'path'>): string => `${method} ${path}`
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

type Parts = Partial<Pick<Description, 'parameters' | 'body'>>

const partsOf = (resource: Resource): Partial<Record<OperationName, Parts>> => ({
  list: { parameters: [...paging, ...sorts(resource), ...filters(resource)] },
  listNoLimit: { parameters: [...sorts(resource), ...filters(resource)] },
  export: { parameters: [...sorts(resource), ...filters(resource)] },
  assignList: { parameters: paging },
  create: { body: bodySchema(resource, 'create') },
  import: { body: chunkSchema(resource) },
  assign: { body: assignBody },
  update: { body: bodySchema(resource, 'update') },
  cells: { body: jsonSchema(cellsInput).schema },
})

/** Reasons accepted by the steps of an action; one that only some steps need is optional. */
const reasonsOf = (resource: Resource, action: Action) => {
  const steps = isSteps(action) ? action.steps : []
  return steps.flatMap(({ reason }) =>
    reason
      ? [
          {
            name: reason.field,
            schema: fieldSchema(fieldOf(resource, reason.field)),
            required: reason.required === true && steps.length === 1,
          },
        ]
      : [],
  )
}

/** Body of an action: the new value if there is a choice, the row if the path has no `:id`, the version. */
function actionBody(resource: Resource, action: Action): Schema {
  const param = paramOf(action)
  const value = isSteps(action)
    ? { enum: action.steps.map(({ to }) => to) }
    : fieldSchema(fieldOf(resource, action.field))
  const inBody = !action.path.endsWith('/:id')
  const reasons = reasonsOf(resource, action)
  return {
    type: 'object',
    properties: {
      ...(inBody && { id: { type: 'string', format: 'uuid' } }),
      ...(param !== null && { [param]: value }),
      ...Object.fromEntries(reasons.map(({ name, schema }) => [name, schema])),
      version: { type: 'integer', description: 'A row that changed since is refused' },
    },
    required: [
      ...(inBody ? ['id'] : []),
      ...(param === null ? [] : [param]),
      ...reasons.flatMap(({ name, required }) => (required ? [name] : [])),
    ],
  }
}

function ofResource(resource: Resource, extra: ListExtra | undefined): [string, Description][] {
  const bodyParts = partsOf(resource)
  const answers = operationAnswers(resource, extra)
  const tag = resource.path
  return [
    ...operationsOf(resource).map((operation): [string, Description] => {
      const { name, summary } = operation
      return [keyOf(operation), { summary, tag, parameters: [], answer: answers[name], ...bodyParts[name] }]
    }),
    ...Object.values(resource.actions ?? {}).map((action): [string, Description] => [
      keyOf({ method: action.method, path: actionPath(resource, action) }),
      {
        summary: action.summary,
        tag,
        parameters:
          action.method === 'GET'
            ? [
                inQuery('version', { type: 'integer' }),
                ...reasonsOf(resource, action).map(({ name, schema, required }) =>
                  inQuery(name, schema, required),
                ),
              ]
            : [],
        ...(action.method !== 'GET' && { body: actionBody(resource, action) }),
        answer: answers.one,
        ...(action.notice && { notice: action.notice }),
        ...(action.mes && { mes: action.mes }),
        ...(action.method === 'GET' && { refuses: [409] }),
      },
    ]),
  ]
}

function ofReport(report: Report): [string, Description][] {
  const filters = [
    ...Object.entries(report.filter).map(([name, { field }]) => inQuery(name, fieldSchema(field))),
    ...report.periods.flatMap(({ from, to }) => [inQuery(from, filterDay), inQuery(to, filterDay)]),
  ]
  const parameters: Partial<Record<ReportCall, Schema[]>> = {
    list: [...paging, ...filters],
    listExport: filters,
    export: filters,
  }
  return Object.entries(reportAnswers(report)).map(([name, answer]) => {
    const call = name as ReportCall
    const { method, summary } = reportCalls[call]
    return [
      keyOf({ method, path: reportPath(report, call) }),
      {
        summary,
        tag: report.path,
        parameters: parameters[call] ?? [],
        answer,
        ...(answer === null && { refuses: [405] }),
      },
    ]
  })
}

const tagOf = (path: string): string => path.replace('/api/v1/', '').split('/')[0] ?? ''
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')

function ofCall(call: Call): [string, Description] {
  const input = toJSONSchema(call.input, { io: 'output', unrepresentable: 'any' }) as Schema
  const pathParameters = pathNames(call.path)
  const properties = Object.entries((input.properties ?? {}) as Record<string, Schema>).filter(
    ([name]) => !pathParameters.includes(name),
  )
  const required = ((input.required ?? []) as string[]).filter((name) => !pathParameters.includes(name))
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
      answer: call.answer,
      ...(call.notice && { notice: call.notice }),
      ...(call.mes && { mes: call.mes }),
    },
  ]
}

/** Description of every route, by method and path. */
export function descriptionsOf(declared: Declared): ReadonlyMap<string, Description> {
  const { resources, reports, extraOf, calls, byHand, limited } = declared
  const described = new Map([
    ...resources.flatMap((resource) => ofResource(resource, extraOf(resource.path))),
    ...reports.flatMap(ofReport),
    ...calls.map(ofCall),
    ...Object.entries(byHand).map(([key, hand]): [string, Description] => [
      key,
      { tag: tagOf(key.slice(key.indexOf('/'))), parameters: [], ...hand },
    ]),
  ])
  for (const call of limited.map(keyOf)) {
    const description = described.get(call)
    if (description) described.set(call, { ...description, refuses: [429] })
  }
  return described
}
