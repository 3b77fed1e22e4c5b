/** Text of a workbook part in its declared encoding; an unknown one is refused, never misread. */
import { wrongEncoding } from './refusals.ts'

type Decoder = InstanceType<typeof TextDecoder>

/** The encoding in a declaration, matched in ASCII-readable bytes. */
const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)/

function encodingOf(head: Buffer): string {
  const [first = 0, second = 0] = head
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const label = declared.exec(head.toString('latin1', 0, 200))?.[1]?.toLowerCase() ?? 'utf-8'
  // Readable as ASCII so far, so it cannot be one of these.
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

/** A function that takes the bytes chunk by chunk. AppError for an unknown encoding and for invalid bytes. */
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
