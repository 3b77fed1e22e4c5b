/** The signed-in user's picture, and the switch between the light and the dark theme. */
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useState } from 'react'
import { appearance } from '#platform/contract/settings/public-settings.ts'
import { usePublicSetting } from '#kit/web/public-settings.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
// Inlined: a separate request would delay the first row.
import avatar from '../public/avatar.svg?raw'
import css from './top-bar.module.css'

export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <IconButton
      label={dark ? 'Giao diện sáng' : 'Giao diện tối'}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={16} stroke={1.9} /> : <IconMoon size={16} stroke={1.9} />}
    </IconButton>
  )
}

const initials = (fullname: string): string => {
  const words = fullname.trim().split(/\s+/)
  const first = words.length > 1 ? words.at(-2) : ''
  return `${first?.charAt(0) ?? ''}${words.at(-1)?.charAt(0) ?? ''}`.toUpperCase()
}

const usualImage = `data:image/svg+xml,${encodeURIComponent(avatar)}`

/** The account's picture; the initials when there is none or it cannot be loaded (D1-SHELL-35). */
export function Avatar({ src, name }: { src: string | null; name: string }) {
  const [failed, setFailed] = useState(false)
  const { bundled } = appearance['app.avatar']
  const usual = usePublicSetting('app.avatar') || bundled
  const image = src && !failed ? src : usual
  return (
    <span className={css.avatar}>
      <img
        src={image === bundled ? usualImage : image}
        alt=""
        width={28}
        height={28}
        data-usual={image === bundled || undefined}
        onError={() => setFailed(true)}
      />
      {image === bundled && <b aria-hidden>{initials(name)}</b>}
    </span>
  )
}
