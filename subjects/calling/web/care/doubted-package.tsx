/** The package of a result that is neither in the price table nor in the subscriber file. */
import { Pill } from '#kit/web/ui/pill.tsx'

const explanation = 'Gói không có trong bảng giá và không phải gói của khách'

export const DoubtedPackage = ({ code }: { code: string | null | undefined }) => (
  <span title={explanation}>
    <Pill tone="amber" icon="triangle">
      {code}
    </Pill>
  </span>
)
