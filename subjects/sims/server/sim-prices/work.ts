/** Queue work of price steps (D3-SIM-09). */
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { priceTexts } from '#subjects/sims/contract/calls/sim-prices.ts'
import { longSteps } from '#platform/server/long-step.ts'
import { undoChunk, writeChunk } from './chunks.ts'
import { chunkSize, lockStep, stepNow, type Work } from './steps.ts'

export const priceWork = longSteps<Work>({
  job: 'sim-prices',
  table: 'price_steps',
  small: chunkSize,
  may: 'below3',
  lost: priceTexts.lost,
  list: simso,
  lock: lockStep,
  chunk: async (step, ctx) => (await (step.state === 'running' ? writeChunk : undoChunk)(step, ctx)) !== null,
  async ended({ id, state }, ctx) {
    const { changed, restored, passed, stayed } = await stepNow(ctx.db, id)
    return state === 'running' ? priceTexts.done(changed, passed) : priceTexts.undone(restored, stayed)
  },
})
