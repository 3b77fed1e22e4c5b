/** The order form: the server checks it, and its errors are shown at the fields. */
import { sendOrderPath, shopTexts } from '#subjects/sims/contract/shop.ts'
import type { Placed } from '#subjects/sims/contract/calls/sims.ts'
import { showThanks } from './thanks.ts'

type Answer = { data?: Placed; msg?: string; fields?: Record<string, string> }

/** A sent order without an answer, with its key: sending it again makes no second order. */
type Sent = { key: string; body: object }

const keyOf = (sim: string): string => `sent ${sim}`

function unanswered(sim: string): Sent | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(sim)) ?? 'null') as Sent | null
  } catch {
    // Storage can be switched off; then the order is unknown after a reload.
    return null
  }
}

function storeSent(sim: string, sent: Sent | null): void {
  try {
    if (sent) sessionStorage.setItem(keyOf(sim), JSON.stringify(sent))
    else sessionStorage.removeItem(keyOf(sim))
  } catch {
    // As above.
  }
}

/** Whether the order may still be undecided: the server failed or was overloaded. */
const isOpen = (status: number): boolean => status >= 500 || status === 429

/** Sends an order; one without an answer is sent again with its key. Throws when no answer comes. */
async function ask(sim: string, body: object): Promise<{ status: number; answer: Answer }> {
  const key = unanswered(sim)?.key ?? String(crypto.getRandomValues(new BigUint64Array(2)).join('-'))
  storeSent(sim, { key, body })
  const response = await fetch(sendOrderPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Answer
  if (!isOpen(response.status)) storeSent(sim, null)
  return { status: response.status, answer }
}

/** On the page of a number already taken: asks again about an order whose answer was lost. */
export async function askAgain(sim: string): Promise<void> {
  const sent = unanswered(sim)
  if (!sent) return
  const { data } = (await ask(sim, sent.body)).answer
  if (data) showThanks(sim, data)
}

/** Shows the error of each field beside it and focuses the first. Returns their number. */
function mark(form: HTMLFormElement, fields: Readonly<Record<string, string>>): number {
  let first: HTMLElement | null = null
  let marked = 0
  for (const box of form.querySelectorAll<HTMLElement>('[data-field]')) {
    const problem = fields[box.dataset.field ?? '']
    const input = box.querySelector<HTMLElement>('input, textarea')
    const note = box.querySelector<HTMLElement>('.wrong')
    if (note) {
      note.textContent = problem ?? ''
      note.hidden = problem === undefined
    }
    input?.setAttribute('aria-invalid', String(problem !== undefined))
    if (problem === undefined) continue
    first ??= input
    marked += 1
  }
  first?.focus()
  return marked
}

/** Handles the order form of the page, if there is one. */
export function orderForm(): void {
  const form = document.querySelector<HTMLFormElement>('form#order')
  const button = form?.querySelector<HTMLButtonElement>('.send button')
  const note = form?.querySelector<HTMLElement>('#why')
  if (!form || !button || !note) return
  const showMessage = (text: string): void => {
    note.textContent = text
  }
  const send = async (): Promise<void> => {
    const sim = form.dataset.sim ?? ''
    const { status, answer } = await ask(sim, { id: sim, ...Object.fromEntries(new FormData(form)) })
    const { data, msg = '', fields = {} } = answer
    if (status === 200 && data) return showThanks(sim, data)
    const marked = mark(form, fields)
    showMessage(marked > 0 ? `Sửa ${marked} ô để đặt` : msg)
  }
  button.disabled = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    showMessage('')
    send()
      .catch(() => showMessage(shopTexts.lost))
      .finally(() => (button.disabled = false))
  })
}
