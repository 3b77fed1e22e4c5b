/** The API description is complete: every route, every declared call, every operation of every resource. */
import { globSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#platform/contract/lists/index.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { calls, declared, isCall } from '#platform/app/server/calls.ts'

type Schema = { [key: string]: unknown }
type Operation = {
  operationId: string
  summary: string
  'x-may': unknown
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: { properties?: object; required?: string[] } }> }
  responses: Record<string, { content?: Record<string, { schema?: { properties?: { data?: Schema } } }> }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

let server: TestServer
let text: string
let document: Document
beforeAll(async () => {
  server = await startTestServer()
  const answer = await (await server.as('sale111')).get('/api/docs')
  text = answer.text
  document = JSON.parse(text) as Document
})
afterAll(() => server.close())

const find = (method: string, path: string): Operation | undefined =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

test('the API description needs a session (D1-SESS-15)', async () => {
  expect((await server.outsider.get('/api/docs')).status).toBe(401)
  expect(document.openapi).toBe('3.1.0')
})

test('every registered route is described with its right, parameters and refusals', () => {
  for (const { method, path, may } of server.api.policy) {
    const operation = find(method, path)
    expect([method, path, operation?.['x-may']]).toEqual([method, path, may])
    const inPath = operation?.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => name)
    expect(inPath).toEqual([...path.matchAll(/:(\w+)/g)].map((match) => match[1]))
    const refusals = Object.keys(operation?.responses ?? {})
    const always = ['400', '401', '403', '404', ...(method === 'GET' ? [] : ['409'])]
    expect(refusals, `${method} ${path}`).toEqual(expect.arrayContaining(always))
    expect(
      operation,
      `${method} ${path}: declare it, or say in platform/app/server/calls.ts what it does`,
    ).toBeDefined()
  }
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(described.length).toBe(server.api.policy.length)
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length)
})

test('every answer is described: the type of `data`, an .xlsx file, a page, or that it is always refused', () => {
  const empty: string[] = []
  let described = 0
  for (const { method, path } of server.api.policy) {
    const responses = find(method, path)?.responses ?? {}
    const content = responses['200']?.content ?? {}
    const data = content['application/json']?.schema?.properties?.data
    const isFile = /spreadsheet|html|image|xml|plain/.test(Object.keys(content)[0] ?? '')
    const isRefused = !responses['200'] && responses['405']
    if (data && Object.keys(data).length > 0) described += 1
    else if (!isFile && !isRefused && path !== '/api/docs') empty.push(`${method} ${path}`)
  }
  expect(empty).toEqual([])
  expect(described).toBeGreaterThan(200)
})

test('the refusals for too much load, a wrong content type and too many requests are described where they can occur (threats F4)', () => {
  for (const { method, path, may } of server.api.policy) {
    const refusals = Object.keys(find(method, path)?.responses ?? {})
    const sends = method === 'POST' || method === 'PUT'
    const counted =
      may !== 'public' ||
      /^\/(sim|sitemap|robots)|auth\/login$|(sendOrder|homepageList|homepageFindOne\/:id)$/.test(path)
    expect([method, path, ...['413', '415', '429'].filter((status) => refusals.includes(status))]).toEqual([
      method,
      path,
      ...(sends ? ['413', '415'] : []),
      ...(counted ? ['429'] : []),
    ])
  }
})

test('the documented GETs that write are described with a conflict, and with the row as answer (D1-Q-052)', () => {
  for (const verb of ['approve', 'deny']) {
    const responses = find('GET', `/api/v1/mesbank/${verb}/:id`)?.responses ?? {}
    expect(Object.keys(responses)).toContain('409')
    const data = responses['200']?.content?.['application/json']?.schema?.properties?.data
    expect(data).toEqual({ $ref: '#/components/schemas/mesbank' })
  }
})

test('a list describes its filters, and a create the fields of its form (D1-LIST-01, D2-API-02)', () => {
  for (const resource of resources) {
    const parameters = find('GET', `/api/v1/${resource.path}`)?.parameters.map(({ name }) => name)
    expect(parameters).toEqual(expect.arrayContaining(['page', 'count', ...Object.keys(resource.filter)]))
  }
  for (const { path, form = [] } of resources.filter(({ may }) => may.create !== undefined)) {
    const body = find('POST', `/api/v1/${path}`)?.requestBody?.content['application/json']?.schema
    expect(Object.keys(body?.properties ?? {})).toEqual(expect.arrayContaining([...form]))
  }
})

test('every call declared by a contract file is described, with its input', async () => {
  const root = new URL('../../../', import.meta.url)
  const files = globSync('{platform,subjects/*}/contract/calls/*.ts', { cwd: root })
  const modules = await Promise.all(
    files
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => import(new URL(file, root).href) as Promise<Record<string, unknown>>),
  )
  const declared = modules.flatMap((module) => Object.values(module).filter(isCall))
  const missing = declared.filter(
    (call) => !calls.some(({ method, path }) => method === call.method && path === call.path),
  )
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  const care = find('POST', '/api/v1/customer/:id/care')?.requestBody?.content['application/json']?.schema
  expect(Object.keys(care?.properties ?? {})).toEqual([
    'status',
    'package',
    'appointmentAt',
    'appointment_at',
    'note',
    'version',
    'checkPackage',
    'goi_khong_gia',
  ])
})

test('every reference resolves, and no description exists for a missing route', () => {
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    expect(document.components.schemas).toHaveProperty([name])
  }
  const registered = new Set(server.api.policy.map(({ method, path }) => `${method} ${path}`))
  expect(Object.keys(declared.byHand).filter((key) => !registered.has(key))).toEqual([])
})
