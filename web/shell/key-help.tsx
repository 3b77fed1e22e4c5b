/** `?`: the keys of the screens in front. */
import { keyHelp } from '../kit/keys.ts'
import { useStore } from '../kit/store.ts'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Kbd } from '@mantine/core'
import css from './key-help.module.css'

/** Lists what `useKeyHelp` was told. */
export function KeyHelpDialog({ onClose }: { onClose: () => void }) {
  const groups = [...useStore(keyHelp)].toReversed()
  return (
    <Dialog title="Phím tắt" onClose={onClose}>
      {groups.map(([title, keys]) => (
        <section key={title} className={css.group}>
          <h3 className={css.title}>{title}</h3>
          <dl className={css.list}>
            {keys.map((key) => (
              <div key={key.keys} className={css.row}>
                <dt>{key.what}</dt>
                <dd>
                  <Kbd>{key.keys}</Kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
