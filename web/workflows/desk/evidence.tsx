/**
 * The evidence beside a waiting row: transfers, price, registrations, earlier requests, requests per person
 * (D3-APR-02).
 */
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatInstant } from '../../../contract/dates.ts'
import { showField } from '../../../contract/kit/kinds.ts'
import { fieldOf } from '../../../contract/kit/resource.ts'
import { formatMoney } from '../../../contract/money.ts'
import { showPhone } from '../../../contract/phone.ts'
import { refundFields } from '../../../contract/resources/refund-fields.ts'
import type { DeskEvidence, DeskLine, DeskMessage, DeskPast } from '../../../contract/workflows/desk.ts'
import { Card, CardNote } from '../../figures/card.tsx'
import { Fact, Facts } from '../../figures/facts.tsx'
import { Cell } from '../../kit/kinds/cell.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { ErrorNote } from '../../kit/ui/state.tsx'
import { amountOf, shownField } from './decide.ts'
import { compared, markedParts } from './marks.ts'
import { Proposal } from './proposal.tsx'
import { useEvidence, type Item } from './use-desk.ts'
import css from './evidence.module.css'

/** Verdict of one check: good or a warning, with its words. */
const Verdict = ({ good, children }: { good: boolean; children: ReactNode }) => (
  <span className={good ? css.good : css.off}>
    {good ? (
      <IconCheck size={14} stroke={2} aria-hidden />
    ) : (
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
    )}
    {children}
  </span>
)

/** The bank's text with the parts that were read from it marked. */
const Words = ({ message, due }: { message: DeskMessage; due: number | null }) => (
  <p className={css.words}>
    {markedParts(message.text, { ...message, due: message.own ? due : null }).map(({ text, mark }, at) =>
      mark ? (
        <mark key={at} data-mark={mark}>
          {text}
        </mark>
      ) : (
        <span key={at}>{text}</span>
      ),
    )}
  </p>
)

type ToldProps = { part: string; wanted: string; told: string; typed: boolean }

/** One row of the comparison; what a person has typed is not in the bank's text. */
function Told({ part, wanted, told, typed }: ToldProps) {
  const { good, words } = compared(wanted, told, typed)
  return (
    <tr data-off={!good || undefined}>
      <td>{part}</td>
      <td>{wanted || '-'}</td>
      <td>{told || '-'}</td>
      <td>
        <Verdict good={good}>{words}</Verdict>
      </td>
    </tr>
  )
}

type CompareProps = { item: Item; message: DeskMessage; due: number | null }

/** The requested values beside those of the bank message. */
function Compare({ item, message, due }: CompareProps) {
  const { kind, row } = item
  const wanted = shownField(item, kind.package)
  const phone = shownField(item, kind.phone)
  const told = message.phone ? showPhone(message.phone) : ''
  const difference = due === null ? 0 : message.money - due
  const used = message.usedBy !== null && message.id !== row.id
  return (
    <table className={css.compare}>
      <thead>
        <tr>
          <th scope="col">
            <span className={css.hidden}>Phần</span>
          </th>
          <th scope="col">Đơn cần</th>
          <th scope="col">Tin báo</th>
          <th scope="col">
            <span className={css.hidden}>So sánh</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <Told part="Số điện thoại" wanted={phone} told={told} typed={message.phoneTyped} />
        <Told part="Gói cước" wanted={wanted} told={message.package ?? ''} typed={message.packageTyped} />
        {due !== null && (
          <tr data-off={difference !== 0 || undefined}>
            <td>Số tiền</td>
            <td>
              <b>{formatMoney(due)}</b>
            </td>
            <td>
              <b>{formatMoney(message.money)}</b>
            </td>
            <td>
              <Verdict good={difference === 0}>
                {difference === 0
                  ? 'khớp'
                  : `${difference < 0 ? 'thiếu' : 'dư'} ${formatMoney(Math.abs(difference))}`}
              </Verdict>
            </td>
          </tr>
        )}
        {message.id !== row.id && (
          <tr data-off={used || undefined}>
            <td>Dùng cho đơn</td>
            <td>-</td>
            <td>{message.usedBy ?? 'chưa đơn nào'}</td>
            <td>
              <Verdict good={!used}>{used ? 'đã dùng' : 'dùng được'}</Verdict>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Messages({ item, found }: { item: Item; found: DeskEvidence }) {
  const own = found.messages.find((message) => message.own)
  const others = found.messages.filter((message) => !message.own)
  const head = own && [own.sender, formatInstant(own.datetime)].filter(Boolean).join(', ')
  return (
    <Card title="Tin ngân hàng" note={head} className={css.bank}>
      {own ? (
        <>
          <Words message={own} due={found.due} />
          {found.due !== null && <Compare item={item} message={own} due={found.due} />}
        </>
      ) : (
        <CardNote>Chưa thấy tin ngân hàng của số và gói này</CardNote>
      )}
      {found.proposal && <Proposal item={item} proposal={found.proposal} />}
      {others.length > 0 && (
        <ul className={css.others} aria-label="Tin khác của số này">
          {others.map((message) => (
            <li key={message.id} title={message.text}>
              <span data-num>{formatInstant(message.datetime)}</span>
              <span>{message.package ?? '-'}</span>
              <b data-num>{formatMoney(message.money)}</b>
              <small>{message.usedBy ?? 'chưa đơn nào'}</small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Price, amount and all other filled fields of the row. */
function Order({ item, found }: { item: Item; found: DeskEvidence }) {
  const { kind, row } = item
  const { resource } = kind
  const own = found.messages.some(({ id }) => id === row.id)
  const facts = kind.facts.filter((name) => {
    const value = row.fields[name]
    if (value === null || value === undefined || value === '' || value === 0) return false
    // The marked text of the bank stands in the card beside.
    return !(own && fieldOf(resource, name).kind === 'note')
  })
  const amount = amountOf(item)
  const { month } = found
  return (
    <Card title="Giá và thông tin đơn">
      <Facts>
        {kind.package && (
          <Fact label={`Giá gói ${shownField(item, kind.package)}`}>
            {found.price === null ? 'chưa có' : formatMoney(found.price)}
          </Fact>
        )}
        {amount !== null && (
          <Fact
            label={kind.amount?.length === 1 ? fieldOf(resource, kind.amount[0] ?? '').label : 'Tổng tiền'}
          >
            <b>{formatMoney(amount)}</b>
          </Fact>
        )}
        {facts.map((name) => {
          const field = fieldOf(resource, name)
          return (
            <Fact key={name} label={field.label} long={field.kind === 'note'}>
              <Cell field={field} value={row.fields[name]} />
            </Fact>
          )
        })}
        {month && (
          <Fact label="Gửi tháng này">
            {month.asked} đơn ({month.approved} duyệt, {month.rejected} từ chối)
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

const Lines = ({ lines }: { lines: readonly DeskLine[] }) => (
  <Card title="Dòng đăng ký" end={lines.some(({ own }) => own) ? 'đã khớp với đơn' : undefined}>
    {lines.length === 0 ? (
      <CardNote>Chưa thấy đăng ký nào của số này</CardNote>
    ) : (
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={line.id} data-own={line.own || undefined}>
            <span>
              {[line.package, line.channel].filter(Boolean).join(', ')}
              <small data-num>
                {formatInstant(line.at)} {line.username}
              </small>
            </span>
            <span>
              <b data-num>{formatMoney(line.amount)}</b>
              <Verdict good={line.status === 'SUCCESS'}>
                {line.status === 'SUCCESS' ? 'Thành công' : line.status}
              </Verdict>
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

const { request_type, request_method, duyet } = refundFields

function Past({ past }: { past: readonly DeskPast[] }) {
  const approved = past.filter(({ decision, returned }) => decision === '1' && !returned)
  const sum = approved.reduce((total, { amount }) => total + amount, 0)
  return (
    <Card
      title="Hoàn, nạp trước đây của số này"
      note={past.length > 0 && `${past.length} lần`}
      end={approved.length > 0 && `Đã duyệt ${approved.length} lần, ${formatMoney(sum)}`}
      className={css.past}
    >
      {past.length === 0 ? (
        <CardNote>Số này chưa từng được hoàn hay nạp</CardNote>
      ) : (
        <div className={css.scroll}>
          <table>
            <thead>
              <tr>
                <th scope="col">Thời gian</th>
                <th scope="col">Yêu cầu</th>
                <th scope="col">Hình thức</th>
                <th scope="col">Gói cước</th>
                <th scope="col">Số tiền</th>
                <th scope="col">Duyệt</th>
                <th scope="col">Người duyệt</th>
              </tr>
            </thead>
            <tbody>
              {past.map((row) => (
                <tr key={row.id}>
                  <td data-num>{formatInstant(row.at)}</td>
                  <td>{showField(row.request_type, request_type)}</td>
                  <td>{showField(row.request_method, request_method) || '-'}</td>
                  <td>{row.package}</td>
                  <td data-num>{formatMoney(row.amount)}</td>
                  <td>
                    {row.returned ? (
                      <Pill tone="red">Tiền đã trả lại</Pill>
                    ) : (
                      <Cell field={duyet} value={row.decision} />
                    )}
                  </td>
                  <td>{row.decidedBy === '__AUTO' ? 'Tự động' : (row.decidedBy ?? '-')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

/** The cards; their places are kept while loading. */
export function Evidence({ item }: { item: Item }) {
  const { data, error, refetch } = useEvidence(item)
  if (error && !data)
    return <ErrorNote error={error} title="Chưa tải được bằng chứng" retry={() => void refetch()} />
  return (
    <div className={css.evidence} aria-busy={!data || undefined}>
      {data && (
        <>
          {(item.kind.due || data.messages.length > 0) && <Messages item={item} found={data} />}
          <Order item={item} found={data} />
          <Lines lines={data.lines} />
          <Past past={data.past} />
        </>
      )}
    </div>
  )
}
