/** Renders the text of a guide. Screens that the reader may open are links. */
import { Kbd } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { can } from '#platform/contract/abilities.ts'
import type { GuideBlock, GuideWord } from '#platform/contract/guide.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { useActor } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import css from './guide-text.module.css'

type Go = (screen: ScreenName) => void

function Way({ to, go }: { to: ScreenName; go: Go }) {
  const { label, may } = screenOf(to)
  if (!can(useActor(), may)) return label
  return (
    <button type="button" className={css.way} onClick={() => go(to)}>
      {label}
    </button>
  )
}

function Word({ word, go }: { word: GuideWord; go: Go }) {
  if (typeof word === 'string') return word
  if ('label' in word) return <b>{word.label}</b>
  if ('key' in word)
    return (
      <span data-said>
        <Kbd>{word.key}</Kbd>
      </span>
    )
  return <Way to={word.to} go={go} />
}

const Words = ({ words, go }: { words: readonly GuideWord[]; go: Go }) =>
  words.map((word, index) => <Word key={index} word={word} go={go} />)

function Stop({ stop, picture, go }: { stop: ScreenName; picture?: string | undefined; go: Go }) {
  const { label, may } = screenOf(stop)
  if (!can(useActor(), may)) return null
  return (
    <figure className={css.stop}>
      {picture && (
        <a href={picture} target="_blank" rel="noreferrer" title="Xem ảnh lớn">
          <img src={picture} alt={`Màn hình ${label}`} width={1366} height={768} loading="lazy" />
        </a>
      )}
      <Button small icon={<IconArrowRight size={14} stroke={1.9} />} onClick={() => go(stop)}>
        {label}
      </Button>
    </figure>
  )
}

function Block({ block, go }: { block: GuideBlock; go: Go }) {
  if ('head' in block) return <h3>{block.head}</h3>
  if ('stop' in block) return <Stop {...block} go={go} />
  if ('line' in block)
    return (
      <p>
        <Words words={block.line} go={go} />
      </p>
    )
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List>
      {block.list.map((words, index) => (
        <li key={index}>
          <Words words={words} go={go} />
        </li>
      ))}
    </List>
  )
}

/** `go` opens a screen named in the text. */
export const GuideText = ({ blocks, go }: { blocks: readonly GuideBlock[]; go: Go }) => (
  <div className={css.text}>
    {blocks.map((block, index) => (
      <Block key={index} block={block} go={go} />
    ))}
  </div>
)
