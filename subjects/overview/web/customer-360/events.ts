/** How the rows of each block appear in the timeline: which field is time, title, details, person and amount. */
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowRight,
  IconBuildingBank,
  IconCalendarDue,
  IconCircleCheck,
  IconCoin,
  IconDeviceSim,
  IconPackage,
  IconPhone,
  IconSearch,
  IconStar,
} from '@tabler/icons-react'
import type { Field } from '#kit/contract/field.ts'
import { showField } from '#kit/contract/kinds.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { movementKinds, stages } from '#subjects/numbers/contract/movements.ts'
import type { BlockName, Movement } from '#subjects/overview/contract/calls/customer-360.ts'
import type { Block, PageBlocks } from './blocks.ts'

/** Groups of the timeline, in the order of its buttons. */
export const groups = {
  calls: 'Cuộc gọi',
  registrations: 'Đăng ký',
  money: 'Tiền',
  lookups: 'Tra cứu',
  movements: 'Chuyển số',
  others: 'Khác',
} as const
export type Group = keyof typeof groups

type Telling = {
  group: Group
  icon: typeof IconPhone
  /** Before the facts, in bold; a call shows its result. */
  title?: string
  at: string
  facts: readonly string[]
  person?: string
  /** More text for the second line. */
  notes?: readonly string[]
  amount?: string
  mark?: string
}

const tellings: Partial<Record<BlockName, Telling>> = {
  cuocgoi: {
    group: 'calls',
    icon: IconPhone,
    at: 'careAt',
    facts: ['status', 'package'],
    person: 'username',
    notes: ['appointment_at', 'note'],
  },
  dangky: {
    group: 'registrations',
    icon: IconCircleCheck,
    title: 'Đăng ký',
    at: 'Time',
    facts: ['PackageCode', 'SubAgent'],
    person: 'username_nv',
    notes: ['Result'],
    mark: 'state',
  },
  // The only one with the amount of a sale: in the others it is the price of an attempt (D3-ONE-07).
  doanhthu: {
    group: 'registrations',
    icon: IconCoin,
    title: 'Doanh thu',
    at: 'ngay_thanh_cong',
    facts: ['goi_cuoc', 'kenh'],
    person: 'username_nv',
    amount: 'doanhThu',
    mark: 'ket_qua',
  },
  baodo: {
    group: 'registrations',
    icon: IconAlertTriangle,
    title: 'Báo đỏ',
    at: 'createdAt',
    facts: ['ten_goi_cuoc', 'kenh'],
    person: 'username_nv',
    notes: ['ly_do'],
    mark: 'trang_thai_duyet',
  },
  khachrieng: {
    group: 'registrations',
    icon: IconStar,
    title: 'Khách hàng riêng',
    at: 'createdAt',
    facts: ['ngay_thanh_cong'],
    person: 'username_nv',
    mark: 'trang_thai',
  },
  mfy: {
    group: 'registrations',
    icon: IconPackage,
    title: 'Mfy',
    at: 'created_at',
    facts: ['ma_goi'],
    person: 'username_nv',
    notes: ['note'],
    mark: 'trang_thai',
  },
  chuyenkhoan: {
    group: 'money',
    icon: IconBuildingBank,
    title: 'Tin ngân hàng',
    at: 'datetime',
    facts: ['goi_cuoc'],
    notes: ['don', 'str_mes'],
    amount: 'money',
  },
  hoantien: {
    group: 'money',
    icon: IconArrowBackUp,
    title: 'Yêu cầu',
    at: 'created_time',
    facts: ['request_type', 'package_code', 'request_method'],
    person: 'staff_username',
    notes: ['trang_thai_giao_dich_doi_tac'],
    amount: 'refund_price',
    mark: 'duyet',
  },
  tracuu: {
    group: 'lookups',
    icon: IconSearch,
    at: 'createdAt',
    facts: ['ten_tra_cuu'],
    person: 'username',
    notes: ['noi_dung'],
  },
  donsim: {
    group: 'others',
    icon: IconDeviceSim,
    title: 'Đơn sim',
    at: 'created_at',
    facts: ['ordered_so_dien_thoai_co_dau_cham', 'ma_don'],
    person: 'username_nv',
    notes: ['note'],
    amount: 'ordered_gia_khach_hang',
    mark: 'trang_thai',
  },
  moihomsau: {
    group: 'others',
    icon: IconCalendarDue,
    title: 'Mời gói hôm sau',
    at: 'createdAt',
    facts: ['package'],
    person: 'username',
    amount: 'gia_goi',
    mark: 'status',
  },
}

/** The blocks that the timeline shows. */
export const timelineBlocks = Object.keys(tellings) as BlockName[]

/** Group of a block. */
export const groupOf = (name: BlockName): Group => tellings[name]?.group ?? 'others'

type Told = { field: Field; value: unknown }
export type TimelineEvent = {
  key: string
  group: Group
  icon: typeof IconPhone
  at: string
  title: string
  facts: string
  person: string | null
  note: string
  amount: Told | null
  mark: Told | null
}

/** The events of one block. */
function eventsOf({ name, resource, rows }: Block): TimelineEvent[] {
  const telling = tellings[name]
  if (!telling) return []
  return rows.map((row) => {
    const value = (field: string): unknown => Reflect.get(row, field)
    const fieldValue = (field: string | undefined): Told | null =>
      field === undefined || value(field) === null || value(field) === undefined
        ? null
        : { field: fieldOf(resource, field), value: value(field) }
    const text = (field: string): string => {
      const entry = fieldValue(field)
      if (!entry) return ''
      const shownText = showField(entry.value, entry.field)
      return entry.field.kind === 'instant'
        ? `${entry.field.short ?? entry.field.label} ${shownText}`
        : shownText
    }
    const texts = (fields: readonly string[] = []): string[] => fields.map(text).filter((one) => one !== '')
    const [first = '', ...others] = texts(telling.facts)
    const person = telling.person === undefined ? null : value(telling.person)
    return {
      key: `${name} ${row.id}`,
      group: telling.group,
      icon: telling.icon,
      at: String(value(telling.at) ?? ''),
      title: telling.title ?? first,
      facts: (telling.title ? [first, ...others] : others).filter(Boolean).join(', '),
      person: typeof person === 'string' && person !== '' ? person : null,
      note: texts(telling.notes).join(', '),
      amount: fieldValue(telling.amount),
      mark: fieldValue(telling.mark),
    }
  })
}

/** 'Chia data sale111 → sale112, thue-bao-thang-11.xlsx'; the file itself is not shown as a holder. */
function movementEvent({ id, at, kind, from, to, stage, by, FileName }: Movement): TimelineEvent {
  const hands = from !== null && to !== null && from !== to ? `${from} → ${to}` : (to ?? from)
  return {
    key: `chuyenso ${id}`,
    group: 'movements',
    icon: IconArrowRight,
    at,
    title: movementKinds[kind],
    facts: [hands, FileName].filter(Boolean).join(', '),
    person: by,
    note: stages[stage],
    amount: null,
    mark: null,
  }
}

/** All events, the newest first. */
export const timelineOf = (blocks: PageBlocks): TimelineEvent[] =>
  [
    ...timelineBlocks.flatMap((name) => eventsOf(blocks[name])),
    ...blocks.chuyenso.rows.map(movementEvent),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || a.key.localeCompare(b.key))
