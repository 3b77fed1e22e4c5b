/** Signing in, and confirming that it is oneself: what is sent, what is refused, and who gives up (D1-SESS, D3-SEC-06, D3-SEC-07). */
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { texts as confirmTexts } from '#platform/contract/calls/confirm-session.ts'
import { texts } from '#platform/contract/calls/session.ts'
import { stubCalls } from '#test/sent.ts'
import { reauth } from '#kit/web/client.ts'
import { session } from '#kit/web/session.ts'
import { currentToken, dropToken, storeToken } from '#kit/web/token.ts'
import { notices, open, reading } from '../shell/page.fixture.tsx'
import { signIn } from '../shell/reading.fixture.tsx'
import { LoginForm } from './login-form.tsx'

const box = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name)
const refused = (code: 'UNAUTHENTICATED' | 'SECOND_FACTOR' | 'VALIDATION', words: string) => () => {
  throw new AppError(code, words)
}
afterEach(() => {
  dropToken()
  reauth.set([])
})

function login(answer: () => unknown) {
  const sent = stubCalls(answer)
  const user = open(<LoginForm over={false} />)
  return { user, sent, press: () => user.click(screen.getByRole('button', { name: 'Đăng nhập' })) }
}

test('D1-Q-027: nothing is sent without a name and a password', async () => {
  const { user, sent, press } = login(() => null)
  await press()
  expect(reading().text).toContain('Nhập tên đăng nhập')
  expect(reading().text).toContain('Nhập mật khẩu')
  expect(document.activeElement).toBe(await box(/Tên đăng nhập/))
  await user.keyboard('an')
  await press()
  expect(reading().text).not.toContain('Nhập tên đăng nhập')
  expect(sent).toEqual([])
})

test('D1-Q-027: a wrong password is marked under its box, and the user name is sent without surrounding blanks', async () => {
  const toasts = notices()
  const { user, sent } = login(refused('UNAUTHENTICATED', 'Sai tên hoặc mật khẩu'))
  await user.type(await box(/Tên đăng nhập/), ' an ')
  await user.type(await box(/^Mật khẩu/), ' x {Enter}')
  await vi.waitFor(() => expect(reading().text).toContain('Sai tên hoặc mật khẩu'))
  expect(sent[0]?.body).toEqual({ username: 'an', password: ' x ' })
  expect(toasts).toEqual([])
})

/** The form over the page of a session that has ended. */
function Ended() {
  useState(() => session.set((now) => ({ ...now, status: 'expired' }) as ReturnType<typeof session.get>))
  return <LoginForm over />
}

test('D1-SESS: over an ended session the user name is filled in, only the password is left to type, and the reason is shown', async () => {
  const sent = stubCalls(refused('UNAUTHENTICATED', 'Sai tên hoặc mật khẩu'))
  const user = open(<Ended />)
  expect((await box(/Tên đăng nhập/)).value).toBe('a')
  expect(document.activeElement).toBe(await box(/^Mật khẩu/))
  expect(reading().text).toContain(messages.sessionEnded)
  await user.keyboard('x{Enter}')
  await vi.waitFor(() => expect(sent[0]?.body).toEqual({ username: 'a', password: 'x' }))
})

test('D3-SEC-06: a right password with a second factor asks for the code and sends both; going back asks for name and password again', async () => {
  const answers = [refused('SECOND_FACTOR', 'Cần mã'), refused('SECOND_FACTOR', 'Mã sai')]
  const { user, sent, press } = login(() => answers.shift()?.())
  await user.type(await box(/Tên đăng nhập/), 'an')
  await user.type(await box(/^Mật khẩu/), 'x{Enter}')
  const code = await box(/Mã xác thực/)
  await press()
  expect(reading().text).toContain(texts.codeWanted)
  expect(sent).toHaveLength(1)
  await user.type(code, '123456{Enter}')
  await vi.waitFor(() => expect(reading().text).toContain('Mã sai'))
  expect(sent[1]?.body).toEqual({ username: 'an', password: 'x', code: '123456' })
  await user.click(screen.getByRole('button', { name: 'Quay lại' }))
  expect((await box(/Tên đăng nhập/)).value).toBe('an')
})

/** A lock that is always free: those of a page of tests need a page of the server. */
const free = { request: (_: string, work: () => Promise<unknown>) => work() }
beforeAll(() => void Object.defineProperty(navigator, 'locks', { value: free, configurable: true }))
afterAll(() => void Reflect.deleteProperty(navigator, 'locks'))

let answered: boolean[] = []
function confirming(answer: () => unknown, hasFactor = false) {
  answered = []
  storeToken('old', 60)
  const sent = stubCalls(answer)
  signIn()
  session.set({ ...session.get(), hasFactor } as never)
  reauth.set([(yes) => answered.push(yes), (yes) => answered.push(yes)])
  // The page shows it as soon as a call waits.
  const user = open(null)
  /** The button is outside of the form, where a page of tests finds none for Enter. */
  const submit = async () => user.click(await screen.findByRole('button', { name: /^Xác nhận/ }))
  return { user, sent, submit }
}

test('D3-SEC-07: entering the password confirms every waiting call, and the new token replaces the old one', async () => {
  const renewed = { access_token: 'new', expires_in: 60 }
  const { user, sent, submit } = confirming(() => ({ expires_in: 600, renewed }))
  await user.type(await box(/^Mật khẩu/), 'x')
  await submit()
  await vi.waitFor(() => expect(answered).toEqual([true, true]))
  expect(sent[0]).toMatchObject({ path: '/api/v1/session/confirm', body: { password: 'x', renew: true } })
  expect(currentToken()).toBe('new')
})

test('D3-SEC-07: nothing is sent without a password; a wrong one is marked, and the calls keep waiting', async () => {
  const { user, sent, submit } = confirming(refused('VALIDATION', confirmTexts.wrongPassword))
  await submit()
  expect(reading().text).toContain(confirmTexts.missingPassword)
  expect(sent).toEqual([])
  await user.type(await box(/^Mật khẩu/), 'y')
  await submit()
  await vi.waitFor(() => expect(reading().text).toContain(confirmTexts.wrongPassword))
  expect(answered).toEqual([])
})

test('D3-SEC-07: cancelling refuses every waiting call, also if an answer would still confirm them', async () => {
  const answers: ((value: unknown) => void)[] = []
  const { user, submit } = confirming(() => new Promise((done) => answers.push(done)))
  await user.type(await box(/^Mật khẩu/), 'x')
  await submit()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: /^Huỷ/ }))
  expect(answered).toEqual([false, false])
  reauth.set([(yes) => answered.push(yes)])
  answers[0]?.({ expires_in: 600 })
  await new Promise((done) => setTimeout(done, 0))
  expect(answered).toEqual([false, false])
})

test('D3-SEC-07: a new token that arrives after signing out is ended', async () => {
  const renewed = { access_token: 'new', expires_in: 60 }
  const { user, sent, submit } = confirming(() => {
    dropToken()
    return { expires_in: 600, renewed }
  })
  await user.type(await box(/^Mật khẩu/), 'x')
  await submit()
  await vi.waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ path: '/api/v1/auth/logout', body: { accessToken: 'new' } }),
  )
  expect(currentToken()).toBeNull()
})

test('D3-SEC-06: with a second factor its code confirms, or the password instead', async () => {
  const { user, sent, submit } = confirming(() => ({ expires_in: 600 }), true)
  await submit()
  expect(reading().text).toContain(confirmTexts.missingCode)
  await user.click(screen.getByRole('button', { name: 'Dùng mật khẩu' }))
  await user.type(await box(/^Mật khẩu/), 'x')
  await submit()
  await vi.waitFor(() => expect(answered).toEqual([true, true]))
  expect(sent[0]?.body).toEqual({ password: 'x', renew: true })
})
