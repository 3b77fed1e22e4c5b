/** Reads comma, semicolon or tab separated UTF-8 text, quoted as Excel quotes. */
import { plainOfFormula } from '#kit/contract/sheet-texts.ts'
import { limits } from './limits.ts'
import { cellTooLong, notUtf8, openQuote } from './refusals.ts'
import type { SheetRow } from './sheet-row.ts'
import { isBlank } from './sheet-row.ts'

export type Delimiter = ',' | ';' | '\t'

const delimiters: readonly Delimiter[] = [',', ';', '\t']

/** The most frequent delimiter of a line; null if it has none. */
function delimiterOf(line: string): Delimiter | null {
  const counted = delimiters.map((delimiter) => ({ delimiter, times: line.split(delimiter).length - 1 }))
  const best = counted.reduce((most, next) => (next.times > most.times ? next : most))
  return best.times > 0 ? best.delimiter : null
}

/** Lines searched for the delimiter: titles above the headings have none, or another one than the next line. */
const headLines = 10

/** The delimiter of the first filled lines outside quotes (D3-FILE-08); a comma if there is none. */
export function findDelimiter(head: string): Delimiter {
  const lines = head
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, headLines)
  const delimiters = lines.map(delimiterOf)
  const delimiter = delimiters.find((one, index) => one !== null && (lines[index + 1] ?? one).includes(one))
  return delimiter ?? delimiters.find((one) => one !== null) ?? ','
}

type State = {
  row: number
  cells: (string | null)[]
  field: string
  quoted: boolean
  after: boolean
  cr: boolean
}

function endField(state: State): void {
  if (state.field.length > limits.cellText) throw cellTooLong(state.row)
  if (state.cells.length < limits.columns) state.cells.push(plainOfFormula(state.field) || null)
  state.field = ''
  state.after = false
}

function endRow(state: State, emit: (row: SheetRow) => void): void {
  endField(state)
  const { row, cells } = state
  while (cells.length > 0 && cells.at(-1) === null) cells.pop()
  if (!isBlank(cells)) emit({ row, cells })
  state.row++
  state.cells = []
}

/** Handles one character outside or at the edge of quotes; `after` is set after a closing quote. */
function takePlain(char: string, state: State, delimiter: Delimiter, emit: (row: SheetRow) => void): void {
  if (char === delimiter) endField(state)
  else if (char === '\r' || (char === '\n' && !state.cr)) endRow(state, emit)
  else if (char === '"' && state.after) {
    // A doubled quote inside quotes: the field continues.
    state.field += '"'
    state.quoted = true
    state.after = false
  } else if (char === '"' && (state.field === '' || state.field === '=')) {
    // ="0912345678" is a text, as a spreadsheet reads it.
    state.field = ''
    state.quoted = true
  } else if (char !== '\n') state.field += char
  state.cr = char === '\r'
}

function takeText(text: string, state: State, delimiter: Delimiter, emit: (row: SheetRow) => void): void {
  for (let index = 0; index < text.length; index++) {
    if (!state.quoted) {
      takePlain(text.charAt(index), state, delimiter, emit)
      continue
    }
    const quote = text.indexOf('"', index)
    state.field += quote === -1 ? text.slice(index) : text.slice(index, quote)
    if (state.field.length > limits.markup) throw openQuote(state.row)
    if (quote === -1) return
    index = quote
    state.quoted = false
    state.after = true
  }
}

/** The filled rows of a CSV file; every cell is a text. AppError if it is not UTF-8 or a quote is not closed. */
export async function* csvRows(
  bytes: AsyncIterable<Buffer>,
  delimiter: Delimiter,
): AsyncGenerator<SheetRow[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw notUtf8()
    }
  }
  const state: State = { row: 1, cells: [], field: '', quoted: false, after: false, cr: false }
  let rows: SheetRow[] = []
  const emit = (row: SheetRow): void => void rows.push(row)
  for await (const chunk of bytes) {
    takeText(decode(chunk), state, delimiter, emit)
    if (rows.length > 0) yield rows
    rows = []
  }
  takeText(decode(), state, delimiter, emit)
  if (state.quoted) throw openQuote(state.row)
  endRow(state, emit)
  if (rows.length > 0) yield rows
}
