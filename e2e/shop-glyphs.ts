/** Draws the letters of the shop's pictures with the product's font, after a new label or font: `node e2e/shop-glyphs.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { carriers, simKinds } from '#subjects/sims/contract/lists/simso.ts'
import { simTypes } from '#subjects/sims/contract/sim-types.ts'
import { newPage } from './harness.ts'
import { glyphDir, shades, type FontName, type Places } from '#subjects/sims/server/shop/glyphs.ts'
import { encodePng } from '#subjects/sims/server/shop/png.ts'

type Drawn = { width: number; height: number; places: Places; data: number[] }

const words = [...simTypes, ...carriers, ...simKinds].map(({ label }) => label).join('')
const fonts: Record<FontName, { size: number; weight: number; letters: string }> = {
  number: { size: 148, weight: 600, letters: '0123456789.' },
  words: { size: 40, weight: 500, letters: `Sim số đẹp, ${words}${words.toLocaleLowerCase('vi')}` },
}

const files = createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json')
const faces = ['vietnamese', 'latin'].map((subset) =>
  readFileSync(join(files, `../files/inter-${subset}-wght-normal.woff2`)).toString('base64'),
)

const page = await newPage()
await page.evaluate(async (all) => {
  for (const [index, base64] of all.entries()) {
    const face = new FontFace(`Face${index}`, `url(data:font/woff2;base64,${base64})`, { weight: '100 900' })
    document.fonts.add(await face.load())
  }
}, faces)
for (const [name, { size, weight, letters }] of Object.entries(fonts)) {
  const drawn: Drawn = await page.evaluate(
    ({ size: height, weight: bold, all, steps }) => {
      const ink = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      if (!ink) throw new Error('no canvas')
      const font = `${bold} ${height}px Face1, Face0`
      ink.font = font
      const places: Record<string, [number, number]> = {}
      let width = 0
      for (const letter of all) {
        const advance = Math.round(ink.measureText(letter).width)
        places[letter] = [width, advance]
        width += advance
      }
      const lineHeight = Math.ceil(height * 1.3)
      ink.canvas.width = width
      ink.canvas.height = lineHeight
      ink.font = font
      for (const [letter, [x]] of Object.entries(places)) ink.fillText(letter, x, Math.round(height * 1.02))
      const { data } = ink.getImageData(0, 0, width, lineHeight)
      const alphas = Array.from({ length: width * lineHeight }, (_, index) =>
        Math.round(((data[index * 4 + 3] ?? 0) / 255) * (steps - 1)),
      )
      return { width, height: lineHeight, places, data: alphas }
    },
    { size, weight, all: [...new Set(letters)].toSorted(), steps: shades },
  )
  const greys = Array.from({ length: shades }, (_, index) => {
    const level = Math.round(255 - (255 * index) / (shades - 1))
    return [level, level, level] as const
  })
  const file = await encodePng({ ...drawn, data: Uint8Array.from(drawn.data) }, greys)
  writeFileSync(join(glyphDir, `${name}.png`), file)
  writeFileSync(join(glyphDir, `${name}.json`), `${JSON.stringify(drawn.places)}\n`)
}
await page.context().browser()?.close()
