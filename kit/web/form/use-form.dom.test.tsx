/** A form: what it sends and with which key and version, and where each refusal is shown. */
import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { f } from '#kit/contract/field.ts'
import { messages } from '#platform/contract/messages.ts'
import { notices, open, reading, hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { question } from '../feedback.ts'
import { isUnsaved } from '../tab-state.tsx'
import { Button } from '../ui/button.tsx'
import { FormField } from './form-field.tsx'
import { FormLine } from './form-line.tsx'
import { useForm, type FormOptions } from './use-form.ts'

type Values = { phone: string; price: string; note: string }
const start: Values = { phone: '', price: '', note: '' }
const fields: ReturnType<NonNullable<FormOptions<Values>['fields']>> = [
  ['phone', f.phone({ label: 'Số', required: true })],
  ['price', f.money({ label: 'Giá', price: true })],
  ['note', f.text({ label: 'Ghi chú' })],
]
type Save = FormOptions<Values>['save']

function Example(options: Partial<FormOptions<Values>>) {
  const form = useForm<Values>({ start, fields: () => fields, save: async () => undefined, ...options })
  return (
    <form {...form.element}>
      {fields.map(([name]) => (
        <FormField key={name} form={form} name={name} />
      ))}
      <FormLine form={form} />
      {form.current && <p>Bây giờ: {String(form.current.note)}</p>}
      <Button type="submit" busy={form.busy}>
        Lưu
      </Button>
    </form>
  )
}

function form(save: Save = async () => undefined, options: Partial<FormOptions<Values>> = {}) {
  const saved = vi.fn(save)
  const user = open(<Example save={saved} {...options} />)
  const box = (name: string) =>
    screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
  return { user, saved, box, submit: () => user.click(screen.getByRole('button', { name: 'Lưu' })) }
}
const refusing =
  (...args: ConstructorParameters<typeof AppError>) =>
  async () => {
    throw new AppError(...args)
  }
/** Keys of the attempts. */
const keysOf = (saved: { mock: { calls: Parameters<Save>[] } }): string[] =>
  saved.mock.calls.map(([, { key }]) => key)

test('values are sent as their fields read them; an empty required field is marked and the form not sent', async () => {
  const { user, saved, box, submit } = form()
  await submit()
  expect(saved).not.toHaveBeenCalled()
  expect(box('Số').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(box('Số'))
  expect(reading().text).toContain(messages.missingField)
  await user.keyboard('0912 345 678')
  expect(box('Số').getAttribute('aria-invalid')).toBeNull()
  expect(reading().text).not.toContain(messages.missingField)
  await user.type(box('Giá'), '90000{Enter}')
  expect(saved.mock.calls[0]?.[1].read).toEqual({ phone: '912345678', price: 90_000, note: null })
})

test('an invalid value is marked when its box is left, and again when the form is sent', async () => {
  const { user, saved, box, submit } = form()
  await user.type(box('Số'), '123')
  expect(screen.queryAllByRole('alert')).toEqual([])
  await user.tab()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  await submit()
  expect(saved).not.toHaveBeenCalled()
})

test("the server's refusal of a field is shown under it until the field changes", async () => {
  const toasts = notices()
  const { user, box, submit } = form(refusing('VALIDATION', 'Dữ liệu sai', { fields: { note: 'Quá dài' } }))
  await user.type(box('Số'), '0912345678')
  await submit()
  expect(reading().text).toContain('Quá dài')
  expect(reading().text).toContain('Dữ liệu sai')
  expect(document.activeElement).toBe(box('Ghi chú'))
  await user.type(box('Ghi chú'), 'x')
  expect(reading().text).not.toContain('Quá dài')
  expect(reading().text).not.toContain('Dữ liệu sai')
  expect(toasts).toEqual([])
})

test('a refusal without a field is a notice, or is shown under the field chosen for it', async () => {
  const toasts = notices()
  const plain = form(refusing('FORBIDDEN', 'Không có quyền'))
  await plain.user.type(plain.box('Số'), '0912345678{Enter}')
  expect(toasts.at(-1)).toContain('Không có quyền')
  document.body.innerHTML = ''
  const under = form(refusing('FORBIDDEN', 'Sai mật khẩu'), { fallbackField: 'note' })
  await under.user.type(under.box('Số'), '0912345678{Enter}')
  expect(under.box('Ghi chú').getAttribute('aria-invalid')).toBe('true')
  expect(reading().text).toContain('Sai mật khẩu')
  expect(toasts).toHaveLength(1)
})

test('D1-Q-166: after somebody else’s change their row is shown, and saving again uses its version and a new key', async () => {
  const answers = [
    refusing('CONFLICT', 'An đã sửa', { current: { note: 'của An', version: 7 } }),
    async () => undefined,
  ]
  const { user, saved, box, submit } = form(() => answers.shift()?.() ?? Promise.resolve(), {
    row: { version: 3 },
  })
  await user.type(box('Số'), '0912345678')
  await submit()
  expect(reading().text).toContain('Bây giờ: của An')
  await submit()
  expect(saved.mock.calls.map(([, { version }]) => version)).toEqual([3, 7])
  expect(saved.mock.calls[1]?.[1].current).toMatchObject({ version: 7 })
  expect(new Set(keysOf(saved)).size).toBe(2)
})

test('the same values are sent with the same key until they are saved, so that a lost answer writes nothing twice', async () => {
  notices()
  let lost = true
  const { user, saved, box, submit } = form(async () => {
    if (lost) throw new AppError('INTERNAL', 'Mất kết nối')
  })
  await user.type(box('Số'), '0912345678')
  await submit()
  await submit()
  lost = false
  await submit()
  await submit()
  await user.type(box('Ghi chú'), 'x')
  await submit()
  const [first, second, third, fourth, fifth] = keysOf(saved)
  expect([second, third]).toEqual([first, first])
  expect(new Set([third, fourth, fifth]).size).toBe(3)
})

test('a second Enter while the server answers sends nothing', async () => {
  const answers: ((value: unknown) => void)[] = []
  const { user, saved, box, submit } = form(() => new Promise((done) => answers.push(done)))
  await user.type(box('Số'), '0912345678{Enter}{Enter}')
  expect(saved).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Lưu' }).getAttribute('aria-busy')).toBe('true')
  answers[0]?.(null)
  await vi.waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull())
  await submit()
  expect(saved).toHaveBeenCalledTimes(2)
})

test('a held Enter key sends once', async () => {
  const { box } = form()
  const sends = (repeat: boolean): boolean => fireEvent.keyDown(box('Số'), { key: 'Enter', repeat })
  expect([sends(false), sends(true), sends(true)]).toEqual([true, false, false])
})

test('D3-GRID-10: a price far from the former one is asked about once; answering no sends nothing', async () => {
  notices()
  const questions: string[] = []
  const replies = [null, '']
  onTestFinished(
    question.subscribe(() => {
      const now = question.get()
      if (!now) return
      questions.push(now.body ?? '')
      now.answer(replies.shift() ?? null)
    }),
  )
  const { user, saved, box, submit } = form(refusing('INTERNAL', 'Lỗi'), { row: { price: 90_000 } })
  await user.type(box('Số'), '0912345678')
  await user.type(box('Giá'), '900')
  await submit()
  expect(questions).toEqual([expect.stringContaining('Giá từ 90,000')])
  expect(saved).not.toHaveBeenCalled()
  await submit()
  await submit()
  expect([questions.length, saved.mock.calls.length]).toEqual([2, 2])
})

test('typing marks the tab as unsaved, restoring the old text removes the mark', async () => {
  const { user, box } = form()
  await user.type(box('Ghi chú'), 'x')
  expect(isUnsaved('dashboard')).toBe(true)
  await user.clear(box('Ghi chú'))
  expect(isUnsaved('dashboard')).toBe(false)
})

test('an error of a field that is not on screen is shown once as a notice', async () => {
  const toasts = notices()
  const hook = hookInPage(() => useForm<Values>({ start, fields: () => fields, save: async () => undefined }))
  await vi.waitFor(() => hook.current.submit())
  await vi.waitFor(() => hook.current.submit())
  expect(toasts).toEqual([expect.stringContaining(messages.missingField)])
})
