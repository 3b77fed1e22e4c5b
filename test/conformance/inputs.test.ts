/** Inputs of declared calls accept a list, an object or true only if declared. */
import { expect, test } from 'vitest'
import { safeParse, toJSONSchema, ZodMiniObject } from 'zod/mini'
import { calls } from '#platform/app/server/calls.ts'

type Schema = { type?: string | string[]; anyOf?: Schema[]; enum?: unknown[]; const?: unknown }

/** Inputs validated by code, because their type depends on a setting, a role or a field. */
const readByHand = [
  'priority of POST /api/v1/role',
  'priority of PUT /api/v1/role/:id',
  'value of POST /api/v1/setting',
  'value of PUT /api/v1/setting/:key',
  'data of POST /api/v1/tinhluong/assign',
]
const isTypedPay = (label: string): boolean =>
  / of (POST \/api\/v1\/tinhluong|PUT \/api\/v1\/tinhluong\/updateTinhLuong)$/.test(label)

const typesOf = ({ type = [], anyOf = [], enum: values, const: only }: Schema): string[] => [
  ...[type].flat(),
  ...anyOf.flatMap(typesOf),
  ...[...(values ?? []), only].flatMap((value) => (value === undefined ? [] : [typeof value])),
]

const shapeless = [
  ['object', {}],
  ['array', []],
  ['array', ['x']],
  ['boolean', true],
] as const

test('no declared call accepts a list, an object or true for a text, number or choice (D1-Q-166, D2-Q-190)', () => {
  const found: string[] = []
  const untyped: string[] = []
  let looked = 0
  for (const { method, path, input } of calls) {
    if (!(input instanceof ZodMiniObject)) continue
    for (const [name, schema] of Object.entries(input.shape)) {
      const label = `${name} of ${method} ${path}`
      const types = typesOf(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
      looked++
      if (types.length === 0) untyped.push(label)
      for (const [type, value] of shapeless)
        if (types.length > 0 && !types.includes(type) && safeParse(schema, value).success)
          found.push(`${label}: ${JSON.stringify(value)}`)
    }
  }
  expect(looked).toBeGreaterThan(100)
  expect(found).toEqual([])
  expect(untyped.filter((label) => !isTypedPay(label))).toEqual(readByHand)
})
