/** One of the three sections of the data permission: an account, its files and days, and its own 'Lưu' (D1-Q-119). */
import { useState } from 'react'
import { optionsOf, permissionTexts, saveOptions } from '#subjects/numbers/contract/calls/data-permission.ts'
import { sendFull } from '#kit/web/client.ts'
import { alertText, confirm, toast } from '#kit/web/feedback.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { CheckColumn } from './check-column.tsx'
import { levelCalls } from './distribute.ts'
import {
  everybody,
  fromChoices,
  nobody,
  type Choice,
  type Choices,
  type Section,
} from './permission-options.ts'
import css from './permission.module.css'

type Ticked = { files: readonly string[]; days: readonly string[]; from: string | null }

const nothingTicked: Ticked = { files: [], days: [], from: null }

/** Drops past days and deleted files. */
const stillOffered = (values: readonly string[], choices: readonly Choice[]): string[] =>
  values.filter((value) => choices.some((choice) => choice.value === value))

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value) => b.includes(value))

/** The saved and the ticked options of the chosen account, and their saving. */
function useOptions(level: Section['level'], choices: Choices) {
  const [username, setUsername] = useState<string>(nobody)
  const saved = useCall('uploadchiadata', optionsOf, username === nobody ? null : { username, level })
  const start: Ticked = saved.data
    ? {
        files: stillOffered(saved.data.files, choices.files),
        days: stillOffered(saved.data.ngay, choices.days),
        from: saved.data.tu_ngay,
      }
    : nothingTicked
  const form = useForm({
    // The saved options may change meanwhile, so the form keeps only what was ticked here.
    start: { ticked: null as Ticked | null },
    isDirty: ({ ticked }) =>
      ticked !== null &&
      !(same(ticked.files, start.files) && same(ticked.days, start.days) && ticked.from === start.from),
    save: async ({ ticked }, { key }) => {
      // The server ignores the empty sections (D1-Q-119).
      const empty = { username: nobody, files: [], ngay: [] }
      const { files, days, from } = ticked ?? start
      const section = {
        username,
        files: [...files],
        ngay: [...days],
        ...(from !== null && { tu_ngay: from }),
      }
      const input = { branch: empty, leader: empty, sale: empty, [level]: section }
      const { msg } = await sendFull(saveOptions, input, { idempotencyKey: key })
      if (!msg) toast('success', permissionTexts.optionsSaved)
      await refresh('uploadchiadata')
      form.restart({ ticked: null })
    },
  })
  const pick = (next: string): void => {
    form.restart({ ticked: null })
    setUsername(next)
  }
  return { username, pick, saved, ticked: form.values.ticked ?? start, form }
}

const leaveQuestion = {
  title: 'Đổi tài khoản mà không lưu',
  body: 'Những gì đã chọn sẽ mất.',
  confirmLabel: 'Không lưu',
  danger: true,
}

/**
 * The question before saving, or null. Ticking nothing takes the numbers from the account and those below it; 'Tất cả'
 * replaces the permissions of every account of the level (D1-Q-073).
 */
function questionBefore(username: string, { files, days, from }: Ticked) {
  const isEverybody = username === everybody
  if (files.length === 0 || (days.length === 0 && from === null)) {
    const accounts = isEverybody ? 'Mọi tài khoản ở cấp này' : username
    return {
      title: 'Lưu khi chưa chọn đủ file và ngày',
      body: `${accounts} và nhân viên bên dưới sẽ không được lấy số.`,
      confirmLabel: 'Xác nhận',
      danger: true,
    }
  }
  if (!isEverybody) return null
  return {
    title: 'Thay quyền của mọi tài khoản ở cấp này',
    body: `Quyền đã đặt riêng cho từng tài khoản sẽ mất, thay bằng ${files.length} file và ${from === null ? `${days.length} ngày` : `mọi ngày từ ${from}`} đang chọn.`,
    confirmLabel: 'Xác nhận',
  }
}

function AccountPicker({
  section,
  username,
  onPick,
}: {
  section: Section
  username: string
  onPick: (username: string) => void
}) {
  const people = useCall('users', levelCalls[section.level], {})
  const options = [
    { value: nobody, label: 'Chọn...' },
    { value: everybody, label: 'Tất cả' },
    ...(people.data?.values ?? []).map((account) => ({
      value: account.username,
      label: account.fullname,
      note: account.username,
    })),
  ]
  return <Picker label={section.title} options={options} value={username} onChange={onPick} />
}

type ColumnsProps = { choices: Choices; ticked: Ticked; off: boolean; onTick: (ticked: Ticked) => void }

/** Single days, or every day from a start on: after the last day of a list nobody below receives numbers. */
const FromPicker = ({ choices, ticked, off, onTick }: ColumnsProps) => (
  <div className={css.from}>
    <Picker
      label="Ngày được lấy số"
      emptyLabel="Chỉ các ngày đánh dấu bên dưới"
      options={fromChoices(choices, ticked.from)}
      value={ticked.from ?? ''}
      disabled={off}
      onChange={(from) => onTick(from === '' ? { ...ticked, from: null } : { ...ticked, days: [], from })}
    />
  </div>
)

const Columns = ({ choices, ticked, off, onTick }: ColumnsProps) => (
  <div className={css.columns}>
    <CheckColumn
      title="File"
      long
      empty="Không có file nào được phép chọn"
      choices={choices.files}
      chosen={new Set(ticked.files)}
      disabled={off}
      onChange={(files) => onTick({ ...ticked, files: [...files] })}
    />
    <CheckColumn
      title="Ngày"
      empty="Không có ngày nào được phép chọn"
      choices={choices.days}
      chosen={new Set(ticked.days)}
      disabled={off || ticked.from !== null}
      onChange={(days) => onTick({ ...ticked, days: [...days] })}
    />
  </div>
)

export function PermissionSection({ section, choices }: { section: Section; choices: Choices }) {
  const { level, title } = section
  const { username, pick, saved, ticked, form } = useOptions(level, choices)
  const { dirty } = form
  const tick = (next: Ticked): void => form.set('ticked', next)
  const leave = async (next: string): Promise<void> => {
    if (next !== username && (!dirty || (await confirm(leaveQuestion)))) pick(next)
  }
  const save = async (): Promise<void> => {
    if (username === nobody) return alertText(permissionTexts.noAccount)
    const question = questionBefore(username, ticked)
    if (!question || (await confirm(question))) await form.submit()
  }
  const off = username === nobody || saved.data === undefined
  return (
    <section className={css.section} aria-label={title}>
      <header className={css.head}>
        <h2>{title}</h2>
        <div className={css.picker}>
          <AccountPicker section={section} username={username} onPick={(next) => void leave(next)} />
        </div>
      </header>
      {username !== nobody && saved.error ? (
        <ErrorNote error={saved.error} title="Chưa tải được quyền data" retry={() => void saved.refetch()} />
      ) : (
        <>
          {(choices.from.length > 0 || ticked.from !== null) && (
            <FromPicker choices={choices} ticked={ticked} off={off} onTick={tick} />
          )}
          <Columns choices={choices} ticked={ticked} off={off} onTick={tick} />
        </>
      )}
      <footer className={css.foot}>
        {username === everybody && <span data-quiet>Thay quyền của mọi tài khoản ở cấp này</span>}
        <span data-space />
        <Button
          look={dirty ? 'primary' : 'outline'}
          busy={form.busy}
          reason={username !== nobody && off ? 'Chưa tải được quyền data' : undefined}
          onClick={() => void save()}
        >
          Lưu
        </Button>
      </footer>
    </section>
  )
}
