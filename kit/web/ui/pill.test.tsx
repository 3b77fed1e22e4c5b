/** Statuses: only those that somebody has to act on are filled (D3-GRID-12). */
import { expect, test } from 'vitest'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Tone } from '#kit/contract/field.ts'
import { Pill } from './pill.tsx'

const isFilled = (tone: Tone, plain = false): boolean =>
  !renderToStaticMarkup(
    <Pill tone={tone} plain={plain}>
      Trạng thái
    </Pill>,
  ).includes('plain')

test('D3-GRID-12: what waits and what failed is filled, everything else is a sign and words', () => {
  const tones: Tone[] = ['amber', 'orange', 'red', 'green', 'blue', 'grey']
  expect(tones.filter((tone) => isFilled(tone))).toEqual(['amber', 'orange', 'red'])
  expect(tones.filter((tone) => isFilled(tone, true))).toEqual([])
})
