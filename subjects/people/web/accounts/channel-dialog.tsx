/** The channels of an account; each change is saved at once (D1-CHAN-02, D1-CHAN-03, D1-Q-047). */
import { useState } from 'react'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import {
  carrierChannels,
  channelChoices,
  chooseChannel,
  chooseFailed,
  codeChannels,
  unchooseChannel,
  unchooseFailed,
  type Channel,
} from '#subjects/registrations/contract/calls/channels.ts'
import { send } from '#kit/web/client.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import css from './accounts.module.css'

const groups = [
  ['Kênh', carrierChannels],
  ['Mã xác nhận', codeChannels],
] as const

/** The checklist. Each tick is saved at once; a failed one is undone, and the message names channel and account. */
export function ChannelDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const list = useCall('userkenhmoigoi', channelChoices, {})
  const [saving, setSaving] = useState<Channel | null>(null)
  const { username } = account
  const chosen = new Set(
    (list.data?.values ?? [])
      .filter((one) => one.staff_username === username && one.active)
      .map(({ kenh }) => kenh),
  )
  const { run } = useAction(
    async (idempotencyKey, channel: Channel, on: boolean) => {
      setSaving(channel)
      const input = { accountUsername: username, channelText: channel }
      try {
        await send(on ? chooseChannel : unchooseChannel, input, { idempotencyKey })
      } finally {
        await refresh('userkenhmoigoi')
        setSaving(null)
      }
    },
    (channel, on) => (on ? chooseFailed : unchooseFailed)(channel, username),
  )
  return (
    <Dialog
      narrow
      title="Chọn kênh"
      note={username}
      onClose={onClose}
      footer={
        <>
          <span className={css.space} />
          <Button onClick={onClose}>Đóng</Button>
        </>
      }
    >
      {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      <div className={css.groups} aria-busy={list.data === undefined}>
        {groups.map(([label, channels]) => (
          <fieldset key={label} className={css.group} disabled={list.data === undefined || saving !== null}>
            <legend>{label}</legend>
            <div className={css.codes}>
              {channels.map((channel) => (
                <label key={channel} className={css.tick}>
                  <Checkbox
                    label={channel}
                    checked={saving === channel ? !chosen.has(channel) : chosen.has(channel)}
                    onChange={(event) => void run(channel, event.target.checked)}
                  />
                  {channel}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Dialog>
  )
}
