/** Types of rows follow their declaration. */
import { expectTypeOf, test } from 'vitest'
import type { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import type { lstracuu } from '#subjects/registrations/contract/lists/lstracuu.ts'
import type { customer } from '#subjects/numbers/contract/lists/customer.ts'
import type { RowOf, TotalsOf, Variant } from './row.ts'

type Message = RowOf<typeof mesbank>

test('a row has the fields that its list carries, by kind, with id, version and what may be done', () => {
  expectTypeOf<Message['money']>().toEqualTypeOf<number | null>()
  expectTypeOf<Message['str_mes']>().toEqualTypeOf<string | null>()
  expectTypeOf<Message['gia_goi']>().toEqualTypeOf<number | null>()
  expectTypeOf<Message['id']>().toEqualTypeOf<string>()
  expectTypeOf<Message['version']>().toEqualTypeOf<number>()
  expectTypeOf<Message['may']>().toEqualTypeOf<{ update?: boolean; remove?: boolean } | undefined>()
})

test('a field that not everybody sees may be absent', () => {
  expectTypeOf<Message['is_read']>().toEqualTypeOf<number | null | undefined>()
  expectTypeOf<Message['sender']>().toEqualTypeOf<string | null | undefined>()
})

test('a name that is no field, or does not go over the wire, is no name of a row', () => {
  expectTypeOf<Message>().not.toHaveProperty('sendr')
  expectTypeOf<RowOf<typeof customer>>().toHaveProperty('phone')
  expectTypeOf<RowOf<typeof customer>>().not.toHaveProperty('holder_id')
})

test('totals are numbers, or counts by the values of their field', () => {
  expectTypeOf<TotalsOf<typeof mesbank>['tongChuyenKhoan']>().toEqualTypeOf<number | null | undefined>()
  expectTypeOf<TotalsOf<typeof lstracuu>['countByName']>().toEqualTypeOf<
    ({ ten_tra_cuu: string } & { count: number })[] | undefined
  >()
})

test('a screen that changes its declaration keeps the rows', () => {
  expectTypeOf<RowOf<Variant<typeof mesbank>>>().toEqualTypeOf<Message>()
})
