/** Cell styles that make a number a date or a percentage. */
import { attribute, scanXml } from './xml-scan.ts'

export type NumberKind = 'plain' | 'date' | 'percent'

const builtIn = (id: number): NumberKind => {
  if (id === 9 || id === 10) return 'percent'
  const date =
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
  return date ? 'date' : 'plain'
}

/** Kind of a written format: literals, colours and conditions are ignored, elapsed [h] [m] [s] are not. */
function kindOfFormat(format: string): NumberKind {
  const bare = format
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .replace(/General|Standard/gi, '')
  if (/[ymdhs]/i.test(bare)) return 'date'
  return bare.includes('%') ? 'percent' : 'plain'
}

/** The kind of every cell style, by the number that cells carry in `s`. */
export async function readNumberFormats(bytes: AsyncIterable<Buffer>): Promise<NumberKind[]> {
  const custom = new Map<number, NumberKind>()
  const styles: NumberKind[] = []
  let inCellFormats = false
  await scanXml(bytes, {
    open: (name, attrs) => {
      const id = Number(attribute(attrs, 'numFmtId') ?? 0)
      if (name === 'numFmt') custom.set(id, kindOfFormat(attribute(attrs, 'formatCode') ?? ''))
      else if (name === 'cellXfs') inCellFormats = true
      else if (name === 'xf' && inCellFormats) styles.push(custom.get(id) ?? builtIn(id))
    },
    text: () => undefined,
    close: (name) => {
      if (name === 'cellXfs') inCellFormats = false
    },
  })
  return styles
}
