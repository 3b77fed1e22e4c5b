/** A choice from a list: searching without diacritics, the keys, and what is chosen. */
import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { Picker, type PickerProps } from './picker.tsx'

const names = ['Đặng An', 'Bình', 'An', 'Chi', 'Dung', 'Giang', 'Hà', 'Khánh', 'Lan An']
const many = names.map((label, index) => ({
  value: `v${index}`,
  label,
  ...(label === 'Chi' && { note: 'hoa' }),
}))

function picker(props: Partial<PickerProps> = {}) {
  const [onChange, onClose] = [vi.fn<(value: string) => void>(), vi.fn<() => void>()]
  const user = open(
    <Picker
      options={many}
      value=""
      onChange={onChange}
      onClose={onClose}
      label="Người"
      placeholder="Chọn"
      {...props}
    />,
  )
  return { user, onChange, onClose, field: screen.getByRole('button', { name: /^Người/ }) }
}
const options = (): (string | null)[] => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('a long list is searched without diacritics, the exact name comes first, and Enter chooses it', async () => {
  const { user, field, onChange, onClose } = picker()
  await user.click(field)
  await user.keyboard('an')
  expect(options().slice(0, 1)).toEqual(['An'])
  expect(options()).toEqual(expect.arrayContaining(['Đặng An', 'Lan An', 'Giang']))
  expect(options()).not.toContain('Bình')
  await user.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('v2')
  expect(onClose).toHaveBeenCalled()
})

test('notes are searched too, and an empty result says so', async () => {
  const { user, field } = picker()
  await user.click(field)
  await user.keyboard('hoa')
  expect(options()).toEqual(['Chihoa'])
  await user.keyboard('x')
  expect(screen.getByText('Không tìm thấy')).not.toBeNull()
})

test('in a form a short list gets its search box once a letter is typed', async () => {
  const { user, field } = picker({ options: many.slice(0, 3), control: { id: 'nguoi' } })
  await user.click(field)
  expect(screen.queryByRole('combobox')).toBeNull()
  await user.keyboard('b')
  expect(options()).toEqual(['Bình'])
})

test('in a filter bar a typed letter may be a key of the screen and does not open the list', async () => {
  const { user, field } = picker({ options: many.slice(0, 3) })
  field.focus()
  await user.keyboard('b')
  expect(options()).toEqual([])
})

test('Escape keeps the value, and the field has the focus again', async () => {
  const { user, field, onChange } = picker({ value: 'v1' })
  await user.click(field)
  await user.keyboard('{Escape}')
  expect([options(), onChange.mock.calls]).toEqual([[], []])
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-label')).toBe('Người Bình')
})

test('a named empty value is the first entry; a list opened by typing starts with that text', async () => {
  const { user, onChange } = picker({ emptyLabel: 'Tất cả', open: true, typed: 'tat' })
  expect(options()).toEqual(['Tất cả'])
  await user.click(screen.getByRole('option', { name: 'Tất cả' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('')
})

/** A picker in a form; counts how often it is sent. */
function inForm(value: string, among = many) {
  const saved = vi.fn<() => void>()
  const onChange = vi.fn<(value: string) => void>()
  const user = open(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saved()
      }}
    >
      <Picker options={among} value={value} onChange={onChange} label="Người" control={{ id: 'nguoi' }} />
    </form>,
  )
  screen.getByRole('button', { name: /^Người/ }).focus()
  return { user, saved, onChange }
}

test('D3-GRID-09: Enter saves the form when something is chosen, and opens the list otherwise', async () => {
  const chosen = inForm('v1')
  await chosen.user.keyboard('{Enter}')
  expect([chosen.saved.mock.calls.length, options()]).toEqual([1, []])
  cleanup()
  const empty = inForm('')
  await empty.user.keyboard('{Enter}')
  expect(empty.saved).not.toHaveBeenCalled()
  expect(options()).toHaveLength(many.length)
})

test('in the open list Enter chooses the marked entry and does not save', async () => {
  // Of a short list the field keeps the keys.
  const { user, saved, onChange } = inForm('v1', many.slice(0, 3))
  await user.keyboard(' ')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('v2')
  expect([saved.mock.calls.length, options()]).toEqual([0, []])
})

test('arrow keys start at the value and wrap around', async () => {
  const { user, field, onChange } = picker({ value: 'v8' })
  await user.click(field)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('v0')
})

test('a text that matches no entry chooses nothing; reopening shows the whole list', async () => {
  const { user, field, onChange } = picker()
  await user.click(field)
  await user.keyboard('zz{Enter}')
  expect(onChange).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  await user.click(field)
  expect(options()).toHaveLength(many.length)
})

test('Tab closes the list and moves on from its field', async () => {
  const { user, field, onClose } = picker()
  await user.click(field)
  await user.keyboard('{Tab}')
  expect(options()).toEqual([])
  expect([onClose.mock.calls.length, document.activeElement === field]).toEqual([1, false])
})
