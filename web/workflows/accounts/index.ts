/** What other screens take of accounts: the dialog of the bank account to which pay goes (D3-ACC-04). */
import { lazyPart, named } from '../../kit/lazy-part.tsx'

export const PayoutAccountDialog = lazyPart(() => named(import('./payout-dialog.tsx'), 'PayoutAccountDialog'))
