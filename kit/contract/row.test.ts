/** Types of rows follow their declaration. */
import { expectTypeOf, test } from 'vitest'
import type { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import type { lstracuu } from '#subjects/registrations/contract/lists/lstracuu.ts'
import type { customer } from '#subjects/numbers/contract/lists/customer.ts'
import type { RowOf, TotalsOf, Variant } from './row.ts'

type Message = RowOf<typeof mesbank>

test('the row type has the fields of its list by kind, with id, version and allowed actions', () => {
  expectTypeOf<Message['money']>().toEqualTypeOf<number | null>()
  expectTypeOf<Message['str_mes']>().toEqualTypeOf<string | null>()
  expectTypeOf<Message['gia_goi']>().toEqualTypeOf<number | null>()
  expectTypeOf<Message['id']>().toEqualTypeOf<string>()
  expectTypeOf<Message['version']>().toEqualTypeOf<number>()
  expectTypeOf<Message['may']>().toEqualTypeOf<{ update?: boolean; remove?: boolean } | undefined>()
})

test('a field that not every reader sees is optional in the row type', () => {
  expectTypeOf<Message['is_read']>().toEqualTypeOf<number | null | undefined>()
  expectTypeOf<Message['sender']>().toEqualTypeOf<string | null | undefined>()
})

test('the row type has no unknown field and none that is not sent', () => {
  expectTypeOf<Message>().not.toHaveProperty('sendr')
  expectTypeOf<RowOf<typeof customer>>().toHaveProperty('phone')
  expectTypeOf<RowOf<typeof customer>>().not.toHaveProperty('holder_id')
})

test('the totals type has numbers, or counts by the values of a field', () => {
  expectTypeOf<TotalsOf<typeof mesbank>['tongChuyenKhoan']>().toEqualTypeOf<number | null | undefined>()
  expectTypeOf<TotalsOf<typeof lstracuu>['countByName']>().toEqualTypeOf<
    ({ ten_tra_cuu: string } & { count: number })[] | undefined
  >()
})

test('a variant of a declaration has the same row type', () => {
  expectTypeOf<RowOf<Variant<typeof mesbank>>>().toEqualTypeOf<Message>()
})
