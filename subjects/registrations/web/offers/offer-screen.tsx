/** 'Mời gói hôm sau': balance and price, number of invitations, and recording one (D2-INVN). */
import { IconArrowBackUp, IconMessage, IconSend } from '@tabler/icons-react'
import { doNotCallText, type DoNotCallEntry } from '#platform/contract/do-not-call.ts'
import type { RowOf } from '#kit/contract/row.ts'
import { formatShortInstant } from '#kit/contract/dates.ts'
import { messages } from '#platform/contract/messages.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { showPhone } from '#kit/contract/phone.ts'
import {
  inviteStateText,
  lowBalance,
  moigoihomsau,
} from '#subjects/registrations/contract/lists/moigoihomsau.ts'
import { offerTexts, openOffer, setOfferState } from '#subjects/registrations/contract/calls/offers.ts'
import { newKey, send } from '#kit/web/client.ts'
import { confirm, showError } from '#kit/web/feedback.ts'
import { Nothing, Person } from '#kit/web/kinds/cell.tsx'
import { refresh } from '#kit/web/query.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import type { ResourceColumn } from '#kit/web/table/column.ts'
import type { RowAction } from '#kit/web/table/table-types.ts'
import { Pill } from '#kit/web/ui/pill.tsx'
import { onlyPackage } from '#platform/web/known-package.ts'
import { knownForm } from '../known-form.tsx'
import { useInvite } from '../invite/invite-button.tsx'
import css from './offers.module.css'

type Row = RowOf<typeof moigoihomsau> & {
  da_dang_ky?: { package: string | null; at: string } | null
  khong_goi?: DoNotCallEntry | null
}

/** 'Đã đăng ký VD90 24/11/2026 14:12'; '' if the customer has registered nothing since (D3-OTP-07). */
const registeredText = ({ da_dang_ky: last }: Row): string =>
  last ? offerTexts.registered(last.package, formatShortInstant(last.at)) : ''

const knownText = (row: Row): string =>
  [registeredText(row), row.khong_goi && doNotCallText(row.khong_goi)].filter(Boolean).join(', ')

const stateText = (row: Row): string => [inviteStateText(row), knownText(row)].filter(Boolean).join(', ')

const moneyOf = (amount: number | null): string => (amount === null ? '-' : formatMoney(amount))
const balanceText = ({ tkc, gia_goi }: Row): string => `${moneyOf(tkc)} / ${moneyOf(gia_goi)}`

/** Balance and price; red while the balance is below half of the price (D2-INVN-06, D2-INVN-07). */
function Balance({ row }: { row: Row }) {
  const share = row.tkc_chia_phan_tram_gia_goi
  const low = share !== null && share < lowBalance
  return (
    <span
      data-num
      className={low ? css.low : undefined}
      title={share === null ? undefined : `${share}% giá gói`}
    >
      {row.tkc === null ? <Nothing /> : formatMoney(row.tkc)}{' '}
      <span className={css.of}>/ {moneyOf(row.gia_goi)}</span>
    </span>
  )
}

const columns = (declared: ResourceColumn<typeof moigoihomsau>[]): ResourceColumn<typeof moigoihomsau>[] =>
  declared.map((column) => {
    if (column.key === 'tkc') return { ...column, cell: (row) => <Balance row={row} />, text: balanceText }
    if (column.key === 'username')
      return {
        ...column,
        cell: (row) => <Person fullname={row.ten_nv ?? ''} username={row.username ?? ''} />,
      }
    if (column.key === 'status')
      return {
        ...column,
        width: 220,
        cell: (row) => (
          <span title={knownText(row) || undefined}>
            <Pill tone={row.status === 1 ? 'green' : 'grey'}>{inviteStateText(row)}</Pill>{' '}
            <span className={css.of}>{knownText(row)}</span>
          </span>
        ),
        text: stateText,
      }
    return column
  })

const mark = (row: Row, status: 0 | 1): Promise<unknown> =>
  send(setOfferState, { id: row.id, status, version: row.version }, { idempotencyKey: newKey() })

/** Runs a step of a row; shows an error, and reads the list again. */
async function attempt(step: () => Promise<unknown>): Promise<void> {
  try {
    await step()
  } catch (error) {
    showError(error)
  }
  await refresh(moigoihomsau.path)
}

/** Shows the number in full, which is audited, and records one more invitation of the customer (D2-Q-122). */
const invite = (row: Row): Promise<void> =>
  attempt(async () => {
    const { phone, khong_goi: entry } = await send(openOffer, { id: row.id })
    const knownFacts = knownText({ ...row, khong_goi: entry })
    const lines = [offerTexts.ask, `${showPhone(phone)}, gói ${row.package}`, knownFacts]
    const body = lines.filter(Boolean).join('\n')
    if (await confirm({ title: offerTexts.askTitle, body })) await mark(row, 1)
  })

const undo = async (row: Row): Promise<void> => {
  const body = `${offerTexts.undo}\n${showPhone(row.phone ?? '')}, gói ${row.package}`
  if (await confirm({ title: offerTexts.undoTitle, body })) await attempt(() => mark(row, 0))
}

type Invite = ReturnType<typeof useInvite>

/** Counts as an invitation, and opens the OTP form with number, package, price and balance of the row (D3-OTP-07). */
const inviteByOtp = (row: Row, open: NonNullable<Invite>): Promise<void> =>
  attempt(async () => {
    const { phone } = await send(openOffer, { id: row.id })
    await mark(row, 1)
    const pack = row.package ?? ''
    const packages = [{ code: pack, price: row.gia_goi }]
    open({ from: 'offer', id: row.id, phone, pack, packages, balance: row.tkc })
  })

const rowActions =
  (open: Invite) =>
  (row: Row): RowAction[] => {
    const closed = row.may?.update === false && { reason: messages.forbidden }
    const byPhone: RowAction = {
      label: 'Mời',
      icon: <IconSend size={16} stroke={1.9} />,
      inRow: true,
      run: () => void invite(row),
      ...closed,
    }
    const byOtp: RowAction[] = open
      ? [
          {
            label: offerTexts.otp,
            icon: <IconMessage size={16} stroke={1.9} />,
            run: () => void inviteByOtp(row, open),
            ...closed,
          },
        ]
      : []
    const takeBack: RowAction = {
      label: offerTexts.undoTitle,
      icon: <IconArrowBackUp size={16} stroke={1.9} />,
      run: () => void undo(row),
      ...closed,
    }
    return [byPhone, ...byOtp, ...(row.status === 1 ? [takeBack] : [])]
  }

const form = knownForm({ phone: 'phone', pack: 'package', half: [], whole: ['username'] }, onlyPackage)

/** The screen at /app/moigoihomsau. */
export default function OfferScreen() {
  const open = useInvite()
  return (
    <ResourceScreen resource={moigoihomsau} columns={columns} rowActions={rowActions(open)} form={form} />
  )
}
