/** What a screen says to the person: toasts, alerts, questions, the blocking overlay. The shell shows them. */
import { AppError } from '../../contract/kit/error.ts'
import { copied, messages } from '../../contract/messages.ts'
import { createStore } from './store.ts'

/** Toasts of the application stay 15 s; the container's default of 5 s is for those without a time (D1-Q-010). */
export const toastTime = { application: 15_000, container: 5_000 } as const

export type Toast = {
  tone: 'success' | 'failure' | 'info'
  text: string
  /** Milliseconds; 15 s when left out. */
  time?: number
  action?: { label: string; run: () => void }
  /** Takes the place of an earlier toast of the same subject, as what is done that of what was being done. */
  about?: string
}

let show: ((toast: Toast) => void) | null = null
/** Called once by the shell, which owns the toasts. */
export const onToast = (shower: (toast: Toast) => void): void => {
  show = shower
}

/** A toast at the bottom left. */
export const toast = (tone: Toast['tone'], text: string, more: Omit<Toast, 'tone' | 'text'> = {}): void =>
  show?.({ tone, text, ...more })

/** '[Lỗi]', a line break and the sentence (D1-ERR-02). */
export const alertText = (text: string): void => toast('failure', `${messages.errorPrefix}\n${text}`)

/**
 * Shows what went wrong with a call: the server's sentence, behind what it is about, else `fallback`, else the general one
 * (D1-Q-152). Says nothing for a session that ended: the sign-in over the page speaks for it.
 */
export function showError(error: unknown, fallback?: string, about?: string): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (!(error instanceof AppError)) {
    reportError(error)
    toast('failure', fallback ?? messages.unknownError)
    return
  }
  if (error.code === 'UNAUTHENTICATED') return
  if (fallback && error.message === messages.unknownError) toast('failure', fallback)
  else alertText(about ? `${about}: ${error.message}` : error.message)
}

export type Question = {
  title: string
  body?: string
  confirmLabel?: string
  cancelLabel?: string
  danger?: boolean
  /** Asks why, in a box of its own. */
  reason?: { label: string; required: boolean; suggest: readonly string[] }
  /** Done on a yes while the question stands; it stays open where this answers false. */
  work?: () => Promise<boolean>
}
/** The answer is null for no, else the reason, which is empty where none was given. */
export type OpenQuestion = Question & { answer: (said: string | null) => void }
/** The open question, shown by the shell. */
export const question = createStore<OpenQuestion | null>(null)

/** Asks and answers what was said, null being no. A second question waits for nobody: the first counts as no. */
export function askWhy(asked: Question): Promise<string | null> {
  question.get()?.answer(null)
  return new Promise((resolve) => {
    const open: OpenQuestion = {
      ...asked,
      answer: (said) => {
        // Another one may have taken its place while the work was done.
        if (question.get() === open) question.set(null)
        resolve(said)
      },
    }
    question.set(open)
  })
}

/** Asks and answers whether the person agreed. */
export const confirm = async (asked: Question): Promise<boolean> => (await askWhy(asked)) !== null

/** Asks, and does it while the question stands: where that fails it stays open, and the failure names `about`. */
export const confirmDoing = (
  asked: Question & { about: string; fallback?: string },
  work: () => Promise<unknown>,
): Promise<boolean> =>
  confirm({
    ...asked,
    work: async () => {
      try {
        await work()
        return true
      } catch (error) {
        showError(error, asked.fallback, asked.about)
        return error instanceof AppError && error.code === 'UNAUTHENTICATED'
      }
    },
  })

/** Asks before a dialog in which something was typed is closed. */
export const leaveTyped = (): Promise<boolean> =>
  confirm({
    title: 'Đóng mà không lưu',
    body: 'Những gì đã nhập sẽ mất.',
    confirmLabel: 'Không lưu',
    cancelLabel: 'Nhập tiếp',
    danger: true,
  })

/** How many blocking calls run; the overlay shows while it is not 0 (D1-SHELL-36). */
export const blocking = createStore(0)

/** Runs `work` with the overlay over the page. */
export async function blockWhile<T>(work: () => Promise<T>): Promise<T> {
  blocking.set((now) => now + 1)
  try {
    return await work()
  } finally {
    blocking.set((now) => now - 1)
  }
}

/** Copies what is shown and says so (D1-MASK-04, D1-Q-159, D2-ERR-11); `name` stands for a text of many lines. */
export async function copyText(text: string, name = text): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('success', copied(name))
  } catch {
    // The browser refused the clipboard: the text is said, so that it can be copied by hand.
    toast('failure', `${messages.copyFailed}: ${text}`)
  }
}
