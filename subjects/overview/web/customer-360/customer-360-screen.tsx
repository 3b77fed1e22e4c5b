/**
 * 'Khách hàng 360': everything that the viewer may see about one phone; its address contains a key, not the number
 * (D3-C360-01).
 */
import { IconCopy, IconSearch, IconUserSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { DoNotCallEntry } from '#platform/contract/do-not-call.ts'
import { AppError } from '#kit/contract/error.ts'
import { isMaskedPhone, showPhone } from '#kit/contract/phone.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { openCustomer } from '#subjects/overview/contract/calls/customer-360.ts'
import { CardScreen, Column } from '#figures/columns.tsx'
import { copyText } from '#kit/web/feedback.ts'
import { Cell } from '#kit/web/kinds/cell.tsx'
import { useCall } from '#kit/web/query.ts'
import { useStaffName } from '#kit/web/staff.ts'
import { useTab } from '#kit/web/tab-state.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { TextBox } from '#kit/web/ui/field.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { ErrorNote, StateNote } from '#kit/web/ui/state.tsx'
import { HeadButtons } from './acts.tsx'
import { useBlocks, type PageBlocks } from './blocks.ts'
import { openCustomerOf } from '#platform/web/customer-page.ts'
import {
  ChecksCard,
  FilesCard,
  HolderCard,
  MoneyCard,
  PackagesCard,
  SubscriberCard,
  ViewersCard,
} from './side-cards.tsx'
import { Timeline } from './timeline.tsx'
import css from './customer-360.module.css'

const { label } = screenOf('customer360')

/** '0912 000 456'; a masked number unchanged. */
const spaced = (phone: string): string => showPhone(phone).replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3')

function PhoneBox() {
  const [phone, setPhone] = useState('')
  return (
    <form
      className={css.find}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        void openCustomerOf(phone)
      }}
    >
      <TextBox
        left={<IconSearch size={16} stroke={1.9} aria-hidden />}
        aria-label="Số điện thoại cần xem"
        placeholder="Nhập đủ một số"
        inputMode="tel"
        maxLength={30}
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
      <Button type="submit" disabled={phone.trim() === ''}>
        Mở
      </Button>
    </form>
  )
}

const Holder = ({ username }: { username: string }) => <span>{useStaffName(username) ?? username} giữ</span>

function Head({ phone, blocks }: { phone: string | undefined; blocks: PageBlocks }) {
  const holderRow = blocks.customer.rows.find((row) => row.holder_username) ?? blocks.customer.rows[0]
  return (
    <ScreenHead
      title={phone === undefined ? label : spaced(phone)}
      note={
        phone !== undefined && (
          <span className={css.state}>
            {!isMaskedPhone(phone) && (
              <IconButton small label="Chép số" onClick={() => void copyText(showPhone(phone))}>
                <IconCopy size={16} stroke={1.9} />
              </IconButton>
            )}
            {holderRow && <Cell field={customer.fields.status} value={holderRow.status} />}
            {holderRow?.holder_username && <Holder username={holderRow.holder_username} />}
          </span>
        )
      }
    >
      {phone !== undefined && <HeadButtons phone={phone} customer={blocks.customer} />}
      <PhoneBox />
    </ScreenHead>
  )
}

type PageProps = { pageKey: string | null; unwilling: DoNotCallEntry | null; blocks: PageBlocks }

function Page({ pageKey, unwilling, blocks }: PageProps) {
  return (
    <div className={css.columns}>
      <Column>
        <SubscriberCard blocks={blocks} />
        <HolderCard block={blocks.customer} />
        <ChecksCard blocks={blocks} unwilling={unwilling} />
      </Column>
      <Timeline blocks={blocks} />
      <Column>
        <MoneyCard blocks={blocks} />
        <PackagesCard block={blocks.customer} />
        <FilesCard block={blocks.customer} />
        <ViewersCard pageKey={pageKey} />
      </Column>
    </div>
  )
}

/** The screen of /app/khachhang360; `?k=` is the key of a phone. */
export default function Customer360Screen() {
  const key = new URLSearchParams(useTab().search).get('k') ?? ''
  // Opened first, so that the view is counted and audited before the blocks are read.
  const opened = useCall('khachhang360', openCustomer, key === '' ? null : { key })
  const openKey = opened.data ? key : null
  const blocks = useBlocks(openKey)
  const { error } = opened
  return (
    <CardScreen className={css.screen}>
      <Head phone={opened.data?.phone} blocks={blocks} />
      {key === '' ? (
        <StateNote
          icon={<IconUserSearch size={24} stroke={1.5} />}
          title="Chưa chọn khách hàng"
          text="Nhập đủ một số ở trên, hoặc gõ vài số cuối vào ô tìm trên cùng."
        />
      ) : error ? (
        <ErrorNote
          error={error}
          title="Chưa mở được khách hàng"
          {...(error instanceof AppError &&
            error.code !== 'NOT_FOUND' && { retry: () => void opened.refetch() })}
        />
      ) : (
        <Page pageKey={openKey} unwilling={opened.data?.khong_goi ?? null} blocks={blocks} />
      )}
    </CardScreen>
  )
}
