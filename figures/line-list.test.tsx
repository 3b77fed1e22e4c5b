import { expect, test } from 'vitest'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { LineList } from './line-list.tsx'

test('all lines of a list share the same columns', () => {
  const { html, text } = read(
    <LineList widths="1fr auto" ruled label="Gói">
      <li>
        <b>D60G</b> <small>còn 2</small>
      </li>
    </LineList>,
  )
  expect(html).toContain('style="--widths:1fr auto"')
  expect(html).toContain('data-ruled="true" aria-label="Gói"')
  expect(text).toContain('D60G còn 2')
})
