/** The number as a QR code to dial with a mobile; loaded when it is asked for. */
import { encode } from 'uqr'
import { showPhone } from '../../../contract/phone.ts'
import css from './customer-card.module.css'

/** Always dark on white, in either theme: cameras expect it. */
export default function PhoneQr({ phone }: { phone: string }) {
  const { data, size } = encode(`tel:${showPhone(phone)}`, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <figure className={css.qr}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`Mã QR gọi ${showPhone(phone)}`}>
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption>Quét bằng điện thoại để gọi</figcaption>
    </figure>
  )
}
