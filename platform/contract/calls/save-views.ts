/** Saving, sharing, deleting and choosing views of lists (D3-GRID-06); separate from reading them, which delays the first row. */
import * as z from 'zod/mini'
import { priorities } from '../abilities.ts'
import { defineCall } from '#kit/contract/call.ts'
import { keyOf } from '#kit/contract/shapes.ts'
import { viewContent, viewScopes } from '#kit/contract/views.ts'
import { view } from './views.ts'

export const createView = defineCall({
  method: 'POST',
  path: '/api/v1/chedoxem',
  may: 'any',
  summary: 'Saves a view for oneself, the own unit (branches and leaders) or everybody (managers)',
  input: z.object({
    list: z.string(),
    name: z.string(),
    scope: keyOf(viewScopes),
    content: viewContent,
  }),
  answer: view,
})

export const updateView = defineCall({
  method: 'PUT',
  path: '/api/v1/chedoxem/:id',
  may: 'any',
  summary: 'Renames, overwrites or shares a view, or makes it the default of priorities',
  input: z.object({
    id: z.string(),
    name: z.optional(z.string()),
    scope: z.optional(keyOf(viewScopes)),
    content: z.optional(viewContent),
    default_for: z.optional(z.array(z.literal(priorities))),
    version: z.int(),
  }),
  answer: view,
})

export const removeView = defineCall({
  method: 'DELETE',
  path: '/api/v1/chedoxem/:id',
  may: 'any',
  summary: 'Deletes a view; lists that began with it begin as declared',
  input: z.object({ id: z.string() }),
  answer: z.null(),
})

export const chooseView = defineCall({
  method: 'PUT',
  path: '/api/v1/chedoxem/macDinh',
  may: 'any',
  summary:
    'Has a list begin with a view for the caller, with none (null), or with that of the role (left out)',
  input: z.object({ list: z.string(), view: z.optional(z.nullable(z.string())) }),
  answer: z.null(),
})

export const viewTexts = {
  saved: 'Đã lưu chế độ xem',
  removed: 'Đã xoá chế độ xem',
  gone: 'Chế độ xem này không còn, có thể vừa bị xoá',
  nameTaken: 'Đã có chế độ xem tên này',
  stale: 'Chế độ xem này vừa được người khác sửa, mở lại để xem bản mới',
  noPhones: 'Số điện thoại không được lưu vào chế độ xem',
  tooMany: (limit: number) => `Mỗi danh sách giữ nhiều nhất ${limit} chế độ xem, xoá bớt trước khi lưu thêm`,
  leftOut: (n: number) => `${n} điều kiện của chế độ xem này không áp dụng cho bạn`,
} as const
