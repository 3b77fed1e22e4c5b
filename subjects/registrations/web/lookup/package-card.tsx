/** Card 2: packages that can be registered (D1-LOOK-03 to 14, D1-LOOK-52). */
import { useState } from 'react'
import { formatDate } from '#kit/contract/dates.ts'
import {
  lookupPackage,
  type ProgramPackage,
  type ProgramPackages,
} from '#subjects/registrations/contract/calls/lookup.ts'
import { send } from '#kit/web/client.ts'
import { TextBox } from '#kit/web/ui/field.tsx'
import { Card } from './card.tsx'
import css from './lookup.module.css'
import { PageButtons } from './page-buttons.tsx'
import { ResultTable, tableText, type ResultColumn } from './result-table.tsx'
import type { LookupSession } from './use-lookup-session.ts'
import type { Lookup, LookupOutcome, LookupRequest } from './use-lookup.ts'
import { usePhoneLookup } from './use-phone-lookup.ts'

const title = 'Gói cước có thể đăng ký'

const columns: readonly ResultColumn<ProgramPackage>[] = [
  { key: 'PackageCode', title: 'Mã gói cước', width: 100, show: (row) => row.PackageCode, copy: true },
  { key: 'FromDate', title: 'Từ ngày', width: 94, show: (row) => formatDate(row.FromDate ?? '') },
  { key: 'ToDate', title: 'Đến ngày', width: 94, show: (row) => formatDate(row.ToDate ?? '') },
  { key: 'SyntaxRegister', title: 'Cú pháp đăng ký', show: (row) => row.SyntaxRegister, copy: true },
  {
    key: 'RegisterExpire',
    title: 'Hạn đăng ký',
    width: 106,
    show: (row) => formatDate(row.RegisterExpire ?? ''),
    look: 'red',
  },
]

/** One page of packages, all or only `code`. */
const question = (phone: string, code: string, page: number): LookupRequest<ProgramPackages> => ({
  phone,
  page,
  forPage: (next) => question(phone, code, next),
  live: {
    event: 'traCuuDanhSachDoiTuongChuongTrinh',
    data: { isdn: phone, package_code: code, page },
  },
  http: (signal) =>
    send(lookupPackage, { phone, package_code: code, page: String(page) }, { signal, quiet: true }),
})

export function usePackageCard(session: LookupSession, firstPhone: string) {
  const [code, setCode] = useState('')
  const card = usePhoneLookup(session, firstPhone, (phone) => question(phone, code.trim(), 1))
  return { ...card, code, setCode }
}

type PackagePageProps = {
  label: string
  columns: readonly ResultColumn<ProgramPackage>[]
  data: ProgramPackages
  outcome: LookupOutcome<ProgramPackages>
  lookup: Lookup<ProgramPackages>
  narrow?: true | undefined
}

/** The packages of a page; the carrier counts one page past the last (D1-Q-092). */
export function PackagePage({
  label,
  columns: visibleColumns,
  data,
  outcome,
  lookup,
  narrow,
}: PackagePageProps) {
  if (outcome.state === 'idle') return null
  const { forPage, page = 1 } = outcome.request
  return (
    <>
      <ResultTable label={label} columns={visibleColumns} rows={data.FinalDataList} narrow={narrow} paged />
      <PageButtons
        page={page}
        last={data.PaginateNumber - 1}
        busy={lookup.busy}
        onPage={(next) => forPage && void lookup.run(forPage(next))}
      />
    </>
  )
}

/** Phone, optional package code, and the packages page by page. */
export const PackageCard = ({ card }: { card: ReturnType<typeof usePackageCard> }) => (
  <Card
    number={2}
    title={title}
    hint="Gói, cú pháp và hạn đăng ký. Bỏ trống mã gói cước để xem tất cả."
    card={card}
    asText={({ FinalDataList }) => tableText(columns, FinalDataList)}
    fields={
      <TextBox
        boxClassName={css.code}
        aria-label="Mã gói cước"
        placeholder="Mã gói cước"
        maxLength={50}
        value={card.code}
        onChange={(event) => card.setCode(event.target.value)}
      />
    }
  >
    {(data, outcome) => (
      <PackagePage label={title} columns={columns} data={data} outcome={outcome} lookup={card.lookup} />
    )}
  </Card>
)
