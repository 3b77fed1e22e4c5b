/** The secrets of one account, read when the dialog opens and not cached (D2-Q-192, D3-SEC-02). */
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { copied, messages } from '#platform/contract/messages.ts'
import {
  secretFields,
  systemaccount,
  type SecretField,
} from '#subjects/settings/contract/lists/systemaccount.ts'
import { toClipboard } from '#kit/web/clipboard.ts'
import { showError, toast } from '#kit/web/feedback.ts'
import { callsOf } from '#kit/web/resource-api.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import css from './secret-dialog.module.css'

type Secret = Readonly<Record<SecretField, string>>

async function copy(label: string, text: string): Promise<void> {
  // The toast names the field instead of the secret, as it stays on screen.
  if (await toClipboard(text)) toast('success', copied(label.toLowerCase()))
  else toast('failure', messages.copyFailed)
}

export function SecretDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    callsOf<Secret, unknown>(systemaccount)
      .one(id, { signal: abort.signal })
      .then(setSecret)
      .catch((error: unknown) => {
        if (abort.signal.aborted) return
        showError(error)
        onClose()
      })
    return () => abort.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Asked once: each look is an entry in the trail.
  }, [id])
  return (
    <Dialog title={name} note="Lần xem này đã được ghi lại" onClose={onClose}>
      <dl className={css.secrets}>
        {secretFields.map((field) => {
          const { label } = systemaccount.fields[field]
          return (
            <div key={field}>
              <dt>{label}</dt>
              <dd>
                <code>{secret?.[field] ?? '…'}</code>
                {secret && (
                  <IconButton
                    label={`Copy ${label.toLowerCase()}`}
                    onClick={() => void copy(label, secret[field])}
                  >
                    <IconCopy size={16} stroke={1.9} />
                  </IconButton>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </Dialog>
  )
}
