/** Locates what a reader of a workbook's first sheet needs: sheet, texts, formats, calendar. */
import type { FileHandle } from 'node:fs/promises'
import { posix } from 'node:path'
import { limits } from './limits.ts'
import { damaged, emptySheet, unpacksTooLarge } from './refusals.ts'
import { readSharedStrings } from './shared-strings.ts'
import { attribute, scanXml } from './xml-scan.ts'
import type { ZipDirectory, ZipEntry } from './zip-directory.ts'
import { readEntry } from './zip-entry.ts'

type NumberKind = 'plain' | 'date' | 'percent'

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

/** Number kind (date, percentage …) of each cell style, by the index that cells have in `s`. */
async function readNumberFormats(bytes: AsyncIterable<Buffer>): Promise<NumberKind[]> {
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

export type Workbook = {
  sheet: ZipEntry
  texts: string[]
  kinds: NumberKind[]
  /** Serial numbers count from 1904 (old Excel for Mac). */
  from1904: boolean
}

type Relation = { id: string; type: string; target: string }
type Package = { file: FileHandle; parts: ZipDirectory }

function part({ parts }: Package, path: string): ZipEntry {
  const entry = parts.get(path.toLowerCase())
  if (!entry) throw damaged(`xlsx: no part ${path}`)
  return entry
}

/** A part that is buffered, so its size is checked before it is unpacked. */
function wholePart(pack: Package, path: string, limit: number = limits.smallPart): AsyncGenerator<Buffer> {
  const entry = part(pack, path)
  if (entry.size > limit) throw unpacksTooLarge(`xlsx: ${path} of ${entry.size}`)
  return readEntry(pack.file, entry)
}

/** Relationships of a part, with targets as paths inside the package; types by their last segment. */
async function relationsOf(pack: Package, path: string): Promise<Relation[]> {
  const folder = posix.dirname(path)
  const relations: Relation[] = []
  await scanXml(wholePart(pack, posix.join(folder, '_rels', `${posix.basename(path)}.rels`)), {
    open: (name, attrs) => {
      if (name !== 'Relationship') return
      const target = attribute(attrs, 'Target') ?? ''
      relations.push({
        id: attribute(attrs, 'Id') ?? '',
        type: posix.basename(attribute(attrs, 'Type') ?? ''),
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      })
    },
    text: () => undefined,
    close: () => undefined,
  })
  return relations
}

async function readSheetList(pack: Package, path: string) {
  const sheets: { id: string; hidden: boolean }[] = []
  let from1904 = false
  await scanXml(wholePart(pack, path), {
    open: (name, attrs) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attribute(attrs, 'date1904') ?? '')
      if (name !== 'sheet') return
      const id = attribute(attrs, 'r:id') ?? /:id\s*=\s*["']([^"']*)/.exec(attrs)?.[1] ?? ''
      sheets.push({ id, hidden: (attribute(attrs, 'state') ?? 'visible') !== 'visible' })
    },
    text: () => undefined,
    close: () => undefined,
  })
  return { sheets, from1904 }
}

/** The first visible sheet, with what its cells refer to (D1-CUST-31, D1-IMP-04). */
export async function openWorkbook(file: FileHandle, parts: ZipDirectory): Promise<Workbook> {
  const pack = { file, parts }
  const root = (await relationsOf(pack, '')).find((relation) => relation.type === 'officeDocument')
  if (!root) throw damaged('xlsx: no workbook')
  const relations = await relationsOf(pack, root.target)
  const { sheets, from1904 } = await readSheetList(pack, root.target)
  const worksheets = sheets.flatMap((sheet) => {
    const relation = relations.find(({ id, type }) => id === sheet.id && type === 'worksheet')
    return relation ? [{ ...sheet, path: relation.target }] : []
  })
  const first = worksheets.find((sheet) => !sheet.hidden) ?? worksheets[0]
  if (!first) throw emptySheet()
  const strings = relations.find(({ type }) => type === 'sharedStrings')
  const styles = relations.find(({ type }) => type === 'styles')
  return {
    sheet: part(pack, first.path),
    texts: strings ? await readSharedStrings(wholePart(pack, strings.target, limits.sharedStrings)) : [],
    kinds: styles ? await readNumberFormats(wholePart(pack, styles.target)) : [],
    from1904,
  }
}
