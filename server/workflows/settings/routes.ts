/** Routes of the settings. */
import * as settings from '../../../contract/workflows/settings.ts'
import { handle } from '../../kit/call.ts'
import type { House } from '../../kit/handle.ts'
import { listSettings, oneSetting, settingHistory } from './read.ts'
import { serveShown } from './shown.ts'
import { createSetting, updateSetting } from './write.ts'

/** Registers every call of the settings. */
export function serveSettings(house: House): void {
  handle(house, settings.settingList, (ctx) => listSettings(ctx))
  serveShown(house)
  handle(house, settings.oneSetting, (ctx, { key }) => oneSetting(key, ctx))
  handle(house, settings.settingHistory, (ctx, { key }) => settingHistory(key, ctx))
  handle(house, settings.createSetting, (ctx, input) => createSetting(input, ctx))
  handle(house, settings.updateSetting, (ctx, input) => updateSetting(input, ctx))
}
