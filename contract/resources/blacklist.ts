/** Numbers that must not be called (D1-BLACK). */
import { f } from '../kit/field.ts'
import { defineResource } from '../kit/resource.ts'

export const blacklist = defineResource({
  path: 'blacklist',
  title: 'Blacklist',
  noun: 'số',
  fields: {
    id: f.id(),
    phone_number: f.phone({ label: 'Số điện thoại', short: 'SĐT', required: true, width: 140 }),
    description: f.text({ label: 'Mô tả', max: 500, width: 420 }),
    createdAt: f.instant({ label: 'Ngày tạo', write: 'never', width: 168 }),
  },
  list: ['phone_number', 'description', 'createdAt'],
  order: [['createdAt', 'desc']],
  sort: ['createdAt', 'phone_number'],
  filter: {
    message: { on: 'phone_number', op: 'phone' },
    description: { on: 'description', op: 'contains' },
  },
  form: ['phone_number', 'description'],
  inline: ['description'],
  sheet: { key: ['phone_number'], firstRow: 1, columns: ['phone_number', 'description'], unit: 'số' },
  exportAs: { file: 'Blacklist.xlsx', columns: ['phone_number', 'description'] },
  upsert: ['phone_number'],
  may: {
    read: 'any',
    create: 'any',
    update: 'below5',
    remove: 'below5',
    import: 'below5',
    export: 'unrestricted',
  },
})
