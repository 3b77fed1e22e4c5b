/** Value of one cell from its raw parts. */
import { serialToDate } from '#kit/contract/dates.ts'
import { isSheetError } from '#kit/contract/kinds.ts'
import { plainOfFormula } from '#kit/contract/sheet-texts.ts'
import { damaged } from './refusals.ts'
import { decodeEscapes } from './shared-strings.ts'
import type { CellValue } from './sheet-row.ts'
import type { Workbook } from './workbook.ts'

export type RawCell = {
  /** Attribute `t`: s, str, inlineStr, b, e, d, n or ''. */
  type: string
  style: number
  /** Content of `<v>`, or of the inline text. */
  text: string
  formula: boolean
}

/** Days between the calendars of 1900 and of 1904. */
const days1904 = 1462

function numberValue(cell: RawCell, book: Workbook): CellValue {
  const number = Number(cell.text)
  if (Number.isNaN(number)) return cell.text
  const kind = book.kinds[cell.style] ?? 'plain'
  if (kind === 'percent') return Number((number * 100).toPrecision(12))
  if (kind !== 'date') return number
  // The calendars differ by days, so a bare time of day is the same in both.
  return serialToDate(book.from1904 && number >= 1 ? number + days1904 : number) ?? number
}

function isoValue(text: string): CellValue {
  const date = new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}${text.includes('T') ? 'Z' : ''}`)
  return Number.isNaN(date.getTime()) ? text : date
}

/**
 * The value of a cell: a formula gives its stored result, '#CALC!' if the program stored none; a number formatted as a
 * percentage gives the displayed number (0.35 as 35%: 35), one formatted as a date a Date. An unknown error is
 * '#ERROR!', so that it is not taken for text.
 */
export function cellValue(cell: RawCell, book: Workbook): CellValue {
  if (cell.text === '') return cell.formula && cell.type !== 'str' ? '#CALC!' : null
  switch (cell.type) {
    case 's': {
      const text = book.texts[Number(cell.text)]
      if (text === undefined) throw damaged(`xlsx: no shared string ${cell.text}`)
      return plainOfFormula(text) || null
    }
    case 'str':
    case 'inlineStr':
      return plainOfFormula(decodeEscapes(cell.text))
    case 'b':
      return cell.text === '1' || cell.text === 'true'
    case 'e':
      return isSheetError(cell.text) ? cell.text : '#ERROR!'
    case 'd':
      return isoValue(cell.text)
    default:
      return numberValue(cell, book)
  }
}
