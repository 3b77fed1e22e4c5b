/** Code that is loaded beforehand is there at the first render: a fallback would be revealed up to 300 ms later. */
import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyScreen } from './lazy-part.tsx'

test('a screen whose code is loaded renders at once, any other shows its fallback first', async () => {
  const screen = lazyScreen(async () => ({ default: () => 'màn hình' }))
  const rendered = () =>
    renderToString(createElement(Suspense, { fallback: 'đang tải' }, createElement(screen)))
  expect(rendered()).toContain('đang tải')
  await screen.preload()
  expect(rendered()).toContain('màn hình')
  expect(rendered()).not.toContain('đang tải')
})
