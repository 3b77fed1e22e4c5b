/** The number as a QR code for dialling on a mobile phone. */
import { showPhone } from '#kit/contract/phone.ts'
import QrPicture from '#figures/qr-picture.tsx'
import css from './customer-card.module.css'

export default function PhoneQr({ phone }: { phone: string }) {
  const number = showPhone(phone)
  return (
    <figure className={css.qr}>
      <QrPicture text={`tel:${number}`} label={`Mã QR gọi ${number}`} />
      <figcaption>Quét bằng điện thoại để gọi</figcaption>
    </figure>
  )
}
