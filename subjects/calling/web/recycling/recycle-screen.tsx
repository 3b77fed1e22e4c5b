/** 'Luật mời lại': which results bring a number back, and how many come back today (D3-REC-01 to -03). */
import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatDate } from '#kit/contract/dates.ts'
import { addressWith } from '#platform/contract/screens.ts'
import {
  recycleTexts,
  type RecycledFile,
  type RecycleState,
} from '#subjects/calling/contract/calls/recycling.ts'
import { Card } from '#figures/card.tsx'
import { CardScreen, Column, Columns } from '#figures/columns.tsx'
import { useKeyHelp, useKeys } from '#kit/web/keys.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useUnsaved } from '#kit/web/tab-state.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { NoticeBar } from '#kit/web/ui/notice-bar.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { useCallingRules, type CallingRules } from './calling-rules.ts'
import { useFileChanges } from './file-changes.ts'
import { FileTable } from './file-table.tsx'
import { HeldCard, PreviewCard } from './preview-cards.tsx'
import { ReachedCard } from './reached-card.tsx'
import { RuleTable } from './rule-table.tsx'
import { useRules, type Rules } from './use-rules.ts'
import css from './recycle.module.css'

const OwnDrawer = lazyPart(() => named(import('./own-drawer.tsx'), 'OwnDrawer'))

const help = [
  { keys: 'Ctrl+S', what: 'Lưu luật' },
  { keys: 'Esc', what: 'Trả ô về luật đang chạy' },
]

function sinceText({ since, planning }: RecycleState): string {
  const running = since === null ? 'chưa bật luật nào' : `đang chạy từ ${formatDate(since)}`
  return planning ? `${running}, đang xếp lại số đã gọi` : running
}

function Head({ rules }: { rules: Rules }) {
  const { data, changed, wrong, busy, overtaken, drop, saveNow } = rules
  const reason = overtaken
    ? recycleTexts.changed
    : wrong > 0
      ? `Sửa ${wrong} ô sai để lưu`
      : changed === 0
        ? 'Chưa sửa gì'
        : undefined
  return (
    <ScreenHead title="Luật mời lại" note={data && sinceText(data)}>
      {changed > 0 && (
        <span className={css.dirty}>
          <IconPencil size={14} stroke={1.9} aria-hidden /> Sửa {changed} ô, chưa lưu
        </span>
      )}
      {changed > 0 && (
        <Button look="ghost" disabled={busy} onClick={drop}>
          Bỏ sửa
        </Button>
      )}
      <Button
        look="primary"
        icon={<IconCheck size={16} stroke={1.9} />}
        busy={busy}
        reason={reason}
        onClick={saveNow}
      >
        Lưu luật
      </Button>
    </ScreenHead>
  )
}

const CallingNote = ({ calling }: { calling: CallingRules }) => (
  <>
    {[calling.hoursText || 'Không giới hạn giờ gọi', calling.mostText && `tối đa ${calling.mostText}`]
      .filter(Boolean)
      .join(', ')}{' '}
    <Link className={css.link ?? ''} href={addressWith('settings', { nhom: 'Chăm sóc khách hàng' })}>
      Sửa ở Cài đặt
    </Link>
  </>
)

const WrongNote = ({ fault }: { fault: string }) => (
  <span className={css.wrong} role="alert">
    {fault}
  </span>
)

const widths = 'minmax(0, 1fr) 440px'

function Body({ rules, state }: { rules: Rules; state: RecycleState }) {
  const { draft, put, follow, preview } = rules
  const calling = useCallingRules()
  const files = useFileChanges(state, follow)
  const [ownFile, setOwnFile] = useState<RecycledFile | null>(null)
  const visiblePreview = preview.preview ?? state.preview
  return (
    <Columns widths={widths}>
      <Column>
        <Card
          title="Mặc định theo kết quả"
          end={rules.fault ? <WrongNote fault={rules.fault} /> : <CallingNote calling={calling} />}
          className={css.rules}
        >
          <RuleTable name="Mặc định theo kết quả" rules={rules.rules} draft={draft} put={put} />
        </Card>
        <FileTable
          files={state.files}
          running={state.since !== null}
          busy={files.busy}
          onTurn={(file, on) => void files.turn.run(file, on)}
          onOwn={setOwnFile}
        />
      </Column>
      <Column label="Hôm nay và kết quả gọi lại">
        <PreviewCard
          preview={visiblePreview}
          running={preview.preview && state.preview.total}
          counting={preview.counting}
          error={preview.error}
          retry={() => void preview.refetch()}
        />
        <HeldCard preview={visiblePreview} rules={calling} />
        <ReachedCard />
      </Column>
      {ownFile && (
        <OwnDrawer
          file={ownFile}
          state={state}
          busy={files.busy}
          onSave={(next) =>
            files.save.run(ownFile, { mode: 'own', rules: next }, `Đã lưu luật riêng của ${ownFile.FileName}`)
          }
          onDefault={() =>
            files.save.run(ownFile, { mode: 'default' }, `${ownFile.FileName} gọi lại theo mặc định`)
          }
          onClose={() => setOwnFile(null)}
        />
      )}
    </Columns>
  )
}

/** The screen at /app/luatmoilai. */
export default function RecycleScreen() {
  const rules = useRules()
  const { query, data, changed, overtaken, takeOver, saveNow } = rules
  useUnsaved(changed > 0)
  useKeys({ 'Ctrl+S': saveNow })
  useKeyHelp('Luật mời lại', help)
  return (
    <CardScreen>
      <Head rules={rules} />
      {overtaken && (
        <NoticeBar
          icon={<IconAlertTriangle size={16} stroke={1.9} aria-hidden />}
          action={{ label: 'Tải lại, giữ ô đã sửa', run: takeOver }}
        >
          {recycleTexts.changed}
        </NoticeBar>
      )}
      {query.error && !data && (
        <ErrorNote error={query.error} title="Chưa tải được luật" retry={() => void query.refetch()} />
      )}
      {data ? <Body rules={rules} state={data} /> : <Columns widths={widths} busy={!query.error} />}
    </CardScreen>
  )
}
