/** No value inserted into a page can become markup. */
import { expect, test } from 'vitest'
import { jsonData, markup, pageOf } from './html.ts'

test('inserted values are escaped once, lists are joined, and empty values give nothing', () => {
  const nasty = `<img src=x onerror="alert('1')"> & co`
  const inner = markup`<b title="${nasty}">${nasty}</b>`
  expect(pageOf(markup`<p>${inner}${[inner, ' ', 7]}${null}${false}${undefined}</p>`)).toBe(
    `<p>${'<b title="X">X</b>'.repeat(2).replaceAll('X', '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co')} 7</p>`,
  )
})

test('data in a page is JSON whose texts cannot close the script element', () => {
  const nasty = { name: '</script><script>alert(1)</script><!-- \u2028' }
  const page = pageOf(jsonData(nasty))
  expect(page.match(/<\/?script|<!--/g)).toEqual(['<script', '</script'])
  expect(JSON.parse(/>(.*)</s.exec(page)?.[1] ?? '')).toEqual(nasty)
})
