/** Queue work of 'Mời lại' steps (D3-REC-04). */
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { reinviteTexts } from '#subjects/calling/contract/calls/reinvite-all.ts'
import { longSteps } from '#platform/server/long-step.ts'
import { undoChunk, writeChunk } from './chunks.ts'
import { lockStep, stepNow, type Work } from './steps.ts'

export const reinviteWork = longSteps<Work>({
  job: 'reinvite-all',
  table: 'reinvite_steps',
  small: 500,
  may: 'below5',
  lost: reinviteTexts.lost,
  list: careHistory,
  lock: lockStep,
  chunk: ({ id, state }, ctx) => (state === 'running' ? writeChunk : undoChunk)(id, ctx),
  async ended({ id, state }, ctx) {
    const { done, restored, passed, stayed } = await stepNow({ db: ctx.db, scope: { all: true } }, id)
    return state === 'running' ? reinviteTexts.done(done, passed) : reinviteTexts.undone(restored, stayed)
  },
})
