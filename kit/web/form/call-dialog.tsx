/** The form of a call and its dialog: draws the fields of the call, sends it, and closes after success. */
import type { ReactNode } from 'react'
import type { CacheKey } from '#platform/contract/channels.ts'
import type { AnswerOf, Call, InputOf } from '#kit/contract/call.ts'
import { send } from '../client.ts'
import { refresh } from '../query.ts'
import { markOwn } from '../resource/held-rows.ts'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import { FormField } from './form-field.tsx'
import { startOf, type Fields, type ReadValues, type Typed } from './form-rules.ts'
import { useForm, type Form, type FormOptions } from './use-form.ts'

/** Values of the fields that a call asks for, with `M` besides. */
type TypedFor<C extends Call, M> = Record<keyof C['asks'] & string, string> & M

/** The id in the path and the version are those of the row. */
type Sent<C extends Call> = C extends Call ? Omit<InputOf<C>, 'id' | 'version'> & { id?: string } : never

type Options<C extends Call, V extends Typed, M> = Partial<Omit<FormOptions<V>, 'start' | 'save'>> & {
  /** Values besides those of the asked fields, or instead of the row's. */
  start?: M
  /** The input sent; by default the typed values. Null sends nothing. */
  input?: (values: V, read: ReadValues) => Sent<C> | null | Promise<Sent<C> | null>
  /** Lists that are read again after the call, before the dialog closes. */
  refreshes?: readonly CacheKey[]
  quiet?: boolean
  /** Runs before the lists are read again. */
  onAnswer?: (answer: AnswerOf<C>, read: ReadValues) => unknown
  onDone?: (answer: AnswerOf<C>) => unknown
}

/** State of the form of a call, with the fields it asks for unless `fields` says which. */
export function useCallForm<C extends Call, M extends Typed = Record<never, never>>(
  call: C,
  options: Options<C, TypedFor<C, M>, M>,
): Form<TypedFor<C, M>> {
  const { start, input, refreshes = [], quiet = false, onAnswer, onDone, row = null, ...rules } = options
  type V = TypedFor<C, M>
  const fields = Object.entries(call.asks) as unknown as Fields<keyof V & string>
  return useForm<V>({
    fields: () => fields,
    ...rules,
    row,
    start: { ...startOf(fields, row), ...start } as V,
    save: async (values, { key, read, version }) => {
      const sent = input ? await input(values, read) : values
      if (sent === null) return
      const of = {
        ...(row && call.path.includes('/:id') && { id: row.id }),
        ...(version !== undefined && { version }),
      }
      const answer = await send(call, { ...sent, ...of } as InputOf<C>, { idempotencyKey: key, quiet })
      if (typeof row?.id === 'string') markOwn([row.id])
      await onAnswer?.(answer, read)
      await refresh(...refreshes)
      await onDone?.(answer)
    },
  })
}

type CallDialogProps<C extends Call, M extends Typed> = Omit<Options<C, TypedFor<C, M>, M>, 'onDone'> &
  Omit<FormDialogProps<TypedFor<C, M>>, 'form' | 'children' | 'ready'> & {
    call: C
    ready?: (values: TypedFor<C, M>) => boolean
    /** Its fields, one below the other by default. */
    children?: (form: Form<TypedFor<C, M>>) => ReactNode
  }

/** The dialog of a call. */
export function CallDialog<C extends Call, M extends Typed = Record<never, never>>(
  props: CallDialogProps<C, M>,
) {
  const { call, ready, children, onClose, ...more } = props
  const form = useCallForm<C, M>(call, { ...more, onDone: onClose })
  return (
    <FormDialog {...more} form={form} ready={ready?.(form.values) ?? true} onClose={onClose}>
      {children
        ? children(form)
        : form.fields.map(([name], index) => (
            <FormField
              key={name}
              form={form}
              name={name as keyof typeof form.values & string}
              autoFocus={index === 0}
            />
          ))}
    </FormDialog>
  )
}
