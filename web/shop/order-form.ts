/** The order form: the server judges what is typed, and each of its refusals stands where it belongs. */
import { sendOrderPath, shopTexts } from '../../contract/shop.ts'
import type { Placed } from '../../contract/workflows/sims.ts'
import { thank } from './thanks.ts'

type Answer = { data?: Placed; msg?: string; fields?: Record<string, string> }

async function ask(body: object): Promise<{ status: number; answer: Answer }> {
  const response = await fetch(sendOrderPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, answer: (await response.json()) as Answer }
}

/** Why each field was refused, beside it; the first of them gets the focus. Answers how many. */
function mark(form: HTMLFormElement, fields: Readonly<Record<string, string>>): number {
  let first: HTMLElement | null = null
  let marked = 0
  for (const box of form.querySelectorAll<HTMLElement>('[data-field]')) {
    const why = fields[box.dataset.field ?? '']
    const input = box.querySelector<HTMLElement>('input, textarea')
    const note = box.querySelector<HTMLElement>('.wrong')
    if (note) {
      note.textContent = why ?? ''
      note.hidden = why === undefined
    }
    input?.setAttribute('aria-invalid', String(why !== undefined))
    if (why === undefined) continue
    first ??= input
    marked += 1
  }
  first?.focus()
  return marked
}

/** Takes over the form of the page, if there is one. */
export function orderForm(): void {
  const form = document.querySelector<HTMLFormElement>('form#order')
  const button = form?.querySelector<HTMLButtonElement>('.send button')
  const note = form?.querySelector<HTMLElement>('#why')
  if (!form || !button || !note) return
  const say = (text: string): void => {
    note.textContent = text
  }
  const send = async (): Promise<void> => {
    const sim = form.dataset.sim ?? ''
    const { status, answer } = await ask({ id: sim, ...Object.fromEntries(new FormData(form)) })
    const { data, msg = '', fields = {} } = answer
    if (status === 200 && data) return thank(sim, data)
    const marked = mark(form, fields)
    say(marked > 0 ? `Sửa ${marked} ô để đặt` : msg)
  }
  button.disabled = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    say('')
    send()
      .catch(() => say(shopTexts.lost))
      .finally(() => (button.disabled = false))
  })
}
