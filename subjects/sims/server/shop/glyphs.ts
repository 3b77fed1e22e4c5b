/** Glyphs for link-preview pictures, drawn in advance by `e2e/shop-glyphs.ts` (D3-SIM-10). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePng, type Pixels } from './png.ts'

/** Anti-aliasing shades of a glyph; 0 is the background. */
export const shades = 16

export const glyphDir: string = join(import.meta.dirname, 'glyphs')

/** Position of each glyph in the strip of its font: start and width. */
export type Places = Readonly<Record<string, readonly [x: number, width: number]>>
export type Font = { strip: Pixels; places: Places }

/** Fonts by use: the number, and the text about it. */
export type FontName = 'number' | 'words'

function readFont(name: FontName): Font {
  const places = JSON.parse(readFileSync(join(glyphDir, `${name}.json`), 'utf8')) as Places
  return { strip: decodePng(readFileSync(join(glyphDir, `${name}.png`))), places }
}

const fonts = new Map<FontName, Font>()

/** A font, loaded on first use. */
export function fontOf(name: FontName): Font {
  const font = fonts.get(name) ?? readFont(name)
  fonts.set(name, font)
  return font
}

/** Width of a text in pixels; glyphs missing in the font take no space. */
export const widthOf = (text: string, { places }: Font): number =>
  [...text].reduce((sum, letter) => sum + (places[letter]?.[1] ?? 0), 0)
