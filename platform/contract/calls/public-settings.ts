/** Settings for every screen, also before sign-in. Separate from the other settings calls, which would increase the first script. */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'

/** Public: the sign-in screen needs title and colours. */
export const publicSettings = defineCall({
  method: 'GET',
  path: '/api/v1/setting/public',
  may: 'public',
  summary: 'What every screen needs, also before sign-in: title, look, password rule, patience, sample forms',
  input: z.object({}),
  answer: z.record(z.string(), z.union([z.string(), z.number()])),
})
