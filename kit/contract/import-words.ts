/** Questions about an upload before it is saved, with the same texts on screen and in the refusal. */
import { thousands } from './thousands.ts'
import { formatInstant } from './dates.ts'
import type { ColumnAsk, ImportSummary, LostDays, RepeatPolicy } from '#platform/contract/calls/imports.ts'

const effects: Record<RepeatPolicy, (rows: number) => string> = {
  adds: (rows) => `Lưu lần nữa sẽ thêm ${thousands(rows)} dòng trùng`,
  overwrites: (rows) =>
    `Lưu lần nữa không thêm dòng trùng nhưng ghi đè ${thousands(rows)} dòng bằng giá trị trong file, kể cả dòng đã sửa sau đó`,
  skips: () => 'Lưu lần nữa, dòng đã có được giữ nguyên',
}

/** Who imported the content, when, and the effect of saving `rows` rows of it again (D3-FILE-02). */
export const takenBefore = (
  { by, at, again: repeat }: NonNullable<ImportSummary['seenBefore']>,
  rows: number,
): string => `Nội dung này đã được ${by} nhập lúc ${formatInstant(at)}. ${effects[repeat](rows)}`

/** Rows that a list without a key already contains: shown in the preview, and as the reason to refuse saving until the user chooses to add or skip them. */
export const storedAlready = (rows: number): string =>
  `${thousands(rows)} dòng đã có trong danh sách với đúng nội dung này, lưu lại sẽ thành hai dòng`

/** A column with days and months possibly swapped by a spreadsheet: confirmed before it is saved (D3-FILE-08). */
export const turnedDays = (label: string): string =>
  `${label}: ô ngày nào cũng có ngày từ 12 trở xuống, ngày dạng chữ nào cũng sau 12. Ngày và tháng có bị đảo?`

/** Rows with totals of the rows above them, skipped unless the user selects them. */
export const totalRows = (rows: number): string =>
  `${thousands(rows)} dòng có vẻ là dòng tổng của các dòng trên, không lưu`

/** Amounts that may be typing errors: the question before saving, and the reason to refuse without an answer (D3-FILE-06). */
export const farFromKind = (cells: number): string =>
  `${thousands(cells)} giá trị khác xa giá trị cũ hoặc cao hơn giá gói, hãy xem các ô được đánh dấu rồi xác nhận`

/** 'Tháng 10/2026 đã chốt: thành điều chỉnh của tháng 11/2026'. */
export const closedAlready = (months: readonly string[], next: string): string =>
  `Tháng ${months.join(', ')} đã chốt: thành điều chỉnh của tháng ${next}`

/** For users who see masked phones: a comparison would reveal which customers exist. */
export const uncompared =
  'Khách đã có trong danh sách (cùng số và gói) được ghi đè; số điện thoại bị che nên không báo trước khách nào'

/** Most people listed by name. */
const mostNamed = 5

const dayAndMonth = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}`

/** 'sale113: 5 ngày đã lưu không có trong file (02/11, …). 'Thay' …', before saving and as the reason to refuse (D3-FILE-09). */
export function daysLost(lost: readonly LostDays[]): string {
  const named = lost
    .slice(0, mostNamed)
    .map(
      ({ username, days }) =>
        `${username} ${thousands(days.length)} ngày (${days.map(dayAndMonth).join(', ')})`,
    )
  const more = lost.length > mostNamed ? `; và ${thousands(lost.length - mostNamed)} người nữa` : ''
  return `Đã lưu mà file không có: ${named.join('; ')}${more}. 'Thay' bỏ những ngày này, 'Thêm vào' giữ lại`
}

/** 'C' for column 2, as spreadsheets call it; columns go to 64. */
export const columnLetter = (column: number): string =>
  (column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))) +
  String.fromCharCode(65 + (column % 26))

/** Why a file cannot be saved yet: it has an unknown heading (D3-FILE-04). */
export const unclearColumn = ({ column, heading }: ColumnAsk): string =>
  `Chưa rõ cột ${columnLetter(column)}${heading === '' ? ' (không có tiêu đề)' : ` “${heading}”`} là gì, hãy chọn cột rồi đọc lại file`
