/** The sample form of an import. */
import { addressFault } from '#platform/contract/settings/address.ts'
import { sampleFormKey, sampleFormPath } from '#platform/contract/settings/sample-form-key.ts'
import { publicSettings } from '../public-settings.ts'

/** Opens it in a window of 800 × 600 (D1-LIST-20, D1-Q-161, D2-COST-14); `path` is the resource's. */
export const openSampleForm = (path: string): void => {
  const configured = publicSettings.get()[sampleFormKey(path)]
  // An address from the browser's storage is checked like a typed one.
  const address =
    typeof configured === 'string' && addressFault(configured) === undefined
      ? configured
      : sampleFormPath(path)
  window.open(address, '_blank', 'width=800,height=600,noopener')
}
