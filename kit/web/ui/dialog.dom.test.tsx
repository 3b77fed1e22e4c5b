/** How a dialog takes the keys, closes, and gives the focus back. */
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { WithState, open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { reauth } from '../client.ts'
import { confirm } from '../feedback.ts'
import { network } from '../network.ts'
import { Dialog, type DialogProps } from './dialog.tsx'

const connected = network.get()
afterEach(() => {
  reauth.set([])
  network.set(connected)
})

function dialog(more: Partial<DialogProps> = {}) {
  const onClose = vi.fn<() => void>()
  const user = open(
    <Dialog title="Đơn" onClose={onClose} {...more}>
      {more.children ?? <p>Nội dung</p>}
    </Dialog>,
  )
  return { user, onClose }
}

test('Esc and the cross close the dialog, a click outside does not', async () => {
  const { user, onClose } = dialog()
  await user.click(document.querySelector('[class*="overlay"]') ?? document.body)
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Đóng' }))
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('Esc answers the question above the dialog first', async () => {
  const { user, onClose } = dialog()
  const answer = confirm({ title: 'Chắc chưa' })
  await screen.findByText('Chắc chưa')
  await user.keyboard('{Escape}')
  expect(await answer).toBe(false)
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('D3-SEC-07: while the password confirmation is open, Esc leaves the dialogs below it open', async () => {
  reauth.set([() => undefined])
  const below = dialog({ above: true })
  await below.user.keyboard('{Escape}')
  expect(below.onClose).not.toHaveBeenCalled()
  document.body.innerHTML = ''
  const asking = dialog({ above: 'all' })
  await asking.user.keyboard('{Escape}')
  expect(asking.onClose).toHaveBeenCalledOnce()
})

test('the focus starts at the marked part, else at the first box, else at the title', () => {
  const focused = (): string => document.activeElement?.textContent || document.activeElement?.id || ''
  dialog({
    children: (
      <>
        <input id="a" />
        <button type="button" data-autofocus>
          Lưu
        </button>
      </>
    ),
  })
  expect(focused()).toBe('Lưu')
  document.body.innerHTML = ''
  dialog({ children: [<input key="a" id="a" disabled />, <input key="b" id="b" />] })
  expect(focused()).toBe('b')
  document.body.innerHTML = ''
  dialog()
  expect(focused()).toBe('Đơn')
})

test('closing returns the focus to where it was', async () => {
  const user = open(
    <WithState first={false}>
      {(isOpen, show) => (
        <>
          <button type="button" onClick={() => show(true)}>
            Mở
          </button>
          {isOpen && (
            <Dialog title="Đơn" onClose={() => show(false)}>
              Nội dung
            </Dialog>
          )}
        </>
      )}
    </WithState>,
  )
  const opener = screen.getByRole('button', { name: 'Mở' })
  await user.click(opener)
  expect(document.activeElement).not.toBe(opener)
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(opener)
})

test('the dialog says that the connection is lost, because it covers the notice of the page', () => {
  network.set({ ...connected, lostSince: 1, waiting: 0 })
  dialog({ footer: <button type="button">Lưu</button> })
  expect(reading().text).toContain('những gì đã nhập vẫn giữ')
  document.body.innerHTML = ''
  network.set({ ...connected, lostSince: 1, waiting: 1 })
  dialog()
  expect(reading().text).toContain('sẽ gửi ngay khi có mạng lại')
  document.body.innerHTML = ''
  network.set(connected)
  dialog()
  expect(reading().text).not.toContain('Mất kết nối')
})
