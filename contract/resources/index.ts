/** Every declared resource: the catalogue that server, web, API description and tests iterate. */
import type { Resource } from '../kit/resource.ts'
import { careHistory } from './care-history.ts'
import { blacklist } from './blacklist.ts'
import { chiphiquanly } from './chiphiquanly.ts'
import { customer } from './customer.ts'
import { giahoantien } from './giahoantien.ts'
import { lstracuu } from './lstracuu.ts'

export const resources: readonly Resource[] = [
  customer,
  careHistory,
  blacklist,
  giahoantien,
  chiphiquanly,
  lstracuu,
]
