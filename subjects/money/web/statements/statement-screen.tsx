/** 'Lệch sao kê đối tác': differences from partners' statements, with the statements beside them (D3-ACC-05). */
import { IconUpload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { formatDate, formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { lechdoitac } from '#subjects/money/contract/reports/lechdoitac.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { statementList } from '#subjects/money/contract/calls/statements.ts'
import { AmountList } from '#figures/amount-list.tsx'
import { SidePanel } from '#figures/side-panel.tsx'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useCall } from '#kit/web/query.ts'
import { ReportScreen } from '#kit/web/report/report-screen.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyNote } from '#kit/web/ui/state.tsx'

const StatementImport = lazyPart(() => named(import('./statement-import.tsx'), 'StatementImport'))

/** The newest statements, and a button for the next one. */
function Statements() {
  const [open, setOpen] = useState(false)
  const { data } = useCall(lechdoitac.path, statementList, {})
  return (
    <SidePanel title="Sao kê đã nhập" note="Mỗi ngày so với sao kê mới nhất có ngày đó; không đơn nào bị đổi">
      <div>
        <Button icon={<IconUpload size={16} stroke={1.9} />} onClick={() => setOpen(true)}>
          Nhập file sao kê
        </Button>
      </div>
      <AmountList
        ruled
        lines={(data?.values ?? []).map(({ id, doi_tac, tu_ngay, den_ngay, boi, luc, so_dong, da_tra }) => ({
          key: id,
          name: doi_tac,
          amount: formatMoney(da_tra),
          note: `${formatDate(tu_ngay)} – ${formatDate(den_ngay)}, ${thousands(so_dong)} dòng`,
          noteEnd: `${boi}, ${formatInstant(luc)}`,
        }))}
      />
      {open && (
        <Suspense fallback={null}>
          <StatementImport partners={data?.doi_tac ?? []} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SidePanel>
  )
}

/** The screen. */
export default function StatementScreen() {
  return (
    <ReportScreen
      report={lechdoitac}
      beside={() => <Statements />}
      empty={
        <EmptyNote
          title="Không có chỗ lệch nào"
          text="Những ngày chưa có sao kê thì chưa được so; sao kê đã nhập ở dưới."
        />
      }
    />
  )
}
