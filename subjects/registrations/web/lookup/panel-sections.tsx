/** The four look-ups beside a customer: those of the look-up screen, in short. */
import { formatMoney } from '#kit/contract/money.ts'
import { Pill } from '#kit/web/ui/pill.tsx'
import type { useBalanceCard } from './balance-card.tsx'
import { DayBoxes } from './day-boxes.tsx'
import type { useHistoryCard } from './history-card.tsx'
import { PackagePage, type usePackageCard } from './package-card.tsx'
import { historyColumns, messageColumns, packageColumns } from './panel-columns.ts'
import { isLowBalance, type PricedPackage } from './panel-lookups.ts'
import css from './panel.module.css'
import { ResultTable } from './result-table.tsx'
import type { useShortCodeCard } from './short-code-card.tsx'
import { useId, type ReactNode } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Result } from './card.tsx'
import type { LookupOutcome } from './use-lookup.ts'
import type { PhoneLookup } from './use-phone-lookup.ts'

type PanelSectionProps<T> = {
  title: string
  card: PhoneLookup<T>
  /** Further fields of the question. */
  fields?: ReactNode
  children: (data: T, outcome: LookupOutcome<T>) => ReactNode
}

/**
 * The frame of a look-up beside a customer: title, time of the answer, button, and result. Enter in a field sends
 * the request too.
 */
function PanelSection<T>({ title, card, fields, children }: PanelSectionProps<T>) {
  const id = useId()
  const { lookup, ask } = card
  const { outcome } = lookup
  return (
    <section className={css.section} aria-labelledby={id}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <header>
          <h3 id={id}>{title}</h3>
          {outcome.state === 'done' && (
            <span className={css.when}>{formatInstant(outcome.answeredAt).slice(11)}</span>
          )}
          <Button small look="ghost" type="submit" aria-label={`Tra cứu ${title}`} busy={lookup.busy}>
            <span className={css.first}>{title}</span>
            <span className={css.again}>Tra cứu</span>
          </Button>
        </header>
        {fields}
      </form>
      <Result lookup={lookup}>{children}</Result>
    </section>
  )
}

const titles = {
  packages: 'Gói có thể đăng ký',
  balance: 'Tài khoản chính',
  history: 'Lịch sử gói cước',
  shortCode: 'Đầu số 9279',
}

/** Packages with their syntax and deadline (D1-LOOK-07, D1-LOOK-10, D1-LOOK-11). */
export const PackageSection = ({ card }: { card: ReturnType<typeof usePackageCard> }) => (
  <PanelSection title={titles.packages} card={card}>
    {(data, outcome) => (
      <PackagePage
        label={titles.packages}
        columns={packageColumns}
        data={data}
        outcome={outcome}
        lookup={card.lookup}
        narrow
      />
    )}
  </PanelSection>
)

type BalanceProps = { card: ReturnType<typeof useBalanceCard>; plan: PricedPackage | null }

/** The balance, marked when it is below half of the package's price. */
export const BalanceSection = ({ card, plan }: BalanceProps) => (
  <PanelSection title={titles.balance} card={card}>
    {({ balance }) => (
      <p className={css.balance}>
        <b data-num>{formatMoney(balance)}</b> đồng
        {plan && isLowBalance(balance, plan) && (
          <Pill tone="amber" icon="triangle">
            Dưới 50% giá {plan.code}
          </Pill>
        )}
      </p>
    )}
  </PanelSection>
)

/** Registered packages, newest first. */
export const HistorySection = ({ card }: { card: ReturnType<typeof useHistoryCard> }) => (
  <PanelSection title={titles.history} card={card}>
    {({ values }) => <ResultTable label={titles.history} columns={historyColumns} rows={values} narrow />}
  </PanelSection>
)

/** Messages with 9279 between two days, today's at first. */
export const ShortCodeSection = ({ card }: { card: ReturnType<typeof useShortCodeCard> }) => (
  <PanelSection
    title={titles.shortCode}
    card={card}
    fields={
      <div className={css.days}>
        <DayBoxes days={card.days} onDays={card.setDays} />
      </div>
    }
  >
    {({ values }) => <ResultTable label={titles.shortCode} columns={messageColumns} rows={values} narrow />}
  </PanelSection>
)
