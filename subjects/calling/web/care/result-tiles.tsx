/** The results as tiles in the order of the number row (D1-CARE-06 to 12). */
import { careResults, type CareResult } from '#subjects/calling/contract/care-results.ts'
import { Kbd } from '@mantine/core'
import { ResultIcon } from './result-icon.tsx'
import { Card } from '#figures/card.tsx'
import css from './result-tiles.module.css'

/** A tile opens the dialog with its result. */
export const ResultTiles = ({ onPick }: { onPick: (status: CareResult) => void }) => (
  <Card
    title="Kết quả cuộc gọi"
    end={
      <span className={css.hint} data-keys>
        Nhấn <Kbd>1</Kbd>–<Kbd>{careResults.length}</Kbd> để chọn, <Kbd>Enter</Kbd> để xác nhận
      </span>
    }
    className={css.card}
  >
    <div className={css.tiles}>
      {careResults.map(({ value, label }, index) => (
        <button key={value} type="button" onClick={() => onPick(value)} aria-keyshortcuts={String(index + 1)}>
          <span className={css.line}>
            <ResultIcon status={value} />
            <Kbd>{index + 1}</Kbd>
          </span>
          <span>{label}</span>
        </button>
      ))}
    </div>
  </Card>
)
