/** The newest imports into a list, to look at their summary again or take them back (D3-FILE-05). */
import { useQuery } from '@tanstack/react-query'
import { thousands } from '#kit/contract/thousands.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import { recentImports, undoTexts, type RecentImport } from '#platform/contract/calls/import-undo.ts'
import { send } from '../client.ts'
import { Button } from '../ui/button.tsx'
import type { ImportTarget } from './use-import.ts'
import css from './import.module.css'

const about = (one: RecentImport, unit: string): string =>
  `${formatInstant(one.at)}, ${one.by}, ${thousands(one.saved)} ${unit}${undoTexts.listed(one)}`

/** Nothing without an import of the last weeks. */
export function RecentImports({ target, onOpen }: { target: ImportTarget; onOpen: (id: string) => void }) {
  const { data } = useQuery({
    queryKey: ['imports', 'recent', target.path],
    queryFn: ({ signal }) => send(recentImports, { resource: target.path }, { signal }),
    gcTime: 0,
  })
  if (!data || data.values.length === 0) return null
  return (
    <section className={css.recent} aria-label="Đã nhập gần đây">
      <h3>Đã nhập gần đây</h3>
      {data.values.map((one) => (
        <div key={one.id} className={css.line}>
          <span className={css.file}>
            {one.filename} <span className={css.quiet}>{about(one, target.sheet.unit)}</span>
          </span>
          <Button look="ghost" onClick={() => onOpen(one.id)}>
            Xem
          </Button>
        </div>
      ))}
    </section>
  )
}
