/** Texts that cells refer to by number. */
import { limits } from './limits.ts'
import { damaged } from './refusals.ts'
import { scanXml } from './xml-scan.ts'

/** Excel writes control characters, and texts that look like these escapes, as _xHHHH_. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** All shared texts in order; rich text is joined, phonetic hints are omitted. */
export async function readSharedStrings(bytes: AsyncIterable<Buffer>): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let inText = false
  let inHint = false
  await scanXml(bytes, {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') inHint = true
      else if (name === 't') inText = !inHint
    },
    text: (part) => {
      if (inText) text += part
    },
    close: (name) => {
      if (name === 't') inText = false
      else if (name === 'rPh') inHint = false
      else if (name === 'si') {
        const decoded = decodeEscapes(text)
        if (decoded.length > limits.cellText) throw damaged(`shared string of ${decoded.length} characters`)
        texts.push(decoded)
      }
    },
  })
  return texts
}
