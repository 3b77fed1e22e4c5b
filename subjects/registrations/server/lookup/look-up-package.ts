/** Packages that a subscriber can register (card 2; D1-LOOK-52, D1-LOOK-63). */
import { cleanText } from '#kit/contract/text.ts'
import { lookupTexts, type LookedUp } from '#subjects/registrations/contract/calls/lookup.ts'
import type { LookupCtx } from './context.ts'
import { lookUp } from './look-up.ts'
import { readPageInput, readPhoneInput, refuse } from './read-input.ts'

type Input = { phone?: string | undefined; package_code?: string | undefined; page?: string | undefined }

const longestCode = 50

/** One page of packages, all or of one code. Unlimited (D1-LOOK-14) except for phones that the caller does not hold (D3-SEC-03). */
export async function lookUpPackage(input: Input, ctx: LookupCtx): Promise<LookedUp<'package'>> {
  const phone = readPhoneInput(input.phone)
  const package_code = cleanText(input.package_code)
  if (package_code.length > longestCode) throw refuse('package_code', lookupTexts.badPackage)
  const page = readPageInput(input.page)
  return lookUp(
    {
      kind: 'package',
      phone,
      question: { isdn: phone, package_code, page },
      logLines: [...(package_code === '' ? [] : [`Mã gói cước: ${package_code}`]), `Trang: ${page}`],
      summaryOf: ({ FinalDataList }) => `${FinalDataList.length} gói cước`,
    },
    ctx,
  )
}
