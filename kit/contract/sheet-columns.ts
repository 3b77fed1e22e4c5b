/** The columns of a spreadsheet to upload, as a sentence. */
import type { SheetTarget } from './resource.ts'

/** 'Tên đăng nhập *, Leader; * là bắt buộc': the headings in order, required ones marked. */
export function columnsText({ sheet, fields }: Pick<SheetTarget, 'sheet' | 'fields'>): string {
  const named = sheet.columns.flatMap((name) => fields[name ?? ''] ?? [])
  const heads = named.map(({ label, required }) => (required ? [label, '*'].join(' ') : label))
  return [heads.join(', '), '* là bắt buộc'].join('; ')
}
