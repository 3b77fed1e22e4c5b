/** Small forward-only XML reader for spreadsheet parts: tags, attributes and text, in bounded memory, no DTD. */
import { limits } from './limits.ts'
import { damaged, unpacksTooLarge } from './refusals.ts'
import { xmlDecoder } from './xml-text.ts'

export type XmlEvents = {
  /** A tag opens; `attrs` is its raw attribute text, read with `attribute`. Names come without their prefix. */
  open: (name: string, attrs: string) => void
  text: (text: string) => void
  close: (name: string) => void
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? whole
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

const decode = (text: string): string =>
  text.includes('&') ? text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, decodeEntity) : text

const isBlank = (text: string, position: number): boolean => text.charCodeAt(position) <= 32

/** Decoded value of an attribute, or undefined. Blanks are allowed around the `=`. */
export function attribute(attrs: string, name: string): string | undefined {
  for (let position = 0; ;) {
    const equals = attrs.indexOf('=', position)
    if (equals === -1) return undefined
    let open = equals + 1
    while (isBlank(attrs, open)) open++
    const close = attrs.indexOf(attrs.charAt(open), open + 1)
    if (close <= open) return undefined
    while (isBlank(attrs, position)) position++
    if (attrs.startsWith(name, position) && attrs.slice(position + name.length, equals).trim() === '')
      return decode(attrs.slice(open + 1, close))
    position = close + 1
  }
}

/** Position of the `>` that ends a tag, ignoring those in quoted attribute values; -1 if it has not arrived yet. */
function tagEnd(xml: string, from: number): number {
  let quote = 0
  for (let position = from; position < xml.length; position++) {
    const code = xml.charCodeAt(position)
    if (quote) quote = code === quote ? 0 : quote
    else if (code === 34 || code === 39) quote = code
    else if (code === 62) return position
  }
  return -1
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function openTag(tag: string, events: XmlEvents): void {
  const closed = tag.endsWith('/')
  const body = closed ? tag.slice(0, -1) : tag
  const space = body.search(/\s/)
  const name = localName(space === -1 ? body : body.slice(0, space))
  events.open(name, space === -1 ? '' : body.slice(space))
  if (closed) events.close(name)
}

/** Reads a declaration `<!` at `position`: returns the position after it, -1 while incomplete. A DTD is refused. */
function declaration(xml: string, position: number, events: XmlEvents): number {
  if (xml.startsWith('<!--', position)) {
    const end = xml.indexOf('-->', position + 4)
    return end === -1 ? -1 : end + 3
  }
  if (xml.startsWith('<![CDATA[', position)) {
    const end = xml.indexOf(']]>', position + 9)
    if (end === -1) return -1
    events.text(xml.slice(position + 9, end))
    return end + 3
  }
  if (xml.length - position < 9) return -1
  throw damaged('xml: a document type declaration')
}

/** Reads the markup that begins at `position`; returns the position after it, or -1 while incomplete. */
function markup(xml: string, position: number, events: XmlEvents): number {
  const next = xml[position + 1]
  if (next === '!') return declaration(xml, position, events)
  if (next === '?') {
    const end = xml.indexOf('?>', position + 2)
    return end === -1 ? -1 : end + 2
  }
  const end = next === '/' ? xml.indexOf('>', position) : tagEnd(xml, position + 1)
  if (end === -1) return -1
  if (next === '/') events.close(localName(xml.slice(position + 2, end).trimEnd()))
  else openTag(xml.slice(position + 1, end), events)
  return end + 1
}

/**
 * Skips the `Choice` of `mc:AlternateContent`, which is for programs that support newer parts of the format. We use its
 * `Fallback`; reading both would give a value twice.
 */
function withoutChoices(events: XmlEvents): XmlEvents {
  let depth = 0
  return {
    open: (name, attrs) => {
      if (depth > 0 || name === 'Choice') depth++
      else events.open(name, attrs)
    },
    text: (text) => {
      if (depth === 0) events.text(text)
    },
    close: (name) => {
      if (depth > 0) depth--
      else events.close(name)
    },
  }
}

/** A function that takes the document chunk by chunk. AppError for a DTD or an excessively long tag or text. */
export function xmlScanner(handlers: XmlEvents): (chunk: string) => void {
  const events = withoutChoices(handlers)
  let unfinished = ''
  return (chunk) => {
    const xml = unfinished + chunk
    let position = 0
    for (let lt = xml.indexOf('<'); lt !== -1; lt = xml.indexOf('<', position)) {
      if (lt > position) events.text(decode(xml.slice(position, lt)))
      position = lt
      const end = markup(xml, lt, events)
      if (end === -1) break
      position = end
    }
    unfinished = xml.slice(position)
    if (unfinished.length > limits.markup)
      throw unpacksTooLarge(`xml: ${unfinished.length} characters without a tag`)
  }
}

export async function scanXml(bytes: AsyncIterable<Buffer>, events: XmlEvents): Promise<void> {
  const push = xmlScanner(events)
  const decode = xmlDecoder()
  for await (const chunk of bytes) push(decode(chunk))
}
