/** The cards beside the timeline: the subscriber, holder, checks, money, packages, files, viewers. */
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDate, formatInstant } from '#kit/contract/dates.ts'
import { doNotCallText, type DoNotCallEntry } from '#platform/contract/do-not-call.ts'
import { showField } from '#kit/contract/kinds.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { disclosures, viewersOf } from '#subjects/overview/contract/calls/customer-360.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { Fact, Facts } from '#figures/facts.tsx'
import { LineList } from '#figures/line-list.tsx'
import { SaidTime } from '#kit/web/ui/said-time.tsx'
import { Cell, Nothing } from '#kit/web/kinds/cell.tsx'
import { priceOf, usePackages } from '#kit/web/packages.ts'
import { useCall } from '#kit/web/query.ts'
import { useCan } from '#kit/web/session.ts'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import type { Block, BlockRow, PageBlocks } from './blocks.ts'
import { moneyOf, sum } from './money.ts'
import css from './customer-360.module.css'

type Customer = BlockRow<'customer'>

/** A card of one block, with its own loading, error and empty state. */
function BlockCard({
  title,
  block,
  empty,
  children,
}: {
  title: string
  block: Block
  empty?: string
  children: ReactNode
}) {
  if (block.hidden) return null
  return (
    <Card title={title} busy={block.loading} {...(block.count > 0 && empty && { note: block.count })}>
      {block.error ? (
        <ErrorNote error={block.error} title={`Chưa tải được ${title}`} retry={block.retry} />
      ) : block.count === 0 && empty !== undefined ? (
        <CardNote>{block.loading ? 'đang tải…' : empty}</CardNote>
      ) : (
        children
      )}
    </Card>
  )
}

const day = (value: string | null | undefined): ReactNode => (value ? formatDate(value) : <Nothing />)
const orNothing = (value: string | number | null | undefined): ReactNode =>
  value === null || value === undefined || value === '' ? <Nothing /> : value

/** 'Thuê bao': the newest of the viewer's customers with this number. */
export function SubscriberCard({ blocks }: { blocks: PageBlocks }) {
  const block = blocks.customer
  const row: Customer | undefined = block.rows[0]
  // Look-ups do not store the balance, so the last known one comes from an offer.
  const offer = blocks.moihomsau.rows.find(({ tkc }) => tkc !== null)
  return (
    <BlockCard title="Thuê bao" block={block}>
      <Facts>
        <Fact label="Loại thuê bao">{orNothing(row && showField(row.type, customer.fields.type))}</Fact>
        <Fact label="Gói cước">{orNothing(row?.package)}</Fact>
        <Fact label="Ngày đăng ký">{day(row?.packageRegisterAt)}</Fact>
        <Fact label="Ngày hết hạn">{day(row?.packageExpiredAt)}</Fact>
        <Fact label="Chu kỳ">{orNothing(row?.packageCycle)}</Fact>
        <Fact label="Chu kỳ miễn phí còn">{orNothing(row?.so_chu_ky_mien_phi_con_lai)}</Fact>
        <Fact label="Tài khoản chính">
          {offer ? (
            <>
              {formatMoney(offer.tkc ?? 0)}{' '}
              <small>{offer.createdAt && <SaidTime at={offer.createdAt} />}</small>
            </>
          ) : (
            <Nothing />
          )}
        </Fact>
        <Fact label="Trạng thái">{orNothing(row?.state)}</Fact>
      </Facts>
    </BlockCard>
  )
}

/** 'Người giữ': who has the number in hand, among those in the viewer's list. */
export function HolderCard({ block }: { block: Block<'customer'> }) {
  const holderRow = block.rows.find((row) => row.holder_username)
  return (
    <BlockCard title="Người giữ" block={block}>
      <Facts>
        <Fact label="Đang giữ">
          <Cell field={customer.fields.holder_username} value={holderRow?.holder_username} />
        </Fact>
        <Fact label="File">{orNothing(holderRow?.FileName ?? block.rows[0]?.FileName)}</Fact>
        <Fact label="Trạng thái">
          <Cell field={customer.fields.status} value={holderRow?.status ?? block.rows[0]?.status} />
        </Fact>
      </Facts>
    </BlockCard>
  )
}

type Check = { block: Block; good: string; foundText: string; bad?: boolean }

const CheckLine = ({ block, good, foundText, bad = block.count > 0 }: Check) => {
  if (block.hidden) return null
  return (
    <li data-tone={bad ? 'bad' : 'good'}>
      {block.loading || block.error ? null : bad ? (
        <IconAlertTriangle size={16} stroke={1.9} aria-hidden />
      ) : (
        <IconCheck size={16} stroke={1.9} aria-hidden />
      )}
      {block.error
        ? `Chưa tải được: ${block.resource.title}`
        : block.loading
          ? 'đang tải…'
          : bad
            ? foundText
            : good}
    </li>
  )
}

/** 'Kiểm tra': reasons against a call or an offer. */
export const ChecksCard = ({
  blocks,
  unwilling,
}: {
  blocks: PageBlocks
  unwilling: DoNotCallEntry | null
}) => (
  <Card title="Kiểm tra">
    <LineList widths="16px minmax(0, 1fr)">
      <CheckLine
        block={blocks.blacklist}
        good="Không trong blacklist"
        foundText={unwilling ? doNotCallText(unwilling) : ''}
        bad={unwilling !== null}
      />
      <CheckLine block={blocks.khachrieng} good="Không thuộc khách hàng riêng" foundText="Khách hàng riêng" />
      <CheckLine block={blocks.mfy} good="Không có đơn Mfy" foundText={`${blocks.mfy.count} đơn Mfy`} />
      <CheckLine block={blocks.donsim} good="Không có đơn sim" foundText={`${blocks.donsim.count} đơn sim`} />
    </LineList>
    {blocks.blacklist.rows.map(
      ({ id, description, ly_do }) =>
        (ly_do || description) && (
          <CardNote key={id} foot>
            {[ly_do, description].filter(Boolean).join('. ')}
          </CardNote>
        ),
    )}
  </Card>
)

/** 'Tiền': revenue and requests of the rows shown; data that the reader may not see has no line. */
export function MoneyCard({ blocks: { doanhthu, hoantien } }: { blocks: PageBlocks }) {
  const lines = moneyOf(doanhthu.rows, hoantien.rows)
  const loading = doanhthu.loading || hoantien.loading
  return (
    <Card title="Tiền" busy={loading}>
      {lines.length === 0 ? (
        <CardNote>{loading ? 'đang tải…' : 'Chưa có gì trong phạm vi của bạn'}</CardNote>
      ) : (
        <Facts>
          {lines.map(({ label, amount, sum: isSum }) => (
            <Fact key={label} label={label} sum={isSum}>
              {formatMoney(amount)}
            </Fact>
          ))}
        </Facts>
      )}
    </Card>
  )
}

/** 'Gói có thể đăng ký' from the newest file, with the price and its difference from the present package's. */
export function PackagesCard({ block }: { block: Block<'customer'> }) {
  const packages = usePackages()
  const row = block.rows.find((one) => one.packagesCanRegister)
  const codes = (row?.packagesCanRegister ?? '').split(/[,;\s]+/).filter(Boolean)
  const present = priceOf(packages, row?.package ?? '')
  if (codes.length === 0) return null
  return (
    <Card title="Gói có thể đăng ký">
      <LineList widths="minmax(0, 1fr) auto 72px">
        {codes.map((code) => {
          const price = priceOf(packages, code)
          const more = price !== undefined && present !== undefined ? price - present : 0
          return (
            <li key={code}>
              <b>{code}</b>
              <span data-num>{price === undefined ? <Nothing /> : formatMoney(price)}</span>
              <small data-num>{more !== 0 && `${more > 0 ? '+' : ''}${formatMoney(more)}`}</small>
            </li>
          )
        })}
      </LineList>
    </Card>
  )
}

/** 'File có số này'. */
export const FilesCard = ({ block }: { block: Block<'customer'> }) => (
  <BlockCard title="File có số này" block={block} empty="Không có trong file nào của bạn">
    <LineList widths="minmax(0, 1fr) auto">
      {block.rows.map((row) => (
        <li key={row.id}>
          <span>{row.FileName}</span>
          <Cell field={customer.fields.status} value={row.status} />
          <small className={css.about}>
            {[row.package, row.holder_username, row.createdAt && formatDate(row.createdAt)]
              .filter(Boolean)
              .join(', ')}
          </small>
        </li>
      ))}
    </LineList>
  </BlockCard>
)

/** 'Ai đã thấy số này': for managers. */
export function ViewersCard({ pageKey }: { pageKey: string | null }) {
  const may = useCan()('below3')
  const { data, error, refetch } = useCall(
    'khachhang360',
    viewersOf,
    pageKey !== null && may ? { key: pageKey } : null,
  )
  if (!may) return null
  const times = data && sum(data.values.map((viewer) => viewer.times))
  return (
    <Card title="Ai đã thấy số này" note={times !== undefined && `${times} lần`} busy={!data && !error}>
      {error && (
        <ErrorNote error={error} title="Chưa tải được ai đã thấy số này" retry={() => void refetch()} />
      )}
      <LineList widths="minmax(0, 1fr) auto auto 48px">
        {data?.values.map(({ username, fullname, act, times, last }) => (
          <li key={`${username} ${act}`} title={`${username}, ${formatInstant(last)}`}>
            <span>{fullname}</span>
            <small>{disclosures[act]}</small>
            <small>
              <SaidTime at={last} />
            </small>
            <small data-num>{times} lần</small>
          </li>
        ))}
      </LineList>
    </Card>
  )
}
