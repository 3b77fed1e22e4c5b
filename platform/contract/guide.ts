/** The guides: their readers and the structure of their pages (docs/decisions/guides.md). */
import type { Actor, Priority } from './abilities.ts'
import type { ScreenName } from './screens.ts'

/** Part of a line: text, a label of the screen, a key, a link to a screen. */
export type GuideWord = string | { label: string } | { key: string } | { to: ScreenName }

/** A screen in a day, with the URL of its picture if there is one. */
type GuideStop = { stop: ScreenName; picture?: string }

export type GuideBlock =
  | { head: string }
  | { line: GuideWord[] }
  | { list: GuideWord[][]; ordered: boolean }
  | GuideStop

/** Part of a screen's section: for everyone, or for some priorities. */
export type GuidePart = { for?: readonly Priority[]; blocks: GuideBlock[] }

/** A page of docs/guides: the day of a role, or the screens of a menu group. */
export type GuidePage = {
  title: string
  blocks: GuideBlock[]
  screens: Partial<Record<ScreenName, GuidePart[]>>
}

/** The days by their file in docs/guides: title, and name in a list of several. */
export const days = {
  'quan-tri': { title: 'Một ngày của quản trị viên', tab: 'Quản trị' },
  'quan-ly': { title: 'Một ngày của quản lý', tab: 'Quản lý' },
  'ke-toan': { title: 'Tiền trong ngày và cuối tháng', tab: 'Kế toán' },
  'chi-nhanh': { title: 'Một ngày của chi nhánh', tab: 'Chi nhánh' },
  'truong-nhom': { title: 'Một ngày của trưởng nhóm', tab: 'Trưởng nhóm' },
  'nhan-vien': { title: 'Một ngày của nhân viên kinh doanh', tab: 'Nhân viên' },
  'doi-tac': { title: 'Một ngày của đối tác', tab: 'Đối tác' },
  'doi-tac-mfy': { title: 'Một ngày của đơn vị đối tác Mfy', tab: 'Mfy' },
} as const satisfies Record<string, { title: string; tab: string }>

export type DayName = keyof typeof days
export const dayNames = Object.keys(days) as DayName[]

const daysOf: Record<Priority, readonly DayName[]> = {
  1: ['quan-tri', 'quan-ly', 'ke-toan'],
  2: ['quan-ly', 'ke-toan'],
  3: ['chi-nhanh'],
  4: ['truong-nhom'],
  5: ['nhan-vien'],
  6: ['ke-toan'],
  7: ['doi-tac'],
}

/** The days shown to `actor`, their own first; an account excluded from refund requests belongs to a Mfy partner. */
export const daysFor = ({
  priority,
  seesRefunds,
}: Pick<Actor, 'priority' | 'seesRefunds'>): readonly DayName[] =>
  seesRefunds || priority < 3 ? daysOf[priority] : ['doi-tac-mfy', ...daysOf[priority]]

/** The blocks of a screen's section for `priority`. */
export const sectionFor = (sections: readonly GuidePart[], priority: Priority): GuideBlock[] =>
  sections.filter((section) => !section.for || section.for.includes(priority)).flatMap(({ blocks }) => blocks)
