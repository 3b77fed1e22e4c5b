/**
 * Do-not-call numbers, each entry with source, reason, requester and last day (D1-BLACK). A number may have several entries, each belonging
 * to its author (D3-RULE-03).
 */
import { doNotCallSources } from '#platform/contract/do-not-call.ts'
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'

export const blacklist = defineResource({
  path: 'blacklist',
  title: 'Blacklist',
  noun: 'số',
  fields: {
    id: f.id(),
    phone_number: f.phone({ label: 'Số điện thoại', short: 'SĐT', required: true, width: 140 }),
    description: f.text({ label: 'Mô tả', max: 500, width: 240 }),
    nguon: f.choice({ label: 'Nguồn', options: doNotCallSources, default: 'noi_bo', width: 140 }),
    ly_do: f.text({ label: 'Lý do', max: 500, width: 200 }),
    nguoi_yeu_cau: f.text({ label: 'Người yêu cầu', max: 200, width: 160 }),
    /** The last day in force. */
    den_ngay: f.date({ label: 'Đến ngày', width: 112 }),
    createdAt: f.instant({ label: 'Ngày tạo', write: 'never', width: 168 }),
    // Everybody reads every entry, but authors of other units are restricted.
    nguoi_tao: f.staff({ label: 'Người tạo', write: 'never', see: 'below3', width: 140 }),
  },
  list: [
    'phone_number',
    'nguon',
    'den_ngay',
    'description',
    'ly_do',
    'nguoi_yeu_cau',
    'createdAt',
    'nguoi_tao',
  ],
  order: [['createdAt', 'desc']],
  sort: ['createdAt', 'phone_number'],
  filter: {
    message: { on: 'phone_number', op: 'phone' },
    description: { on: 'description', op: 'words' },
    nguon: { on: 'nguon', op: 'equals' },
  },
  form: ['phone_number', 'nguon', 'ly_do', 'nguoi_yeu_cau', 'den_ngay', 'description'],
  inline: ['description', 'nguon', 'ly_do', 'nguoi_yeu_cau', 'den_ngay'],
  sheet: {
    key: ['phone_number'],
    beside: true,
    firstRow: 1,
    columns: ['phone_number', 'description', 'nguon', 'ly_do', 'nguoi_yeu_cau', 'den_ngay'],
    unit: 'số',
  },
  exportAs: {
    file: 'Blacklist.xlsx',
    columns: ['phone_number', 'description', 'nguon', 'ly_do', 'nguoi_yeu_cau', 'den_ngay'],
  },
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
