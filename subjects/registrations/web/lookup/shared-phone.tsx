/** One number for all cards with one Enter, and the recent numbers of this session. */
import { IconSearch } from '@tabler/icons-react'
import { type RefObject } from 'react'
import { showPhone } from '#kit/contract/phone.ts'
import { useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { TextBox } from '#kit/web/ui/field.tsx'
import css from './lookup.module.css'
import { recentLookups, recentOf } from './recent.ts'

type SharedPhoneProps = {
  phone: string
  onPhone: (phone: string) => void
  onAsk: () => void
  busy: boolean
  box: RefObject<HTMLInputElement | null>
}

/** The typed number goes into every card. */
export function SharedPhone({ phone, onPhone, onAsk, busy, box }: SharedPhoneProps) {
  return (
    <form
      className={css.shared}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onAsk()
      }}
    >
      <TextBox
        ref={box}
        boxClassName={css.sharedBox}
        left={<IconSearch size={16} stroke={1.9} aria-hidden />}
        aria-label="Số điện thoại cho mọi thẻ"
        placeholder="Một số cho mọi thẻ"
        inputMode="tel"
        maxLength={30}
        value={phone}
        onChange={(event) => onPhone(event.target.value)}
      />
      <Button look="primary" type="submit" keys="Enter" disabled={busy || phone.trim() === ''} busy={busy}>
        Tra cứu tất cả
      </Button>
    </form>
  )
}

/** The recent numbers; a click fills one in, Enter asks. */
export function RecentPhones({ onPick }: { onPick: (phone: string) => void }) {
  const { username } = useActor()
  const phones = recentOf(useStore(recentLookups), username)
  if (phones.length === 0) return null
  return (
    <nav className={css.recent} aria-label="Số vừa tra cứu">
      <span>Vừa tra cứu</span>
      {phones.map((phone) => (
        <button key={phone} type="button" onClick={() => onPick(showPhone(phone))}>
          {showPhone(phone)}
        </button>
      ))}
    </nav>
  )
}
