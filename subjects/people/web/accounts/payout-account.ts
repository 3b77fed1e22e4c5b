/** The dialog of the bank account for pay (D3-ACC-04), loaded when it opens. */
import { lazyPart, named } from '#kit/web/lazy-part.tsx'

export const PayoutAccountDialog = lazyPart(() => named(import('./payout-dialog.tsx'), 'PayoutAccountDialog'))
