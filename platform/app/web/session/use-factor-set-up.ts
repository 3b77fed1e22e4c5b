/** Setting up the second factor, step by step (D3-SEC-06). */
import { useState } from 'react'
import {
  beginFactor,
  factorDraft,
  finishFactor,
  factorTexts,
  type FactorDraft,
} from '#subjects/people/contract/calls/second-factor.ts'
import { send } from '#kit/web/client.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { refresh } from '#kit/web/query.ts'

type SetUpStep = 'begin' | 'scan' | 'keep'

/** `replaces`: a device that is in use, of which a code is asked for first. */
export function useFactorSetUp(replaces: boolean) {
  const [draft, setDraft] = useState<FactorDraft | null>(null)
  const [finished, setFinished] = useState(false)
  const begin = useForm({
    start: { code: '' },
    check: ({ code }) => ({ ...(replaces && code.trim() === '' && { code: factorTexts.ownCode }) }),
    isDirty: () => false,
    fallbackField: 'code',
    save: async ({ code }, { key }) => {
      await send(beginFactor, { code }, { idempotencyKey: key, quiet: true })
      setDraft(await send(factorDraft, {}))
    },
  })
  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({
      ...(code.trim() === '' && { code: 'Nhập mã đang hiện trên điện thoại' }),
    }),
    isDirty: () => false,
    fallbackField: 'code',
    save: async ({ code }, { key }) => {
      await send(finishFactor, { code }, { idempotencyKey: key, quiet: true })
      setFinished(true)
      await refresh('users')
    },
  })
  const step: SetUpStep = finished ? 'keep' : draft ? 'scan' : 'begin'
  return { step, draft, begin, form }
}
