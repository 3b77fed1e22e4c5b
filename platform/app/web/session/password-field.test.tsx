/** What browsers and password managers meet in the boxes of passwords. */
import { readFileSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useForm } from '#kit/web/form/use-form.ts'
import { PasswordField } from './password-field.tsx'

function Both() {
  const form = useForm({ start: { password: '', next: '' }, check: () => ({}), save: async () => undefined })
  return (
    <>
      <PasswordField form={form} name="password" label="Mật khẩu" kind="current-password" />
      <PasswordField form={form} name="next" label="Mật khẩu mới" kind="new-password" />
    </>
  )
}

test('a password is hidden while typed, and a password manager finds its box by name and type (D1-SESS-02)', () => {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <Both />
    </MantineProvider>,
  )
  const boxes = [...markup.matchAll(/<input[^>]*>/g)].map(([box]) => box)
  expect(boxes).toHaveLength(2)
  for (const box of boxes) expect(box).toContain('type="password"')
  expect(boxes[0]).toMatch(
    /name="password".*autoComplete="current-password"|autoComplete="current-password".*name="password"/i,
  )
  expect(boxes[1]).toMatch(/autoComplete="new-password"/i)
})

test('pasting into a password box is allowed', () => {
  const web = join(import.meta.dirname, '..')
  const files = globSync('**/*.tsx', { cwd: web }).filter((file) => !file.includes('.test.'))
  const texts = files.map((file) => [file, readFileSync(join(web, file), 'utf8')] as const)
  const boxes = texts.filter(([, text]) => /type=\{[^}]*'password'/.test(text))
  expect(boxes.map(([file]) => file)).toEqual(
    expect.arrayContaining(['session/password-field.tsx', 'session/profile-screen.tsx']),
  )
  expect(boxes.filter(([, text]) => /\bon(Before)?(Paste|Copy|Drop|Input)\b/.test(text))).toEqual([])
})
