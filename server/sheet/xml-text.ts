/** The text of a workbook part, whatever its encoding says; one that cannot be told is refused, never misread. */
import { wrongEncoding } from './refusals.ts'

type Decoder = InstanceType<typeof TextDecoder>

/** Where the encoding stands, in the bytes of a declaration that ASCII can read. */
const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)/

function encodingOf(head: Buffer): string {
  const [first = 0, second = 0] = head
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const label = declared.exec(head.toString('latin1', 0, 200))?.[1]?.toLowerCase() ?? 'utf-8'
  // Whoever could be read so far as ASCII is not what it says.
  if (/^(utf-?16|ucs-?2|iso-10646)/.test(label)) throw wrongEncoding(label)
  return label
}

function decoderFor(head: Buffer): Decoder {
  const label = encodingOf(head)
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    throw wrongEncoding(label)
  }
}

/** A function to be fed the bytes chunk by chunk. AppError for an unknown encoding and for bytes that are not of it. */
export function xmlDecoder(): (chunk: Buffer) => string {
  let decoder: Decoder | null = null
  return (chunk) => {
    decoder ??= decoderFor(chunk)
    try {
      return decoder.decode(chunk, { stream: true })
    } catch {
      throw wrongEncoding(decoder.encoding)
    }
  }
}
