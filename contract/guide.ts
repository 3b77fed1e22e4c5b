/** The guides: who reads which, and the text they are made of once their pages were read (docs/decisions/guides.md). */
import type { Actor, Priority } from './abilities.ts'
import type { ScreenName } from './screens.ts'

/** Words of a line: as they are, a label of the screen, a key, a way to a screen. */
export type GuideWord = string | { label: string } | { key: string } | { to: ScreenName }

/** A screen of the day, with its picture's address when one was taken. */
type GuideStop = { stop: ScreenName; picture?: string }

export type GuideBlock =
  | { head: string }
  | { line: GuideWord[] }
  | { list: GuideWord[][]; ordered: boolean }
  | GuideStop

/** What stands of a screen: for everybody, or for some priorities. */
export type GuidePart = { for?: readonly Priority[]; blocks: GuideBlock[] }

/** A page of docs/guides: the day of a role, or the screens of a group of the menu. */
export type GuidePage = {
  title: string
  blocks: GuideBlock[]
  screens: Partial<Record<ScreenName, GuidePart[]>>
}

/** Every day there is, by its file in docs/guides: its title, and its name among several. */
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
  7: ['doi-tac'],
}

/** The days that `actor` is told, the own one first; who is refused all refund requests belongs to a partner of Mfy. */
export const daysFor = ({
  priority,
  seesRefunds,
}: Pick<Actor, 'priority' | 'seesRefunds'>): readonly DayName[] =>
  seesRefunds || priority < 3 ? daysOf[priority] : ['doi-tac-mfy', ...daysOf[priority]]

/** What of a screen's section is for `priority`. */
export const sectionFor = (parts: readonly GuidePart[], priority: Priority): GuideBlock[] =>
  parts.filter((part) => !part.for || part.for.includes(priority)).flatMap(({ blocks }) => blocks)
