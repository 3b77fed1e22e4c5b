/** Numbers that must not be called (D1-BLACK). Entries of one number stand beside each other, each its author's (D3-RULE-03). */
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
    // Everybody reads every entry, but accounts of other units are not everybody's to know.
    nguoi_tao: f.staff({ label: 'Người tạo', write: 'never', see: 'below3', width: 140 }),
  },
  list: ['phone_number', 'description', 'createdAt', 'nguoi_tao'],
  order: [['createdAt', 'desc']],
  sort: ['createdAt', 'phone_number'],
  filter: {
    message: { on: 'phone_number', op: 'phone' },
    description: { on: 'description', op: 'words' },
  },
  form: ['phone_number', 'description'],
  inline: ['description'],
  sheet: {
    key: ['phone_number'],
    beside: true,
    firstRow: 1,
    columns: ['phone_number', 'description'],
    unit: 'số',
  },
  exportAs: { file: 'Blacklist.xlsx', columns: ['phone_number', 'description'] },
  author: { username: 'nguoi_tao' },
  ownersWrite: true,
  may: {
    read: 'any',
    create: 'any',
    update: 'below3',
    remove: 'below3',
    import: 'below5',
    export: 'unrestricted',
  },
})
