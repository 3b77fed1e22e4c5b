/** Link-preview picture of a number; without its price, which previews would keep showing (D3-SIM-10). */
import { markedParts } from '#subjects/sims/contract/sim-types.ts'
import type { Offer } from '#subjects/sims/contract/calls/sims.ts'
import { kindOf, shopTitle, typesOfOffer } from './frame.ts'
import { fontOf, shades, widthOf, type Font } from './glyphs.ts'
import { encodePng, type Colour, type Pixels } from './png.ts'

/** Size expected by social networks. */
export const pictureSize = { width: 1200, height: 630 } as const
/** Text width in pixels; the rest is margin. */
const room = 1080

const ground: Colour = [255, 255, 255]
/** Colours of tokens.css, light theme. */
const inks: readonly Colour[] = [
  [74, 79, 100],
  [27, 29, 42],
  [101, 106, 128],
]
const [plain, strong, pale] = [0, 1, 2]
const primary: Colour = [91, 91, 214]

/** All shades of each ink, then the line colour. */
const palette: readonly Colour[] = [
  ...inks.flatMap((ink) =>
    Array.from({ length: shades }, (_, shade): Colour => {
      const mix = (channel: 0 | 1 | 2): number =>
        Math.round(ground[channel] + ((ink[channel] - ground[channel]) * shade) / (shades - 1))
      return [mix(0), mix(1), mix(2)]
    }),
  ),
  primary,
]
const line = palette.length - 1

type Spot = { x: number; y: number; font: Font; ink: number }

/** Draws a text; returns its right end. */
function write(into: Pixels, text: string, { x, y, font, ink }: Spot): number {
  const { strip, places } = font
  let letterX = x
  for (const letter of text) {
    const [from, width] = places[letter] ?? [0, 0]
    for (let row = 0; row < strip.height; row += 1)
      for (let column = 0; column < width; column += 1) {
        const shade = strip.data[row * strip.width + from + column] ?? 0
        if (shade > 0) into.data[(y + row) * into.width + letterX + column] = ink * shades + shade
      }
    letterX += width
  }
  return letterX
}

function fill(
  into: Pixels,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
) {
  for (let row = y; row < y + height; row += 1)
    into.data.fill(line, row * into.width + x, row * into.width + x + width)
}

const centred = (text: string, font: Font): number =>
  Math.round((pictureSize.width - widthOf(text, font)) / 2)

/** As many labels as fit in a line. */
function fitting(labels: readonly string[], font: Font): string {
  const first = labels.findIndex((_, index) => widthOf(labels.slice(0, index + 1).join(', '), font) > room)
  return labels.slice(0, first === -1 ? labels.length : first).join(', ')
}

/** PNG of the number with marked digits, types, carrier and kind. */
export function pictureOf(offer: Offer): Promise<Buffer> {
  const image: Pixels = { ...pictureSize, data: new Uint8Array(pictureSize.width * pictureSize.height) }
  const [big, words] = [fontOf('number'), fontOf('words')]
  fill(image, [0, 0, pictureSize.width, 12])
  write(image, shopTitle, { x: centred(shopTitle, words), y: 72, font: words, ink: pale })
  const dotted = offer.so_dien_thoai_co_dau_cham
  const number = widthOf(dotted, big) > room ? offer.so_dien_thoai : dotted
  const types = offer.types.map(({ loai_sim }) => loai_sim)
  let x = centred(number, big)
  for (const { text, marked } of markedParts(number, types)) {
    const end = write(image, text, { x, y: 196, font: big, ink: marked ? strong : plain })
    if (marked) fill(image, [x, 372, end - x, 8])
    x = end
  }
  for (const [text, y, ink] of [
    [fitting(typesOfOffer(offer), words), 424, strong],
    [kindOf(offer), 492, pale],
  ] as const)
    write(image, text, { x: centred(text, words), y, font: words, ink })
  return encodePng(image, palette)
}
