/** The button of a chart that shows its figures as a table, and back. */
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { IconButton } from './button.tsx'

/** `asTable` is how the figures are shown now. */
export function ChartSwitch({ asTable, turn }: { asTable: boolean; turn: (asTable: boolean) => void }) {
  const Icon = asTable ? IconChartBar : IconTable
  return (
    <IconButton small label={asTable ? 'Xem dạng biểu đồ' : 'Xem dạng bảng'} onClick={() => turn(!asTable)}>
      <Icon size={16} stroke={1.9} />
    </IconButton>
  )
}
