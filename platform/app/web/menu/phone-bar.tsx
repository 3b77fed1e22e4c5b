/** The menu of a phone: a bar of four screens, and 'Thêm' with all others (D3-NAV-04). */
import { IconDots } from '@tabler/icons-react'
import { Suspense } from 'react'
import { can } from '#platform/contract/abilities.ts'
import { menuOf } from '#platform/contract/menu.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { tabs } from '#platform/web/tabs.ts'
import { MenuItem, ScreenItem, inFront, menuName } from './menu-item.tsx'
import { buttonId, openFromMenu, panel, pins, pinsOf } from './menu-state.ts'
import css from './side-menu.module.css'

const MenuSheet = lazyPart(
  () => named(import('./menu-sheet.tsx'), 'MenuSheet'),
  () => () => panel.set(null),
)

/** Fill the bar behind the pins. */
const usualFour: readonly ScreenName[] = [
  'homnay',
  'floor',
  'desk',
  'care',
  'khr',
  'dashboard',
  'requestrefund',
  'simso',
]

type PhoneBarProps = { onPalette: () => void; onGuide: () => void }

export function PhoneBar(dialogs: PhoneBarProps) {
  const actor = useActor()
  const allPins = useStore(pins)
  const { active } = useStore(tabs)
  const panelOpen = useStore(panel) !== null
  const may = (name: ScreenName): boolean => can(actor, screenOf(name).may)
  // While they are being changed, one that was taken off leaves its room empty.
  const changed = panelOpen && allPins[actor.username] !== undefined
  const usual = changed ? [] : usualFour.filter(may)
  const four = [...new Set([...pinsOf(allPins, actor), ...usual])].slice(0, 4)
  const front = four.find((name) => name === active) ?? four.find((name) => inFront(name, active, actor))
  return (
    <nav className={css.bar} data-phone aria-label={menuName}>
      {four.map((name) => (
        <ScreenItem
          key={name}
          name={name}
          on={!panelOpen && name === front}
          short
          onClick={() => openFromMenu(name)}
        />
      ))}
      <MenuItem
        id={buttonId('all')}
        icon={<IconDots size={16} stroke={1.9} aria-hidden />}
        label="Thêm"
        on={panelOpen}
        aria-haspopup="dialog"
        aria-expanded={panelOpen}
        onClick={() => panel.set(panelOpen ? null : 'all')}
      />
      <Suspense fallback={null}>
        {panelOpen && <MenuSheet parts={menuOf(actor)} four={four} {...dialogs} />}
      </Suspense>
    </nav>
  )
}
