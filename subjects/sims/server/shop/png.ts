/** PNG files with a palette: one byte per pixel. */
import { promisify } from 'node:util'
import { crc32, deflate, inflateSync } from 'node:zlib'

const pack = promisify(deflate)

export type Colour = readonly [red: number, green: number, blue: number]
export type Pixels = { width: number; height: number; data: Uint8Array }

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bit depth 8, colour type 3 (palette), and the only methods defined. */
const kind = [8, 3, 0, 0, 0]

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Encodes a picture; compressed outside the main thread. */
export async function encodePng(
  { width, height, data }: Pixels,
  palette: readonly Colour[],
): Promise<Buffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set(kind, 8)
  // Each line starts with its filter type: 0, none.
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    lines.set(data.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', await pack(lines, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Decodes a file made by `encodePng`. */
export function decodePng(file: Buffer): Pixels {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  let packed: Buffer | undefined
  for (let offset = signature.length; offset < file.length;) {
    const length = file.readUInt32BE(offset)
    if (file.toString('latin1', offset + 4, offset + 8) === 'IDAT')
      packed = file.subarray(offset + 8, offset + 8 + length)
    offset += length + 12
  }
  if (!packed) throw new Error('a picture without pixels')
  const lines = inflateSync(packed)
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    data.set(lines.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)), y * width)
  return { width, height, data }
}
