/** The dialog of the bank account to which pay goes (D3-ACC-04), loaded when it opens. */
import { lazyPart, named } from '#kit/web/lazy-part.tsx'

export const PayoutAccountDialog = lazyPart(() => named(import('./payout-dialog.tsx'), 'PayoutAccountDialog'))
