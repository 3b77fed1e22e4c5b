/** Setting up the second factor, step by step (D3-SEC-06). */
import { useState } from 'react'
import {
  beginFactor,
  factorDraft,
  finishFactor,
  type FactorDraft,
} from '../../contract/workflows/second-factor.ts'
import { send } from '../kit/client.ts'
import { useForm } from '../kit/form/use-form.ts'
import { refresh } from '../kit/query.ts'
import { useAction } from '../kit/use-action.ts'

type SetUpStep = 'begin' | 'scan' | 'keep'

export function useFactorSetUp() {
  const [draft, setDraft] = useState<FactorDraft | null>(null)
  const [finished, setFinished] = useState(false)
  const begin = useAction(async (idempotencyKey) => {
    await send(beginFactor, {}, { idempotencyKey, quiet: true })
    setDraft(await send(factorDraft, {}))
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
