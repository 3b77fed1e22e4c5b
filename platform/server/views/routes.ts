/** Routes of the views of lists. */
import * as calls from '#platform/contract/calls/save-views.ts'
import { viewList } from '#platform/contract/calls/views.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { storeChoice } from './choose-view.ts'
import { readViews } from './read-views.ts'
import { dropView } from './remove-view.ts'
import { changeView, saveNewView } from './save-view.ts'

export function serveViews(api: Api): void {
  handle(api, viewList, readViews)
  handle(api, calls.createView, saveNewView)
  handle(api, calls.chooseView, storeChoice)
  handle(api, calls.updateView, changeView)
  handle(api, calls.removeView, dropView)
}
