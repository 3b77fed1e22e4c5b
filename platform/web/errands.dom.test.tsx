/** Every everyday action opens its form or its upload in the screen that it names (D3-PAL-01). */
import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { permissionCodes } from '#platform/contract/permissions.ts'
import { blocks } from '#subjects/overview/contract/calls/customer-360.ts'
import { nothingKnown } from '#platform/contract/calls/known-number.ts'
import { nothingThere, stubCalls } from '#test/sent.ts'
import { leaveErrand } from '#kit/web/errand.ts'
import { TabProvider } from '#kit/web/tab-state.tsx'
import { screenComponents } from '#platform/app/web/screens.tsx'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { everyday } from './everyday.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'

const errands = everyday.filter(({ errand }) => errand !== 'next')

test.each(errands)('$label', async ({ screen: name, errand }) => {
  stubCalls(() => ({ ...nothingThere, ...nothingKnown, types: [], files: [], carriers: [] }))
  signIn({ ...actorOf(2), permissions: new Set(permissionCodes) })
  const Screen = screenComponents[name]
  const phone = Object.values(blocks).find((block) => block.screen === name)?.phone
  leaveErrand(name, errand, errand === 'create' && phone ? { [phone]: '0912345678' } : {})
  open(
    <TabProvider tab={{ screen: name, active: true, search: '', keep: () => undefined }}>
      <Suspense fallback={null}>
        <Screen />
      </Suspense>
    </TabProvider>,
  )
  const dialog = await screen.findByRole('dialog', undefined, { timeout: 15_000 })
  // From the page of a number it begins with that number.
  const begins = errand === 'create' ? await screen.findByDisplayValue(/^0912 ?345 ?678$/) : dialog
  expect(dialog.contains(begins)).toBe(true)
})
