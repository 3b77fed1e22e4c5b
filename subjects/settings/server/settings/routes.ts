/** Routes of the settings. */
import * as settings from '#subjects/settings/contract/calls/settings.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { listSettings, oneSetting, settingHistory } from './read.ts'
import { servePublicSettings } from './public-settings.ts'
import { createSetting, updateSetting } from './write.ts'

export function serveSettings(api: Api): void {
  handle(api, settings.settingList, (ctx) => listSettings(ctx))
  servePublicSettings(api)
  handle(api, settings.oneSetting, (ctx, { key }) => oneSetting(key, ctx))
  handle(api, settings.settingHistory, (ctx, { key }) => settingHistory(key, ctx))
  handle(api, settings.createSetting, (ctx, input) => createSetting(input, ctx))
  handle(api, settings.updateSetting, (ctx, input) => updateSetting(input, ctx))
}
