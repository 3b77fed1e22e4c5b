/** Histories of lists that are not resources, with the fields shown in their drawer. */
import * as z from 'zod/mini'
import type { Ability } from '../abilities.ts'
import { defineCall } from '#kit/contract/call.ts'
import { f } from '#kit/contract/field.ts'
import { historyEntry } from '#kit/contract/history.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { valuesOf } from '#kit/contract/shapes.ts'
import { texts } from '#subjects/people/contract/calls/accounts.ts'
import { movedNumbers } from '#subjects/people/contract/calls/handovers.ts'

/** A kind of row with a history: its path, and the fields shown. */
export type HistorySubject = Pick<Resource, 'path' | 'fields'>

const rights = {
  rightsTaken: f.text({ label: 'Quyền bị bớt' }),
  rightsGiven: f.text({ label: 'Quyền được thêm' }),
}

export const accountSubject: HistorySubject = {
  path: 'users',
  fields: {
    username: f.text({ label: 'Tên đăng nhập' }),
    fullname: f.text({ label: 'Họ tên' }),
    email: f.text({ label: 'Email' }),
    phone: f.phone({ label: 'Số điện thoại' }),
    ngan_hang: f.text({ label: 'Ngân hàng' }),
    so_tai_khoan: f.text({ label: 'Số tài khoản' }),
    chu_tai_khoan: f.text({ label: 'Chủ tài khoản' }),
    role_name: f.text({ label: 'Vai trò' }),
    brand: f.text({ label: 'Chi nhánh' }),
    group: f.text({ label: 'Leader' }),
    is_deleted: f.choice({
      label: 'Trạng thái',
      options: [
        { value: 'false', label: texts.active },
        { value: 'true', label: texts.stopped },
      ],
    }),
    permissions: f.text({ label: 'Quyền riêng' }),
    ...rights,
    kenh: f.text({ label: 'Kênh', see: 'below3' }),
    // Numbers affected when the person was locked, moved, or handed over.
    uncalled: f.number({ label: 'Số chưa gọi' }),
    askedAgain: f.number({ label: 'Số mời lại' }),
    inHand: f.number({ label: 'Số đang giữ' }),
    appointments: f.number({ label: 'Lịch hẹn' }),
    numbers: f.choice({ label: 'Số', options: movedNumbers }),
    recipient: f.text({ label: 'Người nhận' }),
  },
}

export const roleSubject: HistorySubject = {
  path: 'role',
  fields: {
    name: f.text({ label: 'Tên vai trò' }),
    priority: f.number({ label: 'Cấp' }),
    permissions: f.text({ label: 'Quyền' }),
    ...rights,
  },
}

export const fileSubject: HistorySubject = {
  path: 'uploadchiadata',
  fields: {
    FileName: f.text({ label: 'Tên file' }),
    is_activated: f.flag({
      label: 'Trạng thái',
      options: [
        { value: '1', label: 'Đang lấy số' },
        { value: '0', label: 'Đã dừng' },
      ],
    }),
    ngay_upload: f.instant({ label: 'Ngày upload' }),
    nguoi_upload: f.text({ label: 'Người upload' }),
    tong: f.number({ label: 'Tổng số' }),
    tong_da_dung: f.number({ label: 'Đã dùng' }),
  },
}

export const uploadSubject: HistorySubject = {
  path: 'upload',
  fields: {
    filename: f.text({ label: 'Tên danh sách' }),
    created_by: f.text({ label: 'Người upload' }),
    createdAt: f.instant({ label: 'Ngày upload' }),
    totalCustomers: f.number({ label: 'Tổng số' }),
    used: f.number({ label: 'Đã dùng' }),
    remaining: f.number({ label: 'Còn lại' }),
  },
}

const historyOf = ({ path }: HistorySubject, may: Ability, summary: string) =>
  defineCall({
    method: 'GET',
    path: `/api/v1/${path}/:id/history`,
    may,
    summary,
    input: z.object({ id: z.string() }),
    answer: valuesOf(historyEntry),
  })

export const accountHistory = historyOf(accountSubject, 'user.get', 'The newest 200 changes of an account')
export const roleHistory = historyOf(roleSubject, 'role.get', 'The newest 200 changes of a role')
export const fileHistory = historyOf(fileSubject, 'below5or7', 'The newest 200 changes of a subscriber file')
export const uploadHistory = historyOf(uploadSubject, 'below5', 'The newest 200 changes of a customer list')
