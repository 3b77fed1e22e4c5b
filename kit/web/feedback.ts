/** Messages of screens to the user: toasts, alerts, questions, the blocking overlay. The shell renders them. */
import { AppError } from '#kit/contract/error.ts'
import { copied, messages } from '#platform/contract/messages.ts'
import { toClipboard } from './clipboard.ts'
import { createStore } from './store.ts'

/** How long a toast without a time of its own stays, in ms (D1-Q-010, D3-BELL-03). */
export const toastTime = { success: 5_000, failure: 15_000, info: 15_000 } as const

export type Toast = {
  tone: 'success' | 'failure' | 'info'
  text: string
  /** Milliseconds; the default depends on the tone. */
  time?: number
  action?: { label: string; run: () => void }
  /** The person closed it; not called when its time is over. */
  onClose?: () => void
  /** Replaces an earlier toast about the same subject, as 'done' replaces 'running'. */
  about?: string
}

let show: ((toast: Toast) => void) | null = null
/** Called once by the shell, which renders toasts. */
export const onToast = (shower: (toast: Toast) => void): void => {
  show = shower
}

/** A toast at the bottom left. */
export const toast = (tone: Toast['tone'], text: string, more: Omit<Toast, 'tone' | 'text'> = {}): void =>
  show?.({ tone, text, ...more })

/** Tone of a notice in answer to the user's own write: done, unless a provider's status says more (D3-BELL-03). */
export const noticeTone = ({ status }: { status?: string }): Toast['tone'] =>
  status === 'Unknown' ? 'success' : 'info'

/** '[Lỗi]', a line break and the message (D1-ERR-02). */
export const alertText = (text: string): void => toast('failure', `${messages.errorPrefix}\n${text}`)

/** Shows the server's message after `about`, else `fallback` (D1-Q-152); nothing after the session ended. */
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
  /** Asks for a reason in a text box. */
  reason?: { label: string; required: boolean; suggest: readonly string[] }
  /** Runs after the confirmation while the question is open; it stays open when this returns false. */
  work?: () => Promise<boolean>
}
/** The answer is null when cancelled, else the reason, '' when none was given. */
export type OpenQuestion = Question & { answer: (reason: string | null) => void }
/** The open question, shown by the shell. */
export const question = createStore<OpenQuestion | null>(null)

/** Asks and resolves to the reason, null when cancelled. A second question cancels the first. */
export function askForReason(request: Question): Promise<string | null> {
  question.get()?.answer(null)
  return new Promise((resolve) => {
    const open: OpenQuestion = {
      ...request,
      answer: (reason) => {
        // Another question may have replaced it meanwhile.
        if (question.get() === open) question.set(null)
        resolve(reason)
      },
    }
    question.set(open)
  })
}

/** Asks and resolves to whether the user confirmed. */
export const confirm = async (request: Question): Promise<boolean> => (await askForReason(request)) !== null

/** Asks and runs `work` while the question is open; after a failure, whose message names `about`, it stays open. */
export const confirmDoing = (
  request: Question & { about: string; fallback?: string },
  work: () => Promise<unknown>,
): Promise<boolean> =>
  confirm({
    ...request,
    work: async () => {
      try {
        await work()
        return true
      } catch (error) {
        showError(error, request.fallback, request.about)
        return error instanceof AppError && error.code === 'UNAUTHENTICATED'
      }
    },
  })

/** Asks before closing a dialog with unsaved changes. */
export const leaveTyped = (): Promise<boolean> =>
  confirm({
    title: 'Đóng mà không lưu',
    body: 'Những gì đã nhập sẽ mất.',
    confirmLabel: 'Không lưu',
    cancelLabel: 'Nhập tiếp',
    danger: true,
  })

/** Number of running blocking calls; the overlay is shown while it is above 0 (D1-SHELL-36). */
export const blocking = createStore(0)

/** Runs `work` under the overlay. */
export async function blockWhile<T>(work: () => Promise<T>): Promise<T> {
  blocking.set((now) => now + 1)
  try {
    return await work()
  } finally {
    blocking.set((now) => now - 1)
  }
}

/** Copies the text and shows a toast (D1-MASK-04, D1-Q-159, D2-ERR-11); `name` replaces a long text in it. */
export async function copyText(text: string, name = text, html?: string): Promise<void> {
  // Refused: the toast shows the text to copy by hand.
  if (await toClipboard(text, html)) toast('success', copied(name))
  else toast('failure', `${messages.copyFailed}: ${text}`)
}
